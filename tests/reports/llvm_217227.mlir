// A function that never returns is called. Without the analysis, which refuses it, the reference looks
// for the type of what it returns, and crashes.
// REFERENCE: crashes
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries copy-before-write" --allow-unregistered-dialect | filecheck %s
// RUN: not bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" --allow-unregistered-dialect 2>&1 | filecheck %s --check-prefix=REFUSED

// REFUSED: [[# @LINE + 7]]:1: error: cannot bufferize func.func without func.return

// CHECK-LABEL: func.func private @stop
// CHECK-SAME:    memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>>
// CHECK-LABEL: func.func @f
// CHECK:         %[[result:.*]] = call @stop
// CHECK:         return %[[result]]
func.func private @stop(%t: tensor<4xf32>) -> tensor<4xf32> {
  "other.stop"() : () -> ()
}

func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @stop(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
