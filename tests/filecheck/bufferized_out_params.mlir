// One-Shot Bufferize, then results that are no arguments become arguments.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=fully-dynamic-layout-map" --drop-equivalent-buffer-results --buffer-results-to-out-params | filecheck %s --check-prefix=ANY
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --drop-equivalent-buffer-results --buffer-results-to-out-params | filecheck %s --check-prefix=PLAIN
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=infer-layout-map" --drop-equivalent-buffer-results | filecheck %s --check-prefix=INFER

// One result is the argument, and is dropped; the other one is a copy of it.
// ANY-LABEL: func.func private @old_and_new(
// ANY-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: memref<4xi32, strided<[?], offset: ?>>)
// ANY:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<4xi32>
// ANY:         memref.copy %[[ARG0]], %[[ALLOC]] :
// ANY:         memref.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]]
// ANY:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<4xi32> to memref<4xi32, strided<[?], offset: ?>>
// ANY:         memref.copy %[[CAST]], %[[ARG3]] :
// ANY:         return
// PLAIN-LABEL: func.func private @old_and_new(
// PLAIN-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xi32>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: memref<4xi32>)
// PLAIN:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<4xi32>
// PLAIN:         memref.copy %[[ARG0]], %[[ALLOC]] :
// PLAIN:         memref.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]]
// PLAIN:         memref.copy %[[ALLOC]], %[[ARG3]] :
// PLAIN:         return
// INFER-LABEL: func.func private @old_and_new(
// INFER-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> memref<4xi32>
// INFER:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<4xi32>
// INFER:         memref.copy %[[ARG0]], %[[ALLOC]] :
// INFER:         memref.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]]
// INFER:         return %[[ALLOC]] :
func.func private @old_and_new(%t: tensor<4xi32>, %x: i32, %i: index) -> (tensor<4xi32>, tensor<4xi32>) {
  %0 = tensor.insert %x into %t[%i] : tensor<4xi32>
  return %t, %0 : tensor<4xi32>, tensor<4xi32>
}
// ANY-LABEL: func.func @call_old_and_new(
// ANY-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> (i32, i32)
// ANY:         %[[ALLOC:.*]] = memref.alloc() : memref<4xi32>
// ANY:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<4xi32> to memref<4xi32, strided<[?], offset: ?>>
// ANY:         call @old_and_new(%[[ARG0]], %[[ARG1]], %[[ARG2]], %[[CAST]])
// ANY:         %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG2]]]
// ANY:         %[[V1:.*]] = memref.load %[[CAST]][%[[ARG2]]]
// ANY:         return %[[V0]], %[[V1]] :
// PLAIN-LABEL: func.func @call_old_and_new(
// PLAIN-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xi32>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> (i32, i32)
// PLAIN:         %[[ALLOC:.*]] = memref.alloc() : memref<4xi32>
// PLAIN:         call @old_and_new(%[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ALLOC]])
// PLAIN:         %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG2]]]
// PLAIN:         %[[V1:.*]] = memref.load %[[ALLOC]][%[[ARG2]]]
// PLAIN:         return %[[V0]], %[[V1]] :
// INFER-LABEL: func.func @call_old_and_new(
// INFER-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> (i32, i32)
// INFER:         %[[V0:.*]] = call @old_and_new(%[[ARG0]], %[[ARG1]], %[[ARG2]])
// INFER:         %[[V1:.*]] = memref.load %[[ARG0]][%[[ARG2]]]
// INFER:         %[[V2:.*]] = memref.load %[[V0]][%[[ARG2]]]
// INFER:         return %[[V1]], %[[V2]] :
func.func @call_old_and_new(%t: tensor<4xi32>, %x: i32, %i: index) -> (i32, i32) {
  %0:2 = call @old_and_new(%t, %x, %i) : (tensor<4xi32>, i32, index) -> (tensor<4xi32>, tensor<4xi32>)
  %1 = tensor.extract %0#0[%i] : tensor<4xi32>
  %2 = tensor.extract %0#1[%i] : tensor<4xi32>
  return %1, %2 : i32, i32
}

// -----

