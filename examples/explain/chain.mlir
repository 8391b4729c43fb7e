// Each operation has a new buffer, and one is enough.
func.func @chain(%a: tensor<64xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %e0 = tensor.empty() : tensor<64xf32>
  %exp = linalg.exp ins(%a : tensor<64xf32>) outs(%e0 : tensor<64xf32>) -> tensor<64xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %tanh = linalg.tanh ins(%exp : tensor<64xf32>) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %first = tensor.extract %tanh[%c0] : tensor<64xf32>
  return %first : f32
}
