// A part of %t is updated and put back, but %i and %j may be different.
func.func @slices(%t: tensor<?xf32>, %i: index, %j: index, %k: index, %v: f32) -> tensor<?xf32> {
  %part = tensor.extract_slice %t[%i] [16] [1] : tensor<?xf32> to tensor<16xf32>
  %updated = tensor.insert %v into %part[%k] : tensor<16xf32>
  %result = tensor.insert_slice %updated into %t[%j] [16] [1] : tensor<16xf32> into tensor<?xf32>
  return %result : tensor<?xf32>
}
