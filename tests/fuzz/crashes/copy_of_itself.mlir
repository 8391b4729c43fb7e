// PIPELINE: builtin.module(one-shot-bufferize{allow-unknown-ops=1 bufferize-function-boundaries=1})
"test.region"() ({
  %0 = bufferization.alloc_tensor() copy(%0) : tensor<4xf32>
}) : () -> ()
