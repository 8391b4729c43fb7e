// Values from around a loop are used elsewhere, too, which a pass on the loop alone does not see.
// RUN: not bufferize-opt %s --pass-pipeline="builtin.module(func.func(scf.for(one-shot-bufferize)))" 2>&1 | filecheck %s

func.func @f(%t: tensor<8xf32>, %v: f32, %n: index) -> (f32, f32) {
  // CHECK: [[# @LINE + 1]]:8: error: 'scf.for' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'
  %r = scf.for %i = %n to %n step %n iter_args(%a = %v) -> (f32) {
    %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
    %1 = tensor.extract %0[%i] : tensor<8xf32>
    scf.yield %1 : f32
  }
  %2 = tensor.extract %t[%n] : tensor<8xf32>
  return %r, %2 : f32, f32
}
