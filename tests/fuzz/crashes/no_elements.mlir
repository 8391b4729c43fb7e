// PIPELINE: builtin.module(one-shot-bufferize{allow-unknown-ops=1})
func.func @f() {
  %0 = "tensor.from_elements"() : () -> tensor<4xf32>
  return
}
