// PIPELINE: builtin.module()
func.func @f(%a: tensor<8x8xf32>, %b: tensor<1x8x8x8xf32>) {
  %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [-9223372036854775808] into %b
      : tensor<8x8xf32> -> tensor<1x8x8x8xf32>
  return
}
