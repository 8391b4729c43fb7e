// A function returns a tensor of elements that no buffer can hold. The reference makes that buffer
// type all the same; with assertions it stops.
// REFERENCE: bufferizes
// RUN: not bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" 2>&1 | filecheck %s

// CHECK: llvm_206919.mlir:[[# @LINE + 1]]:1: error: cannot bufferize value of type tensor<2x!tosa.shape<1>>: element type !tosa.shape<1> is not a valid memref element type
func.func private @shapes(tensor<f64>) -> tensor<2x!tosa.shape<1>>
