// PIPELINE: builtin.module(one-shot-bufferize)
func.func @f(%n: index) -> tensor<1x?x128xf16> {
  %0 = tensor.empty() : tensor<1x64x128xf16>
  %1 = tensor.extract_slice %0[0, 0, 0] [1, %n, 128] [9223372036854775807, 1, 1] : tensor<1x64x128xf16> to tensor<1x?x128xf16>
  return %1 : tensor<1x?x128xf16>
}