// A part of a new buffer.
// ANY-LABEL: func.func private @part_of_new(
// ANY-SAME:    %[[ARG0:[a-z0-9]*]]: index, %[[ARG1:[a-z0-9]*]]: memref<3x2xi32, strided<[?, ?], offset: ?>>)
// ANY:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<12x8xi32>
// ANY:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][%[[ARG0]], %[[ARG0]]] [3, 2] [1, 1] : memref<12x8xi32> to memref<3x2xi32, strided<[8, 1], offset: ?>>
// ANY:         %[[CAST:.*]] = memref.cast %[[SUBVIEW]] : memref<3x2xi32, strided<[8, 1], offset: ?>> to memref<3x2xi32, strided<[?, ?], offset: ?>>
// ANY:         memref.copy %[[CAST]], %[[ARG1]] :
// ANY:         return
// PLAIN-LABEL: func.func private @part_of_new(
// PLAIN-SAME:    %[[ARG0:[a-z0-9]*]]: index, %[[ARG1:[a-z0-9]*]]: memref<3x2xi32>)
// PLAIN:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<12x8xi32>
// PLAIN:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][%[[ARG0]], %[[ARG0]]] [3, 2] [1, 1] : memref<12x8xi32> to memref<3x2xi32, strided<[8, 1], offset: ?>>
// PLAIN:         %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<3x2xi32>
// PLAIN:         memref.copy %[[SUBVIEW]], %[[ALLOC_0]] :
// PLAIN:         memref.copy %[[ALLOC_0]], %[[ARG1]] :
// PLAIN:         return
// INFER-LABEL: func.func private @part_of_new(
// INFER-SAME:    %[[ARG0:[a-z0-9]*]]: index) -> memref<3x2xi32, strided<[8, 1], offset: ?>>
// INFER:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<12x8xi32>
// INFER:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][%[[ARG0]], %[[ARG0]]] [3, 2] [1, 1] : memref<12x8xi32> to memref<3x2xi32, strided<[8, 1], offset: ?>>
// INFER:         return %[[SUBVIEW]] :
func.func private @part_of_new(%i: index) -> tensor<3x2xi32> {
  %0 = bufferization.alloc_tensor() : tensor<12x8xi32>
  %1 = tensor.extract_slice %0[%i, %i] [3, 2] [1, 1] : tensor<12x8xi32> to tensor<3x2xi32>
  return %1 : tensor<3x2xi32>
}
// ANY-LABEL: func.func @call_part_of_new(
// ANY-SAME:    %[[ARG0:[a-z0-9]*]]: index) -> i32
// ANY:         %[[ALLOC:.*]] = memref.alloc() : memref<3x2xi32>
// ANY:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<3x2xi32> to memref<3x2xi32, strided<[?, ?], offset: ?>>
// ANY:         call @part_of_new(%[[ARG0]], %[[CAST]])
// ANY:         %[[V0:.*]] = memref.load %[[CAST]][%[[ARG0]], %[[ARG0]]]
// ANY:         return %[[V0]] :
// PLAIN-LABEL: func.func @call_part_of_new(
// PLAIN-SAME:    %[[ARG0:[a-z0-9]*]]: index) -> i32
// PLAIN:         %[[ALLOC:.*]] = memref.alloc() : memref<3x2xi32>
// PLAIN:         call @part_of_new(%[[ARG0]], %[[ALLOC]])
// PLAIN:         %[[V0:.*]] = memref.load %[[ALLOC]][%[[ARG0]], %[[ARG0]]]
// PLAIN:         return %[[V0]] :
// INFER-LABEL: func.func @call_part_of_new(
// INFER-SAME:    %[[ARG0:[a-z0-9]*]]: index) -> i32
// INFER:         %[[V0:.*]] = call @part_of_new(%[[ARG0]])
// INFER:         %[[V1:.*]] = memref.load %[[V0]][%[[ARG0]], %[[ARG0]]]
// INFER:         return %[[V1]] :
func.func @call_part_of_new(%i: index) -> i32 {
  %0 = call @part_of_new(%i) : (index) -> tensor<3x2xi32>
  %1 = tensor.extract %0[%i, %i] : tensor<3x2xi32>
  return %1 : i32
}
