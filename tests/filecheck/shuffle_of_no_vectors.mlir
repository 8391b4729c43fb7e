// What the result type follows from is checked before; mlir-opt crashes.
// RUN: not bufferize-opt %s --split-input-file 2>&1 | filecheck %s

// CHECK: shuffle_of_no_vectors.mlir:[[# @LINE + 2]]:23: error: 'vector.shuffle' op operand #0 must be fixed-length vector of any type values, but got 'index'
func.func @number(%v: vector<2xf32>, %i: index) {
  %r = vector.shuffle %i, %v [0, 1] : index, vector<2xf32>
  return
}

// -----

// CHECK: shuffle_of_no_vectors.mlir:[[# @LINE + 2]]:23: error: expected 2 operands, but found 1
func.func @one(%v: vector<2xf32>) {
  %r = vector.shuffle %v [0, 1] : vector<2xf32>
  return
}
