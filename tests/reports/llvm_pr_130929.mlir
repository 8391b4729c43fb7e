// A loop yields a tensor from outside of it, which is written to later: the result of the loop must
// not be that buffer. The reference was wrong with an option that its PR 130929 removed.
// REFERENCE: is right
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops" | filecheck %s
// PRINTS: 1 7

// CHECK-LABEL: func.func @main
// CHECK:         scf.for
// CHECK:           memref.alloc
// CHECK:           memref.copy
// CHECK:           scf.yield
func.func @main() {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %two = arith.constant 2 : index
  %start = arith.constant 3.0 : f32
  %one = arith.constant 1.0 : f32
  %seven = arith.constant 7.0 : f32
  %e0 = tensor.empty() : tensor<4xf32>
  %threes = linalg.fill ins(%start : f32) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %ones = linalg.fill ins(%one : f32) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %last = scf.for %i = %zero to %two step %step iter_args(%t = %threes) -> (tensor<4xf32>) {
    scf.yield %ones : tensor<4xf32>
  }
  %w = tensor.insert %seven into %ones[%zero] : tensor<4xf32>
  %0 = tensor.extract %last[%zero] : tensor<4xf32>
  %1 = tensor.extract %w[%zero] : tensor<4xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  return
}
