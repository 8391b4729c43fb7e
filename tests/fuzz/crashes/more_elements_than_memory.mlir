// PIPELINE: builtin.module()
func.func @f(%x: f32) {
  %0 = tensor.from_elements %x : tensor<9223372036854775807x9223372036854775807xf32>
  return
}
