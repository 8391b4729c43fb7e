// PIPELINE: builtin.module(one-shot-bufferize{allow-unknown-ops=1 bufferize-function-boundaries=1})
"test.region"() ({
^bb0(%f: f32, %i: index):
  %0 = tensor.insert %f into %1[%i] : tensor<4xf32>
  %1 = tensor.insert %f into %0[%i] : tensor<4xf32>
}) : () -> ()
