// vector.mask around a write, and writes that replace all or a part of a tensor.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s --check-prefix=ANALYSIS

// CHECK-LABEL: func.func @masked(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi8, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: vector<8xi8>, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: vector<8xi1>) -> memref<?xi8, strided<[?], offset: ?>>
// CHECK:         vector.mask %[[ARG3]] { vector.transfer_write %[[ARG1]], %[[ARG0]][%[[ARG2]]] : vector<8xi8>, memref<?xi8, strided<[?], offset: ?>> }
// CHECK:         return %[[ARG0]] :
func.func @masked(%t: tensor<?xi8>, %v: vector<8xi8>, %i: index, %m: vector<8xi1>) -> tensor<?xi8> {
  %0 = vector.mask %m { vector.transfer_write %v, %t[%i] : vector<8xi8>, tensor<?xi8> } : vector<8xi1> -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: func.func @masked_scalable(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi8, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: vector<[8]xi8>, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: vector<[8]xi1>) -> memref<?xi8, strided<[?], offset: ?>>
// CHECK:         vector.mask %[[ARG3]] { vector.transfer_write %[[ARG1]], %[[ARG0]][%[[ARG2]]] : vector<[8]xi8>, memref<?xi8, strided<[?], offset: ?>> }
// CHECK:         return %[[ARG0]] :
func.func @masked_scalable(%t: tensor<?xi8>, %v: vector<[8]xi8>, %i: index, %m: vector<[8]xi1>) -> tensor<?xi8> {
  %0 = vector.mask %m { vector.transfer_write %v, %t[%i] : vector<[8]xi8>, tensor<?xi8> } : vector<[8]xi1> -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// -----

// ANALYSIS-LABEL: func.func @writes_everything(
// ANALYSIS-SAME:    access = "write"
// ANALYSIS:         vector.transfer_write{{.*}}__inplace_operands_attr__ = ["none", "true", "none", "none"]
// ANALYSIS:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @writes_everything(%t: tensor<3x8xi8>, %v: vector<4x8xi8>) -> tensor<3x8xi8> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] : vector<4x8xi8>, tensor<3x8xi8>
  return %0 : tensor<3x8xi8>
}

// ANALYSIS-LABEL: func.func @leaves_a_row(
// ANALYSIS-SAME:    access = "read-write"
// ANALYSIS:         vector.transfer_write{{.*}}__inplace_operands_attr__ = ["none", "true", "none", "none"]
// ANALYSIS:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @leaves_a_row(%t: tensor<3x8xi8>, %v: vector<2x8xi8>) -> tensor<3x8xi8> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] : vector<2x8xi8>, tensor<3x8xi8>
  return %0 : tensor<3x8xi8>
}
