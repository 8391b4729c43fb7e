// Calls of a function with tensors are bufferized without the analysis. The reference took the state
// for that of the analysis: whether it crashes depends on what lies in memory there (also #163052).
// REFERENCE: is right
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries copy-before-write function-boundary-type-conversion=identity-layout-map" | filecheck %s
// PRINTS: 8 3

// CHECK-LABEL: func.func @main
// CHECK:         %[[constant:.*]] = memref.get_global
// CHECK:         memref.copy %[[constant]], %[[copy:.*]] :
// CHECK:         call @set(%[[copy]])
func.func @main() {
  %zero = arith.constant 0 : index
  %t = arith.constant dense<[3.0, 4.0]> : tensor<2xf64>
  %u = call @set(%t) : (tensor<2xf64>) -> tensor<2xf64>
  %v = tensor.extract %u[%zero] : tensor<2xf64>
  %w = tensor.extract %t[%zero] : tensor<2xf64>
  vector.print %v : f64
  vector.print %w : f64
  return
}
func.func private @set(%t: tensor<2xf64>) -> tensor<2xf64> {
  %zero = arith.constant 0 : index
  %x = arith.constant 8.0 : f64
  %v = tensor.insert %x into %t[%zero] : tensor<2xf64>
  return %v : tensor<2xf64>
}
