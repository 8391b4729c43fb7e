// PIPELINE: builtin.module(one-shot-bufferize{allow-unknown-ops=1},finalizing-bufferize)
"test.region"() ({
^bb0(%f: f32):
  %0 = tensor.pad %1 low[1] high[1] {
  ^bb0(%k: index):
    tensor.yield %f : f32
  } : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.concat dim(0) %0, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
}) : () -> ()
