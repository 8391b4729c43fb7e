// no-analysis-func-filter: the functions that it names get a copy before every write, others do not.
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries no-analysis-func-filter=hands_out" | filecheck %s

// CHECK-LABEL: func.func @updates(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]]
// CHECK:         return %[[ARG0]] :
func.func @updates(%t: tensor<?xi32>, %x: i32, %i: index) -> tensor<?xi32> {
  %0 = tensor.insert %x into %t[%i] : tensor<?xi32>
  return %0 : tensor<?xi32>
}

// The buffer may be written to by whoever gets it.
// CHECK-LABEL: func.func @hands_out(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index) -> i32
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         %[[V0:.*]] = memref.load %[[ALLOC]][%[[ARG1]]]
// CHECK:         return %[[V0]] :
func.func @hands_out(%t: tensor<?xi32>, %i: index) -> i32 {
  %0 = bufferization.to_buffer %t : tensor<?xi32> to memref<?xi32>
  %1 = memref.load %0[%i] : memref<?xi32>
  return %1 : i32
}
