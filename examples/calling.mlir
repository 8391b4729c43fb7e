// If @part copies 16 bytes, @caller copies nothing.
func.func private @part(%t: tensor<1000xf32>, %v: f32, %i: index) -> f32 {
  %s = tensor.extract_slice %t[0] [4] [1] : tensor<1000xf32> to tensor<4xf32>
  %a = tensor.insert %v into %s[%i] : tensor<4xf32>
  %x = tensor.extract %a[%i] : tensor<4xf32>
  return %x : f32
}
func.func @caller(%t: tensor<1000xf32>, %v: f32, %i: index) -> (f32, f32) {
  %x = call @part(%t, %v, %i) : (tensor<1000xf32>, f32, index) -> f32
  %y = tensor.extract %t[%i] : tensor<1000xf32>
  return %x, %y : f32, f32
}
