// One element is overwritten; another one is then read as it was before.
func.func @conflict(%t: tensor<1024xf32>, %v: f32, %i: index, %j: index)
    -> (tensor<1024xf32>, f32) {
  %written = tensor.insert %v into %t[%i] : tensor<1024xf32>
  %old = tensor.extract %t[%j] : tensor<1024xf32>
  return %written, %old : tensor<1024xf32>, f32
}
