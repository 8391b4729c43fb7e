// A kernel takes a contiguous buffer, but callers of @layout may pass any strides.
func.func private @kernel(memref<32x32xf32>)

func.func @layout(%t: tensor<32x32xf32>) {
  %buffer = bufferization.to_buffer %t read_only : tensor<32x32xf32> to memref<32x32xf32>
  call @kernel(%buffer) : (memref<32x32xf32>) -> ()
  return
}
