// Operations of the bufferization dialect itself.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @alloc(
// CHECK-SAME:    ) -> memref<3x5xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3x5xi8>
// CHECK:         return %[[ALLOC]] :
func.func @alloc() -> tensor<3x5xi8> {
  %0 = bufferization.alloc_tensor() : tensor<3x5xi8>
  return %0 : tensor<3x5xi8>
}

// CHECK-LABEL: func.func @alloc_unknown_extent(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index) -> memref<3x?xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[ARG0]]) {{.*}} : memref<3x?xi8>
// CHECK:         return %[[ALLOC]] :
func.func @alloc_unknown_extent(%n: index) -> tensor<3x?xi8> {
  %0 = bufferization.alloc_tensor(%n) : tensor<3x?xi8>
  return %0 : tensor<3x?xi8>
}

// CHECK-LABEL: func.func @alloc_in_a_space(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index) -> i8
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3x5xi8, 3>
// CHECK:         %[[V0:.*]] = memref.load %[[ALLOC]][%[[ARG0]], %[[ARG0]]]
// CHECK:         return %[[V0]] :
func.func @alloc_in_a_space(%i: index) -> i8 {
  %0 = bufferization.alloc_tensor() {memory_space = 3 : i64} : tensor<3x5xi8>
  %1 = tensor.extract %0[%i, %i] : tensor<3x5xi8>
  return %1 : i8
}

// CHECK-LABEL: func.func @alloc_with_contents(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<3x5xi8, strided<[?, ?], offset: ?>>) -> memref<3x5xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3x5xi8>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         return %[[ALLOC]] :
func.func @alloc_with_contents(%t: tensor<3x5xi8>) -> tensor<3x5xi8> {
  %0 = bufferization.alloc_tensor() copy(%t) : tensor<3x5xi8>
  return %0 : tensor<3x5xi8>
}

// Nobody uses it: it is not made.
// CHECK-LABEL: func.func @alloc_for_nobody(
// CHECK:         return
func.func @alloc_for_nobody() {
  %0 = bufferization.alloc_tensor() : tensor<3x5xi8>
  return
}

// CHECK-LABEL: func.func @dealloc(
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3x5xi8>
// CHECK:         memref.dealloc %[[ALLOC]] :
// CHECK:         return
func.func @dealloc() {
  %0 = bufferization.alloc_tensor() : tensor<3x5xi8>
  bufferization.dealloc_tensor %0 : tensor<3x5xi8>
  return
}

// -----

// CHECK-LABEL: func.func @materialize(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xi8, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<4xi8, strided<[?], offset: ?>>) -> memref<4xi8, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[ARG0]], %[[ARG1]] :
// CHECK:         return %[[ARG1]] :
func.func @materialize(%t: tensor<4xi8>, %d: tensor<4xi8>) -> tensor<4xi8> {
  %0 = bufferization.materialize_in_destination %t in %d : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// CHECK-LABEL: func.func @materialize_in_a_buffer(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xi8, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<4xi8>)
// CHECK:         memref.copy %[[ARG0]], %[[ARG1]] :
// CHECK:         return
func.func @materialize_in_a_buffer(%t: tensor<4xi8>, %m: memref<4xi8>) {
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4xi8>, memref<4xi8>) -> ()
  return
}

// -----

// The buffer of a tensor is written to only if that is allowed.
// CHECK-LABEL: func.func @update_of_a_buffer(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xi8>, %[[ARG1:[a-z0-9]*]]: i8, %[[ARG2:[a-z0-9]*]]: index) -> memref<4xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<4xi8>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         memref.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]]
// CHECK:         return %[[ALLOC]] :
func.func @update_of_a_buffer(%m: memref<4xi8>, %x: i8, %i: index) -> tensor<4xi8> {
  %0 = bufferization.to_tensor %m restrict : memref<4xi8> to tensor<4xi8>
  %1 = tensor.insert %x into %0[%i] : tensor<4xi8>
  return %1 : tensor<4xi8>
}

// CHECK-LABEL: func.func @update_of_a_writable_buffer(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xi8>, %[[ARG1:[a-z0-9]*]]: i8, %[[ARG2:[a-z0-9]*]]: index) -> memref<4xi8>
// CHECK:         memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]]
// CHECK:         return %[[ARG0]] :
func.func @update_of_a_writable_buffer(%m: memref<4xi8>, %x: i8, %i: index) -> tensor<4xi8> {
  %0 = bufferization.to_tensor %m restrict writable : memref<4xi8> to tensor<4xi8>
  %1 = tensor.insert %x into %0[%i] : tensor<4xi8>
  return %1 : tensor<4xi8>
}

// CHECK-LABEL: func.func @there_and_back(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xi8>, %[[ARG1:[a-z0-9]*]]: i8, %[[ARG2:[a-z0-9]*]]: index)
// CHECK:         memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]]
// CHECK:         return
func.func @there_and_back(%m: memref<4xi8>, %x: i8, %i: index) {
  %0 = bufferization.to_tensor %m restrict writable : memref<4xi8> to tensor<4xi8>
  %1 = bufferization.to_buffer %0 : tensor<4xi8> to memref<4xi8>
  memref.store %x, %1[%i] : memref<4xi8>
  return
}

// CHECK-LABEL: func.func @there_and_back_to_read(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xi8>, %[[ARG1:[a-z0-9]*]]: index) -> i8
// CHECK:         %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG1]]]
// CHECK:         return %[[V0]] :
func.func @there_and_back_to_read(%m: memref<4xi8>, %i: index) -> i8 {
  %0 = bufferization.to_tensor %m restrict : memref<4xi8> to tensor<4xi8>
  %1 = bufferization.to_buffer %0 read_only : tensor<4xi8> to memref<4xi8>
  %2 = memref.load %1[%i] : memref<4xi8>
  return %2 : i8
}
