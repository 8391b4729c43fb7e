// What @set returns is its argument, or a copy.
func.func private @set(%t: tensor<8xf32>, %v: f32, %i: index) -> tensor<8xf32> {
  %a = tensor.insert %v into %t[%i] : tensor<8xf32>
  return %a : tensor<8xf32>
}
func.func @caller(%t: tensor<8xf32>, %v: f32, %i: index) -> (f32, f32) {
  %r = call @set(%t, %v, %i) : (tensor<8xf32>, f32, index) -> tensor<8xf32>
  %x = tensor.extract %t[%i] : tensor<8xf32>
  %y = tensor.extract %r[%i] : tensor<8xf32>
  return %x, %y : f32, f32
}
