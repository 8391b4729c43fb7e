// PIPELINE: builtin.module(cse)
#id = affine_map<(i) -> (i)>
func.func @f(%c: tensor<8xi1>, %t: tensor<8xf32>) -> tensor<8xf32> {
  %r = "linalg.elementwise"(%c, %t, %t, %t) <{
      indexing_maps = [#id, #id, #id, #id], kind = #linalg.elementwise_kind<exp>,
      operandSegmentSizes = array<i32: 3, 1>}> ({
  ^bb0(%a: i1, %b: f32, %d: f32, %out: f32):
    "linalg.yield"(%b) : (f32) -> ()
  }) : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
