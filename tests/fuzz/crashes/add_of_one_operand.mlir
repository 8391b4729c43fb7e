// PIPELINE: builtin.module(cse)
func.func @f(%x: f32, %t: tensor<8xf32>) -> tensor<8xf32> {
  %r = "linalg.add"(%x, %t) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%a: f32, %b: f32):
    "linalg.yield"(%a) : (f32) -> ()
  }) : (f32, tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
