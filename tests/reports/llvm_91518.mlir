// Tensors whose encodings are different memory spaces: contents move between the spaces by copies. The
// reference allocates the copy for the result of @copied with a layout of unknown offset and strides,
// which no allocation can have.
// REFERENCE: refuses
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries use-encoding-for-memory-space" | filecheck %s

// CHECK-LABEL: func.func @moved
// CHECK-SAME:    %[[t:.*]]: memref<4xf32, strided<[?], offset: ?>, 1>) -> memref<4xf32, 2>
// CHECK:         memref.copy %[[t]], %[[new:.*]] : {{.*}} to memref<4xf32, 2>
// CHECK:         return %[[new]]
// CHECK-LABEL: func.func @copied
// CHECK-SAME:    %[[t:.*]]: memref<4xf32, strided<[?], offset: ?>, 1>) -> memref<4xf32, 1>
// CHECK:         memref.copy %[[t]], %[[there:.*]] : {{.*}} to memref<4xf32, 2>
// CHECK:         memref.copy %[[there]], %[[back:.*]] : memref<4xf32, 2> to memref<4xf32, 1>
// CHECK:         return %[[back]]
// CHECK-LABEL: func.func @made
// CHECK-SAME:    -> memref<2xf32, 1>
// CHECK:         memref.alloc() {{.*}}: memref<2xf32, 1>
func.func @moved(%t: tensor<4xf32, 1>) -> tensor<4xf32, 2> {
  %new = bufferization.alloc_tensor() : tensor<4xf32, 2>
  %0 = bufferization.materialize_in_destination %t in %new : (tensor<4xf32, 1>, tensor<4xf32, 2>) -> tensor<4xf32, 2>
  return %0 : tensor<4xf32, 2>
}
func.func @copied(%t: tensor<4xf32, 1>) -> tensor<4xf32, 1> {
  %new = bufferization.alloc_tensor() copy(%t) {memory_space = 2 : i64} : tensor<4xf32, 1>
  return %new : tensor<4xf32, 1>
}
func.func @made(%x: f32) -> tensor<2xf32, 1> {
  %t = tensor.from_elements %x, %x : tensor<2xf32, 1>
  return %t : tensor<2xf32, 1>
}
