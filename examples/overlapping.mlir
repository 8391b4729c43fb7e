// Any two of the slices overlap, and are written: two of the three are copied.
func.func @overlapping(%t: tensor<4xf32>, %v: f32, %i: index) -> (f32, f32, f32) {
  %a = tensor.extract_slice %t[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %c = tensor.extract_slice %t[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %0 = tensor.insert %v into %b[%i] : tensor<2xf32>
  %1 = tensor.insert %v into %a[%i] : tensor<2xf32>
  %2 = tensor.insert %v into %c[%i] : tensor<2xf32>
  %3 = tensor.extract %0[%i] : tensor<2xf32>
  %4 = tensor.extract %1[%i] : tensor<2xf32>
  %5 = tensor.extract %2[%i] : tensor<2xf32>
  return %3, %4, %5 : f32, f32, f32
}
