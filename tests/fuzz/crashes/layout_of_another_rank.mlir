// PIPELINE: builtin.module(one-shot-bufferize{bufferize-function-boundaries=1})
func.func @f(%t: tensor<64xf32> {bufferization.buffer_layout = strided<[?, 1], offset: ?>}, %tile: tensor<4xf32>) -> tensor<64xf32> {
  %new = tensor.insert_slice %tile into %t[8] [4] [2] : tensor<4xf32> into tensor<64xf32>
  return %new : tensor<64xf32>
}
