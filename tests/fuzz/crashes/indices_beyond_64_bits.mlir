// PIPELINE: builtin.module(cse)
module {
  func.func @conv_2d_basic(%input: tensor<256x256xf32>, %filter: tensor<5x5xf32>, %init: tensor<9223372036854775807x9223372036854775807xf32>) -> tensor<9223372036854775807x9223372036854775807xf32> {
    %0 = linalg.conv_2d ins(%input, %filter : tensor<256x256xf32>, tensor<5x5xf32>) outs(%init : tensor<9223372036854775807x9223372036854775807xf32>) -> tensor<9223372036854775807x9223372036854775807xf32>
    return %0 : tensor<9223372036854775807x9223372036854775807xf32>
  }
}
