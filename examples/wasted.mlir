func.func @wasted(%v: f32, %w: f32, %i: index) -> (tensor<1024xf32>, tensor<1024xf32>) {
  %empty = tensor.empty() : tensor<1024xf32>
  %t = linalg.fill ins(%v : f32) outs(%empty : tensor<1024xf32>) -> tensor<1024xf32>
  %0 = tensor.insert %w into %t[%i] : tensor<1024xf32>
  %1 = linalg.fill ins(%w : f32) outs(%t : tensor<1024xf32>) -> tensor<1024xf32>
  return %0, %1 : tensor<1024xf32>, tensor<1024xf32>
}
