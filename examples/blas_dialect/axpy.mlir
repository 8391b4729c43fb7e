// Run with the plugin func beside this one, and --one-shot-bufferize=bufferize-function-boundaries.
// The first axpy may overwrite %y; the second gets a copy of it, because %y is read again.
func.func @axpy_twice(%a: f32, %x: tensor<16xf32>, %y: tensor<16xf32> {bufferization.writable = true})
    -> (tensor<16xf32>, f32) {
  %0 = blas.axpy %a, %x into %y : tensor<16xf32> into tensor<16xf32> -> tensor<16xf32>
  %1 = blas.axpy %a, %0 into %0 : tensor<16xf32> into tensor<16xf32> -> tensor<16xf32>
  %2 = blas.asum %0 : tensor<16xf32> -> f32
  return %1, %2 : tensor<16xf32>, f32
}
