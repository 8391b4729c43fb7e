// PIPELINE: builtin.module(one-shot-bufferize)
func.func @f(%x: f32, %t: tensor<4xf32>) {
  %0 = "linalg.fill"(%x, %x, %t) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%a: f32, %b: f32, %c: f32):
    linalg.yield %a : f32
  }) : (f32, f32, tensor<4xf32>) -> tensor<4xf32>
  return
}
