// A function gets one buffer and returns another one, which it allocates. The reference's deallocation
// pass freed the first one twice with private-function-dynamic-ownership. One-Shot Bufferize frees
// nothing: what it must say is that the result is no alias of the argument.
// REFERENCE: is right
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s --check-prefix=ANALYSIS
// PRINTS: 2 7

// CHECK-LABEL: func.func private @callee(
// CHECK:         %[[new:.*]] = memref.alloc
// CHECK:         return %[[new]]
// CHECK-LABEL: func.func @main
// CHECK-NOT:     memref.copy
// CHECK-NOT:     memref.dealloc
// CHECK:         return

// ANALYSIS-LABEL: func.func private @callee(
// ANALYSIS-NOT:     __equivalent_func_args__
// ANALYSIS:       func.func @main
func.func private @callee(%t: tensor<f32>) -> tensor<f32> {
  %two = arith.constant 2.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %new = linalg.fill ins(%two : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  return %new : tensor<f32>
}

func.func @main() {
  %one = arith.constant 1.0 : f32
  %seven = arith.constant 7.0 : f32
  %t = tensor.from_elements %one : tensor<f32>
  %new = call @callee(%t) : (tensor<f32>) -> tensor<f32>
  %w = tensor.insert %seven into %t[] : tensor<f32>
  %0 = tensor.extract %new[] : tensor<f32>
  %1 = tensor.extract %w[] : tensor<f32>
  vector.print %0 : f32
  vector.print %1 : f32
  return
}
