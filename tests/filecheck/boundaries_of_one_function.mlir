// The boundaries of functions are bufferized with all of their callers: of a whole module, that is.
// RUN: not bufferize-opt %s --pass-pipeline="builtin.module(func.func(one-shot-bufferize{bufferize-function-boundaries}))" 2>&1 | filecheck %s
// RUN: bufferize-opt %s --pass-pipeline="builtin.module(func.func(one-shot-bufferize))" | filecheck %s --check-prefix=INSIDE

// CHECK: [[# @LINE + 3]]:1: error: 'bufferize-function-boundaries' needs a module with functions, not 'func.func'

// INSIDE: bufferization.to_buffer
func.func @f(%t: tensor<4xf32>, %i: index) -> f32 {
  %0 = tensor.extract %t[%i] : tensor<4xf32>
  return %0 : f32
}
