// With function boundaries only the functions of the outermost module are bufferized.
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s
// REFERENCE: leaves out the copies in nested modules
// Without them all ops are, and a function's argument is never written to, however deep it is
// (mlir-opt 22 writes to it here).
// RUN: bufferize-opt %s --one-shot-bufferize | filecheck %s --check-prefix=DEEP

module {
  // CHECK: func.func @outer(%{{.*}}: memref<4xf32, strided<[?], offset: ?>>,
  func.func @outer(%t: tensor<4xf32>, %a: f32, %i: index) -> tensor<4xf32> {
    %0 = tensor.insert %a into %t[%i] : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  module @library {
    // CHECK:      func.func @inner(%[[T:.*]]: tensor<4xf32>,
    // CHECK-NEXT:   tensor.insert %{{.*}} into %[[T]]

    // DEEP: func.func @inner(%[[T:[a-z0-9]*]]: tensor<4xf32>,
    // DEEP: %[[BUF:.*]] = bufferization.to_buffer %[[T]]
    // DEEP: memref.copy %[[BUF]], %[[COPY:[a-z0-9_]*]]
    // DEEP: memref.store %{{.*}}, %[[COPY]]
    func.func @inner(%t: tensor<4xf32>, %a: f32, %i: index) -> tensor<4xf32> {
      %0 = tensor.insert %a into %t[%i] : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
  }
}
