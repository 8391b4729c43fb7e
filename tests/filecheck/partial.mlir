// Without function boundaries signatures stay on tensors, and arguments are not written to.
// RUN: bufferize-opt %s --one-shot-bufferize | filecheck %s
// RUN: bufferize-opt %s --one-shot-bufferize=unknown-type-conversion=identity-layout-map | filecheck %s --check-prefix=PLAIN

// CHECK-LABEL: func.func @update
// CHECK-SAME:    (%[[T:[a-z0-9]*]]: tensor<?xf32>,
// CHECK:         %[[BUF:.*]] = bufferization.to_buffer %[[T]] : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[BUF]], %[[COPY:[a-z0-9_]*]]
// CHECK:         memref.store %{{.*}}, %[[COPY]]
// CHECK:         %[[OUT:.*]] = bufferization.to_tensor %[[COPY]] : memref<?xf32> to tensor<?xf32>
// CHECK:         return %[[OUT]]

// PLAIN: bufferization.to_buffer %{{.*}} : tensor<?xf32> to memref<?xf32>
func.func @update(%t: tensor<?xf32>, %a: f32, %i: index) -> tensor<?xf32> {
  %n = tensor.insert %a into %t[%i] : tensor<?xf32>
  return %n : tensor<?xf32>
}
