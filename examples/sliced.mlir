// Each order of the operations copies 4096 bytes; 4 are enough.
func.func @sliced(%t: tensor<1024xf32>, %u: tensor<1024xf32>, %v: f32, %i: index)
    -> (tensor<1024xf32>, tensor<1xf32>, tensor<1024xf32>, tensor<1024xf32>) {
  %s = tensor.extract_slice %t[0] [1] [1] : tensor<1024xf32> to tensor<1xf32>
  %0 = tensor.insert %v into %t[%i] : tensor<1024xf32>
  %1 = tensor.insert %v into %u[%i] : tensor<1024xf32>
  %2 = linalg.fill ins(%v : f32) outs(%u : tensor<1024xf32>) -> tensor<1024xf32>
  return %0, %s, %1, %2
    : tensor<1024xf32>, tensor<1xf32>, tensor<1024xf32>, tensor<1024xf32>
}
