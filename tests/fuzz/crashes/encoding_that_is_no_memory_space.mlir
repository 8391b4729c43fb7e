// PIPELINE: builtin.module(one-shot-bufferize{allow-unknown-ops=1 use-encoding-for-memory-space=1})
func.func private @with_a_map() -> tensor<2xf32, affine_map<(d0) -> (d0)>>
func.func @encoded_by_a_map() -> tensor<2xf32> {
  %0 = call @with_a_map() : () -> tensor<2xf32, affine_map<(d0) -> (d0)>>
  %1 = tensor.cast %0 : tensor<2xf32, affine_map<(d0) -> (d0)>> to tensor<2xf32>
  return %1 : tensor<2xf32>
}
