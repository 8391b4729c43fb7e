// The pass on a module in another one: its functions are those that calls in it mean.
// RUN: bufferize-opt %s --pass-pipeline='builtin.module(builtin.module(one-shot-bufferize{bufferize-function-boundaries}))' | filecheck %s

module {
  module {
    // CHECK-LABEL: func.func @update(
    // CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> (memref<?xi32, strided<[?], offset: ?>>, i32)
    // CHECK:         memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]]
    // CHECK:         %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG2]]]
    // CHECK:         return %[[ARG0]], %[[V0]] :
    func.func @update(%t: tensor<?xi32>, %x: i32, %i: index) -> (tensor<?xi32>, i32) {
      %0 = tensor.insert %x into %t[%i] : tensor<?xi32>
      %1 = tensor.extract %0[%i] : tensor<?xi32>
      return %0, %1 : tensor<?xi32>, i32
    }

    // CHECK-LABEL: func.func @call_update(
    // CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> (i32, memref<?xi32, strided<[?], offset: ?>>)
    // CHECK:         %[[V0:.*]]:2 = call @update(%[[ARG0]], %[[ARG1]], %[[ARG2]])
    // CHECK:         return %[[V0]]#1, %[[V0]]#0
    func.func @call_update(%t: tensor<?xi32>, %x: i32, %i: index) -> (i32, tensor<?xi32>) {
      %0:2 = func.call @update(%t, %x, %i) : (tensor<?xi32>, i32, index) -> (tensor<?xi32>, i32)
      return %0#1, %0#0 : i32, tensor<?xi32>
    }
  }
}
