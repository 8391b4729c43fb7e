// PIPELINE: builtin.module(one-shot-bufferize,finalizing-bufferize)
"test.region"() ({
  %0 = bufferization.to_tensor %1 restrict writable : memref<1xf32> to tensor<1xf32>
  %1 = bufferization.to_buffer %0 : tensor<1xf32> to memref<1xf32>
}) : () -> ()
