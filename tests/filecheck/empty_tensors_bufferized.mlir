// Empty tensors that are filled and then inserted elsewhere: eliminated, and bufferized after that.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --eliminate-empty-tensors --empty-tensor-to-alloc-tensor --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops allow-unknown-ops" --cse --canonicalize | filecheck %s

// It goes to two places of one tensor: to one of them without a copy.
// CHECK-LABEL: func.func @two_places(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: i32) -> (memref<?xi32>, memref<?xi32, strided<[?], offset: ?>>)
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[ARG1]]) {{.*}} : memref<?xi32>
// CHECK:         linalg.fill ins(%[[ARG2]] : i32) outs(%[[ALLOC]] : memref<?xi32>)
// CHECK:         %[[ALLOC_0:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC_0]] :
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC_0]][1] [%[[ARG1]]] [1] : memref<?xi32> to memref<?xi32, strided<[1], offset: 1>>
// CHECK:         memref.copy %[[ALLOC]], %[[SUBVIEW]] :
// CHECK:         %[[SUBVIEW_1:.*]] = memref.subview %[[ARG0]][50] [%[[ARG1]]] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[ALLOC]], %[[SUBVIEW_1]] :
// CHECK:         return %[[ALLOC_0]], %[[ARG0]] :
func.func @two_places(%t: tensor<?xi32>, %n: index, %x: i32) -> (tensor<?xi32>, tensor<?xi32>) {
  %e = tensor.empty(%n) : tensor<?xi32>
  %f = linalg.fill ins(%x : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %0 = tensor.insert_slice %f into %t[1] [%n] [1] : tensor<?xi32> into tensor<?xi32>
  %1 = tensor.insert_slice %f into %t[50] [%n] [1] : tensor<?xi32> into tensor<?xi32>
  return %0, %1 : tensor<?xi32>, tensor<?xi32>
}

// CHECK-LABEL: func.func @one_place(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: i32) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][50] [%[[ARG1]]] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:         linalg.fill ins(%[[ARG2]] : i32) outs(%[[SUBVIEW]] : memref<?xi32, strided<[?], offset: ?>>)
// CHECK:         return %[[ARG0]] :
func.func @one_place(%t: tensor<?xi32>, %n: index, %x: i32) -> tensor<?xi32> {
  %e = tensor.empty(%n) : tensor<?xi32>
  %f = linalg.fill ins(%x : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %0 = tensor.insert_slice %f into %t[50] [%n] [1] : tensor<?xi32> into tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// In a loop, at a place that depends on it or not.
// CHECK-LABEL: func.func @place_in_a_loop(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[ARG1]] step %{{.*}} {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%{{.*}}] [4] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<4xi32, strided<[?], offset: ?>>
// CHECK:           %[[V1:.*]] = arith.index_cast %{{.*}} : index to i32
// CHECK:           linalg.fill ins(%[[V1]] : i32) outs(%[[SUBVIEW]] : memref<4xi32, strided<[?], offset: ?>>)
// CHECK:         return %[[ARG0]] :
func.func @place_in_a_loop(%t: tensor<?xi32>, %n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4xi32>
  %0 = scf.for %i = %c0 to %n step %c4 iter_args(%b = %t) -> tensor<?xi32> {
    %x = arith.index_cast %i : index to i32
    %f = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
    %1 = tensor.insert_slice %f into %b[%i] [4] [1] : tensor<4xi32> into tensor<?xi32>
    scf.yield %1 : tensor<?xi32>
  }
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @place_from_outside(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[ARG1]] step %{{.*}} {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%[[ARG2]]] [4] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<4xi32, strided<[?], offset: ?>>
// CHECK:           %[[V1:.*]] = arith.index_cast %{{.*}} : index to i32
// CHECK:           linalg.fill ins(%[[V1]] : i32) outs(%[[SUBVIEW]] : memref<4xi32, strided<[?], offset: ?>>)
// CHECK:         return %[[ARG0]] :
func.func @place_from_outside(%t: tensor<?xi32>, %n: index, %at: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4xi32>
  %0 = scf.for %i = %c0 to %n step %c4 iter_args(%b = %t) -> tensor<?xi32> {
    %x = arith.index_cast %i : index to i32
    %f = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
    %1 = tensor.insert_slice %f into %b[%at] [4] [1] : tensor<4xi32> into tensor<?xi32>
    scf.yield %1 : tensor<?xi32>
  }
  return %0 : tensor<?xi32>
}

// -----

// Its shape changes on the way: it stays.
// CHECK-LABEL: func.func @expanded(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4x5x32xi32, strided<[?, ?, ?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32) -> memref<4x5x32xi32, strided<[?, ?, ?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<32xi32>
// CHECK:         linalg.fill ins(%[[ARG1]] : i32) outs(%[[ALLOC]] : memref<32xi32>)
// CHECK:         %[[EXPAND_SHAPE:.*]] = memref.expand_shape %[[ALLOC]] {{\[\[}}0, 1, 2]] output_shape [1, 1, 32] : memref<32xi32> into memref<1x1x32xi32>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][3, 2, 0] [1, 1, 32] [1, 1, 1] : memref<4x5x32xi32, strided<[?, ?, ?], offset: ?>> to memref<1x1x32xi32, strided<[?, ?, ?], offset: ?>>
// CHECK:         memref.copy %[[EXPAND_SHAPE]], %[[SUBVIEW]] :
// CHECK:         return %[[ARG0]] :
func.func @expanded(%t: tensor<4x5x32xi32>, %x: i32) -> tensor<4x5x32xi32> {
  %e = tensor.empty() : tensor<32xi32>
  %f = linalg.fill ins(%x : i32) outs(%e : tensor<32xi32>) -> tensor<32xi32>
  %0 = tensor.expand_shape %f [[0, 1, 2]] output_shape [1, 1, 32] : tensor<32xi32> into tensor<1x1x32xi32>
  %1 = tensor.insert_slice %0 into %t[3, 2, 0] [1, 1, 32] [1, 1, 1] : tensor<1x1x32xi32> into tensor<4x5x32xi32>
  return %1 : tensor<4x5x32xi32>
}

// A cast does not matter.
// CHECK-LABEL: func.func @cast(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<64xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32) -> memref<64xi32, strided<[?], offset: ?>>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][5] [32] [1] : memref<64xi32, strided<[?], offset: ?>> to memref<32xi32, strided<[?], offset: ?>>
// CHECK:         %[[CAST:.*]] = memref.cast %[[SUBVIEW]] : memref<32xi32, strided<[?], offset: ?>> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:         linalg.fill ins(%[[ARG1]] : i32) outs(%[[CAST]] : memref<?xi32, strided<[?], offset: ?>>)
// CHECK:         return %[[ARG0]] :
func.func @cast(%t: tensor<64xi32>, %x: i32) -> tensor<64xi32> {
  %c32 = arith.constant 32 : index
  %e = tensor.empty(%c32) : tensor<?xi32>
  %f = linalg.fill ins(%x : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %0 = tensor.cast %f : tensor<?xi32> to tensor<32xi32>
  %1 = tensor.insert_slice %0 into %t[5] [32] [1] : tensor<32xi32> into tensor<64xi32>
  return %1 : tensor<64xi32>
}

// Each thread fills its own part.
// CHECK-LABEL: func.func @threads(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: i32) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         scf.forall (%{{.*}}) in (64) {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%{{.*}}] [%[[ARG1]]] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:           linalg.fill ins(%[[ARG2]] : i32) outs(%[[SUBVIEW]] : memref<?xi32, strided<[?], offset: ?>>)
// CHECK:         return %[[ARG0]] :
func.func @threads(%t: tensor<?xi32>, %n: index, %x: i32) -> tensor<?xi32> {
  %0 = scf.forall (%i) in (64) shared_outs(%o = %t) -> tensor<?xi32> {
    %e = tensor.empty(%n) : tensor<?xi32>
    %f = linalg.fill ins(%x : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %o[%i] [%n] [1] : tensor<?xi32> into tensor<?xi32>
    }
  }
  return %0 : tensor<?xi32>
}

// -----

// A slice of an argument, or an argument, is no empty tensor.
// CHECK-LABEL: func.func @not_empty(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<8xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<8xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: memref<3xi32, strided<[?], offset: ?>>) -> (memref<8xi32, strided<[?], offset: ?>>, memref<8xi32, strided<[?], offset: ?>>)
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][0] [3] [1] : memref<8xi32, strided<[?], offset: ?>> to memref<3xi32, strided<[?], offset: ?>>
// CHECK:         %[[SUBVIEW_0:.*]] = memref.subview %[[ARG1]][2] [3] [1] : memref<8xi32, strided<[?], offset: ?>> to memref<3xi32, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] :
// CHECK:         %[[SUBVIEW_1:.*]] = memref.subview %[[ARG0]][1] [3] [1] : memref<8xi32, strided<[?], offset: ?>> to memref<3xi32, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[ARG2]], %[[SUBVIEW_1]] :
// CHECK:         return %[[ARG1]], %[[ARG0]] :
func.func @not_empty(%t: tensor<8xi32>, %u: tensor<8xi32>, %s: tensor<3xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %0 = tensor.extract_slice %t[0] [3] [1] : tensor<8xi32> to tensor<3xi32>
  %1 = tensor.insert_slice %0 into %u[2] [3] [1] : tensor<3xi32> into tensor<8xi32>
  %2 = tensor.insert_slice %s into %t[1] [3] [1] : tensor<3xi32> into tensor<8xi32>
  return %1, %2 : tensor<8xi32>, tensor<8xi32>
}

// -----

// A slice of an empty tensor goes back into it, and that is read.
// CHECK-LABEL: func.func @slice_of_empty(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?x8xi8, strided<[?, ?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index) -> memref<?x8xi8, strided<[?, ?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[ARG1]]) {{.*}} : memref<?x4xi32>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][0, 0] [%[[ARG2]], 4] [1, 1] : memref<?x4xi32> to memref<?x4xi32, strided<[4, 1]>>
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK:           %[[SUBVIEW_0:.*]] = memref.subview %[[ALLOC]][0, 0] [%[[ARG1]], 4] [1, 1] : memref<?x4xi32> to memref<?x4xi32, strided<[4, 1]>>
// CHECK:           memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] :
// CHECK:           %[[ALLOC_1:.*]] = memref.alloc(%[[ARG1]]) {{.*}} : memref<?x4xi8>
// CHECK:           linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%[[ALLOC]] : memref<?x4xi32>) outs(%[[ALLOC_1]] : memref<?x4xi8>) {
// CHECK:           ^bb0(%[[IN:.*]]: i32, %[[OUT:.*]]: i8):
// CHECK:             linalg.yield %{{.*}}
// CHECK:           %[[SUBVIEW_2:.*]] = memref.subview %[[ARG0]][%[[ARG2]], %{{.*}}] [%[[ARG1]], 4] [1, 1] : memref<?x8xi8, strided<[?, ?], offset: ?>> to memref<?x4xi8, strided<[?, ?], offset: ?>>
// CHECK:           memref.copy %[[ALLOC_1]], %[[SUBVIEW_2]] :
// CHECK:         return %[[ARG0]] :
func.func @slice_of_empty(%t: tensor<?x8xi8>, %m: index, %p: index) -> tensor<?x8xi8> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty(%m) : tensor<?x4xi32>
  %s = tensor.extract_slice %e[0, 0] [%p, 4] [1, 1] : tensor<?x4xi32> to tensor<?x4xi32>
  %0 = scf.for %i = %c0 to %c8 step %c4 iter_args(%b = %t) -> tensor<?x8xi8> {
    %1 = tensor.insert_slice %s into %e[0, 0] [%m, 4] [1, 1] : tensor<?x4xi32> into tensor<?x4xi32>
    %2 = tensor.extract_slice %b[%p, %p] [%m, 4] [1, 1] : tensor<?x8xi8> to tensor<?x4xi8>
    %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%1 : tensor<?x4xi32>) outs(%2 : tensor<?x4xi8>) {
    ^bb0(%x: i32, %y: i8):
      %5 = arith.trunci %x : i32 to i8
      linalg.yield %5 : i8
    } -> tensor<?x4xi8>
    %4 = tensor.insert_slice %3 into %b[%p, %i] [%m, 4] [1, 1] : tensor<?x4xi8> into tensor<?x8xi8>
    scf.yield %4 : tensor<?x8xi8>
  }
  return %0 : tensor<?x8xi8>
}

// -----

// The place is known only after two operations, of which the second is the later one.
// CHECK-LABEL: func.func @place_told_later(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?x?xi32, strided<[?, ?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32) -> memref<?x?xi32, strided<[?, ?], offset: ?>>
// CHECK:         %[[V0:.*]] = "some.index"()
// CHECK:         %[[V1:.*]] = "another.index"()
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%[[V0]], %[[V1]]] [3, 4] [1, 1] : memref<?x?xi32, strided<[?, ?], offset: ?>> to memref<3x4xi32, strided<[?, ?], offset: ?>>
// CHECK:         linalg.fill ins(%[[ARG1]] : i32) outs(%[[SUBVIEW]] : memref<3x4xi32, strided<[?, ?], offset: ?>>)
// CHECK:         return %[[ARG0]] :
func.func @place_told_later(%t: tensor<?x?xi32>, %x: i32) -> tensor<?x?xi32> {
  %e = tensor.empty() : tensor<3x4xi32>
  %i = "some.index"() : () -> index
  %j = "another.index"() : () -> index
  %f = linalg.fill ins(%x : i32) outs(%e : tensor<3x4xi32>) -> tensor<3x4xi32>
  %0 = tensor.insert_slice %f into %t[%i, %j] [3, 4] [1, 1] : tensor<3x4xi32> into tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// -----

// Destinations other than slices: a tensor, a buffer, the output of a copy.
// CHECK-LABEL: func.func @materialized(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<3xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32) -> memref<3xi32, strided<[?], offset: ?>>
// CHECK:         linalg.fill ins(%[[ARG1]] : i32) outs(%[[ARG0]] : memref<3xi32, strided<[?], offset: ?>>)
// CHECK:         return %[[ARG0]] :
func.func @materialized(%t: tensor<3xi32>, %x: i32) -> tensor<3xi32> {
  %e = tensor.empty() : tensor<3xi32>
  %f = linalg.fill ins(%x : i32) outs(%e : tensor<3xi32>) -> tensor<3xi32>
  %0 = bufferization.materialize_in_destination %f in %t : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// CHECK-LABEL: func.func @materialized_in_a_buffer(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<3xi32>, %[[ARG1:[a-z0-9]*]]: i32)
// CHECK:         linalg.fill ins(%[[ARG1]] : i32) outs(%[[ARG0]] : memref<3xi32>)
// CHECK:         return
func.func @materialized_in_a_buffer(%m: memref<3xi32>, %x: i32) {
  %e = tensor.empty() : tensor<3xi32>
  %f = linalg.fill ins(%x : i32) outs(%e : tensor<3xi32>) -> tensor<3xi32>
  bufferization.materialize_in_destination %f in restrict writable %m : (tensor<3xi32>, memref<3xi32>) -> ()
  return
}

// CHECK-LABEL: func.func @copied(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<3xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32) -> memref<3xi32, strided<[?], offset: ?>>
// CHECK:         linalg.fill ins(%[[ARG1]] : i32) outs(%[[ARG0]] : memref<3xi32, strided<[?], offset: ?>>)
// CHECK-NEXT:    return %[[ARG0]] :
func.func @copied(%t: tensor<3xi32>, %x: i32) -> tensor<3xi32> {
  %e = tensor.empty() : tensor<3xi32>
  %f = linalg.fill ins(%x : i32) outs(%e : tensor<3xi32>) -> tensor<3xi32>
  %0 = linalg.copy ins(%f : tensor<3xi32>) outs(%t : tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// CHECK-LABEL: func.func @copied_onto_itself(
// CHECK-SAME:    ) -> memref<3xi32>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xi32>
// CHECK-NEXT:    return %[[ALLOC]] :
func.func @copied_onto_itself() -> tensor<3xi32> {
  %e = tensor.empty() : tensor<3xi32>
  %0 = linalg.copy ins(%e : tensor<3xi32>) outs(%e : tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// One of two empty tensors, which go to one buffer.
// CHECK-LABEL: func.func @one_of_two(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<3xi32>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: i32, %[[ARG3:[a-z0-9]*]]: i1)
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xi32>
// CHECK:         linalg.fill ins(%[[ARG1]] : i32) outs(%[[ALLOC]] : memref<3xi32>)
// CHECK:         %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<3xi32>
// CHECK:         linalg.fill ins(%[[ARG2]] : i32) outs(%[[ALLOC_0]] : memref<3xi32>)
// CHECK:         %[[V0:.*]] = scf.if %[[ARG3]] -> (memref<3xi32>) {
// CHECK:           scf.yield %[[ALLOC]] :
// CHECK:         } else {
// CHECK:           scf.yield %[[ALLOC_0]] :
// CHECK:         memref.copy %[[V0]], %[[ARG0]] :
// CHECK:         return
func.func @one_of_two(%m: memref<3xi32>, %x: i32, %y: i32, %c: i1) {
  %d = tensor.empty() : tensor<3xi32>
  %f = linalg.fill ins(%x : i32) outs(%d : tensor<3xi32>) -> tensor<3xi32>
  %e = tensor.empty() : tensor<3xi32>
  %g = linalg.fill ins(%y : i32) outs(%e : tensor<3xi32>) -> tensor<3xi32>
  %0 = scf.if %c -> tensor<3xi32> {
    scf.yield %f : tensor<3xi32>
  } else {
    scf.yield %g : tensor<3xi32>
  }
  bufferization.materialize_in_destination %0 in restrict writable %m : (tensor<3xi32>, memref<3xi32>) -> ()
  return
}

// -----

// Both branches fill an empty tensor for the same place.
// CHECK-LABEL: func.func @in_branches(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: i1, %[[ARG3:[a-z0-9]*]]: i32, %[[ARG4:[a-z0-9]*]]: i32) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = scf.if %[[ARG2]] -> (memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           %[[SUBVIEW_0:.*]] = memref.subview %[[ARG0]][7] [%[[ARG1]]] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:           linalg.fill ins(%[[ARG3]] : i32) outs(%[[SUBVIEW_0]] : memref<?xi32, strided<[?], offset: ?>>)
// CHECK:           scf.yield %[[SUBVIEW_0]] :
// CHECK:         } else {
// CHECK:           %[[SUBVIEW_0:.*]] = memref.subview %[[ARG0]][7] [%[[ARG1]]] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:           linalg.fill ins(%[[ARG4]] : i32) outs(%[[SUBVIEW_0]] : memref<?xi32, strided<[?], offset: ?>>)
// CHECK:           scf.yield %[[SUBVIEW_0]] :
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][7] [%[[ARG1]]] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[V0]], %[[SUBVIEW]] :
// CHECK:         return %[[ARG0]] :
func.func @in_branches(%t: tensor<?xi32>, %n: index, %c: i1, %x: i32, %y: i32) -> tensor<?xi32> {
  %0 = scf.if %c -> tensor<?xi32> {
    %d = tensor.empty(%n) : tensor<?xi32>
    %f = linalg.fill ins(%x : i32) outs(%d : tensor<?xi32>) -> tensor<?xi32>
    scf.yield %f : tensor<?xi32>
  } else {
    %e = tensor.empty(%n) : tensor<?xi32>
    %g = linalg.fill ins(%y : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
    scf.yield %g : tensor<?xi32>
  }
  %1 = tensor.insert_slice %0 into %t[7] [%n] [1] : tensor<?xi32> into tensor<?xi32>
  return %1 : tensor<?xi32>
}
