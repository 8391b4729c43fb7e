// The signature of a function changes with all of its calls: those in a whole module, that is.
// RUN: not bufferize-opt %s --pass-pipeline="builtin.module(func.func(drop-equivalent-buffer-results))" 2>&1 | filecheck %s
// RUN: not bufferize-opt %s --pass-pipeline="builtin.module(func.func(buffer-results-to-out-params))" 2>&1 | filecheck %s

// CHECK: [[# @LINE + 1]]:1: error: signatures change with all calls: this needs a module, not 'func.func'
func.func private @f(%m: memref<4xf32>) -> memref<4xf32> {
  return %m : memref<4xf32>
}
