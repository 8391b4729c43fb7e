// %t is read after it was overwritten: the insertion gets a copy.
func.func @conflict(%t: tensor<8xf32> {bufferization.writable = true}, %v: f32, %i: index)
    -> (tensor<8xf32>, f32) {
  %written = tensor.insert %v into %t[%i] : tensor<8xf32>
  %old = tensor.extract %t[%i] : tensor<8xf32>
  return %written, %old : tensor<8xf32>, f32
}
