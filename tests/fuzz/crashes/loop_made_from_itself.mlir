// PIPELINE: builtin.module(loop-iter-arg-destination-folding)
"test.region"() ({
^bb0(%f: f32, %i: index):
  %0 = scf.for %k = %i to %i step %i iter_args(%a = %1) -> (tensor<4xf32>) {
    scf.yield %1 : tensor<4xf32>
  }
  %1 = tensor.insert %f into %0[%i] : tensor<4xf32>
}) : () -> ()
