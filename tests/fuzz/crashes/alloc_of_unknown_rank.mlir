// PIPELINE: builtin.module(one-shot-bufferize{bufferize-function-boundaries=1})
func.func @f() -> tensor<*xf32> {
  %0 = bufferization.alloc_tensor() : tensor<*xf32>
  return %0 : tensor<*xf32>
}
