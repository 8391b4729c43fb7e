// Operations of arith on tensors: constants become globals, casts and selects those of buffers.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="dialect-filter=arith,bufferization copy-before-write unknown-type-conversion=identity-layout-map" | filecheck %s
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s --check-prefix=WHOLE

// CHECK-LABEL: func.func @cast(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<3xi16>, %[[ARG1:[a-z0-9]*]]: i16) -> (tensor<3xindex>, index)
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<3xi16> to memref<3xi16>
// CHECK:         %[[V1:.*]] = arith.index_cast %[[V0]] : memref<3xi16> to memref<3xindex>
// CHECK:         %[[V2:.*]] = bufferization.to_tensor %[[V1]] : memref<3xindex> to tensor<3xindex>
// CHECK:         %[[V3:.*]] = arith.index_cast %[[ARG1]] : i16 to index
// CHECK:         return %[[V2]], %[[V3]] :
// WHOLE-LABEL: func.func @cast(
// WHOLE-SAME:    %[[ARG0:[a-z0-9]*]]: memref<3xi16, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i16) -> (memref<3xindex, strided<[?], offset: ?>>, index)
// WHOLE:         %[[V0:.*]] = arith.index_cast %[[ARG0]] : memref<3xi16, strided<[?], offset: ?>> to memref<3xindex, strided<[?], offset: ?>>
// WHOLE:         %[[V1:.*]] = arith.index_cast %[[ARG1]] : i16 to index
// WHOLE:         return %[[V0]], %[[V1]] :
func.func @cast(%t: tensor<3xi16>, %x: i16) -> (tensor<3xindex>, index) {
  %0 = arith.index_cast %t : tensor<3xi16> to tensor<3xindex>
  %1 = arith.index_cast %x : i16 to index
  return %0, %1 : tensor<3xindex>, index
}

// CHECK-LABEL: func.func @choose(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i1, %[[ARG1:[a-z0-9]*]]: tensor<i16>, %[[ARG2:[a-z0-9]*]]: tensor<i16>) -> tensor<i16>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG2]] : tensor<i16> to memref<i16>
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<i16> to memref<i16>
// CHECK:         %[[V2:.*]] = arith.select %[[ARG0]], %[[V1]], %[[V0]] : memref<i16>
// CHECK:         %[[V3:.*]] = bufferization.to_tensor %[[V2]] : memref<i16> to tensor<i16>
// CHECK:         return %[[V3]] :
func.func @choose(%c: i1, %a: tensor<i16>, %b: tensor<i16>) -> tensor<i16> {
  %0 = arith.select %c, %a, %b : tensor<i16>
  return %0 : tensor<i16>
}

// -----

// Equal constants share a global, others do not; scalars have none.
// CHECK:         memref.global "private" constant @__constant_2x2xi8_0 : memref<2x2xi8> = dense<6> {alignment = 64 : i64}
// CHECK:         memref.global "private" constant @__constant_2x2xi8 : memref<2x2xi8> = dense<5> {alignment = 64 : i64}
// CHECK-LABEL: func.func @constants(
// CHECK:         %[[V0:.*]] = memref.get_global @__constant_2x2xi8 : memref<2x2xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[V0]] : memref<2x2xi8> to tensor<2x2xi8>
// CHECK:         %[[V2:.*]] = memref.get_global @__constant_2x2xi8 : memref<2x2xi8>
// CHECK:         %[[V3:.*]] = bufferization.to_tensor %[[V2]] : memref<2x2xi8> to tensor<2x2xi8>
// CHECK:         %[[V4:.*]] = memref.get_global @__constant_2x2xi8_0 : memref<2x2xi8>
// CHECK:         %[[V5:.*]] = bufferization.to_tensor %[[V4]] : memref<2x2xi8> to tensor<2x2xi8>
// CHECK:         return %[[V1]], %[[V3]], %[[V5]], %{{.*}}
func.func @constants() -> (tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi8>, i8) {
  %0 = arith.constant dense<5> : tensor<2x2xi8>
  %1 = arith.constant dense<5> : tensor<2x2xi8>
  %2 = arith.constant dense<6> : tensor<2x2xi8>
  %3 = arith.constant 7 : i8
  return %0, %1, %2, %3 : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi8>, i8
}

// -----

// An operand of a select that was copied has another layout than the other one.
// WHOLE-LABEL: func.func @choose_copied(
// WHOLE-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi16, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<?xi16, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: i1, %[[ARG3:[a-z0-9]*]]: i16, %[[ARG4:[a-z0-9]*]]: index) -> (i16, memref<?xi16, strided<[?], offset: ?>>)
// WHOLE:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi16>
// WHOLE:         memref.copy %[[ARG0]], %[[ALLOC]] :
// WHOLE:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<?xi16> to memref<?xi16, strided<[?], offset: ?>>
// WHOLE:         %[[V0:.*]] = arith.select %[[ARG2]], %[[CAST]], %[[ARG1]] : memref<?xi16, strided<[?], offset: ?>>
// WHOLE:         memref.store %[[ARG3]], %[[V0]][%[[ARG4]]]
// WHOLE:         %[[V1:.*]] = memref.load %[[ARG0]][%[[ARG4]]]
// WHOLE:         return %[[V1]], %[[V0]] :
func.func @choose_copied(%a: tensor<?xi16>, %b: tensor<?xi16>, %c: i1, %x: i16, %i: index) -> (i16, tensor<?xi16>) {
  %0 = arith.select %c, %a, %b : tensor<?xi16>
  %1 = tensor.insert %x into %0[%i] : tensor<?xi16>
  %2 = tensor.extract %a[%i] : tensor<?xi16>
  return %2, %1 : i16, tensor<?xi16>
}

// WHOLE-LABEL: func.func @choose_after_a_write(
// WHOLE-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi16, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<?xi16, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: i1, %[[ARG3:[a-z0-9]*]]: i16, %[[ARG4:[a-z0-9]*]]: index) -> (memref<?xi16>, memref<?xi16, strided<[?], offset: ?>>)
// WHOLE:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi16>
// WHOLE:         memref.copy %[[ARG0]], %[[ALLOC]] :
// WHOLE:         memref.store %[[ARG3]], %[[ALLOC]][%[[ARG4]]]
// WHOLE:         %[[V0:.*]] = arith.select %[[ARG2]], %[[ARG0]], %[[ARG1]] : memref<?xi16, strided<[?], offset: ?>>
// WHOLE:         return %[[ALLOC]], %[[V0]] :
func.func @choose_after_a_write(%a: tensor<?xi16>, %b: tensor<?xi16>, %c: i1, %x: i16, %i: index) -> (tensor<?xi16>, tensor<?xi16>) {
  %0 = tensor.insert %x into %a[%i] : tensor<?xi16>
  %1 = arith.select %c, %a, %b : tensor<?xi16>
  return %0, %1 : tensor<?xi16>, tensor<?xi16>
}
