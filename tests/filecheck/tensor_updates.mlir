// Updates of tensors on buffers: which are in place, and which need a copy of what they update.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// Four insertions: into what must not be written to, twice; into what is inserted into again; and the
// last one in place.
// CHECK-LABEL: func.func @four_inserts(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: memref<5xi32, strided<[?], offset: ?>>) -> (memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32, strided<[?], offset: ?>>)
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][1] [5] [1] : memref<?xi32> to memref<5xi32, strided<[1], offset: 1>>
// CHECK:         memref.copy %[[ARG2]], %[[SUBVIEW]] :
// CHECK:         %[[ALLOC_2:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC_2]] :
// CHECK:         %[[SUBVIEW_3:.*]] = memref.subview %[[ALLOC_2]][2] [5] [1] : memref<?xi32> to memref<5xi32, strided<[1], offset: 2>>
// CHECK:         memref.copy %[[ARG2]], %[[SUBVIEW_3]] :
// CHECK:         %[[ALLOC_6:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         memref.copy %[[ARG1]], %[[ALLOC_6]] :
// CHECK:         %[[SUBVIEW_7:.*]] = memref.subview %[[ALLOC_6]][1] [5] [1] : memref<?xi32> to memref<5xi32, strided<[1], offset: 1>>
// CHECK:         memref.copy %[[ARG2]], %[[SUBVIEW_7]] :
// CHECK:         %[[SUBVIEW_8:.*]] = memref.subview %[[ARG1]][2] [5] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<5xi32, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[ARG2]], %[[SUBVIEW_8]] :
// CHECK:         return %[[ALLOC]], %[[ALLOC_2]], %[[ALLOC_6]], %[[ARG1]] :
func.func @four_inserts(%frozen: tensor<?xi32> {bufferization.writable = false}, %t: tensor<?xi32>, %s: tensor<5xi32>)
    -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %0 = tensor.insert_slice %s into %frozen[1] [5] [1] : tensor<5xi32> into tensor<?xi32>
  %1 = tensor.insert_slice %s into %frozen[2] [5] [1] : tensor<5xi32> into tensor<?xi32>
  %2 = tensor.insert_slice %s into %t[1] [5] [1] : tensor<5xi32> into tensor<?xi32>
  %3 = tensor.insert_slice %s into %t[2] [5] [1] : tensor<5xi32> into tensor<?xi32>
  return %0, %1, %2, %3 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

// An insertion, then a fill of the whole; and the other way round.
// CHECK-LABEL: func.func @insert_then_fill(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<5xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: i32) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][1] [5] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<5xi32, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[ARG1]], %[[SUBVIEW]] :
// CHECK:         linalg.fill ins(%[[ARG2]] : i32) outs(%[[ARG0]] : memref<?xi32, strided<[?], offset: ?>>)
// CHECK:         return %[[ARG0]] :
func.func @insert_then_fill(%t: tensor<?xi32>, %s: tensor<5xi32>, %x: i32) -> tensor<?xi32> {
  %0 = tensor.insert_slice %s into %t[1] [5] [1] : tensor<5xi32> into tensor<?xi32>
  %1 = linalg.fill ins(%x : i32) outs(%0 : tensor<?xi32>) -> tensor<?xi32>
  return %1 : tensor<?xi32>
}

// CHECK-LABEL: func.func @fill_then_insert(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<5xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: i32) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         linalg.fill ins(%[[ARG2]] : i32) outs(%[[ARG0]] : memref<?xi32, strided<[?], offset: ?>>)
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][1] [5] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<5xi32, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[ARG1]], %[[SUBVIEW]] :
// CHECK:         return %[[ARG0]] :
func.func @fill_then_insert(%t: tensor<?xi32>, %s: tensor<5xi32>, %x: i32) -> tensor<?xi32> {
  %0 = linalg.fill ins(%x : i32) outs(%t : tensor<?xi32>) -> tensor<?xi32>
  %1 = tensor.insert_slice %s into %0[1] [5] [1] : tensor<5xi32> into tensor<?xi32>
  return %1 : tensor<?xi32>
}

// CHECK-LABEL: func.func @insert_into_frozen(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<5xi32, strided<[?], offset: ?>>) -> memref<?xi32>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][1] [5] [1] : memref<?xi32> to memref<5xi32, strided<[1], offset: 1>>
// CHECK:         memref.copy %[[ARG1]], %[[SUBVIEW]] :
// CHECK:         return %[[ALLOC]] :
func.func @insert_into_frozen(%t: tensor<?xi32> {bufferization.writable = false}, %s: tensor<5xi32>) -> tensor<?xi32> {
  %0 = tensor.insert_slice %s into %t[1] [5] [1] : tensor<5xi32> into tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @insert_an_element(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]]
// CHECK:         return %[[ARG0]] :
func.func @insert_an_element(%t: tensor<?xi32>, %x: i32, %i: index) -> tensor<?xi32> {
  %0 = tensor.insert %x into %t[%i] : tensor<?xi32>
  return %0 : tensor<?xi32>
}

// A cast of the whole goes into a part of it: the cast copies.
// CHECK-LABEL: func.func @cast_into_a_part(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<?xi32, strided<[?], offset: ?>> to memref<6xi32, strided<[?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<6xi32>
// CHECK:         memref.copy %[[CAST]], %[[ALLOC]] :
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%[[ARG1]]] [6] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<6xi32, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[ALLOC]], %[[SUBVIEW]] :
// CHECK:         return %[[ARG0]] :
func.func @cast_into_a_part(%t: tensor<?xi32>, %i: index) -> tensor<?xi32> {
  %0 = tensor.cast %t : tensor<?xi32> to tensor<6xi32>
  %1 = tensor.insert_slice %0 into %t[%i] [6] [1] : tensor<6xi32> into tensor<?xi32>
  return %1 : tensor<?xi32>
}

// Asking for an extent is no read of what is in the tensor.
// CHECK-LABEL: func.func @extent_after_an_update(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> (memref<?xi32, strided<[?], offset: ?>>, index)
// CHECK:         memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]]
// CHECK:         return %[[ARG0]], %{{.*}}
func.func @extent_after_an_update(%t: tensor<?xi32>, %x: i32, %i: index) -> (tensor<?xi32>, index) {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %x into %t[%i] : tensor<?xi32>
  %1 = tensor.dim %t, %c0 : tensor<?xi32>
  return %0, %1 : tensor<?xi32>, index
}

// -----

// What was filled is read; then a part of the original is replaced, or all of it.
// CHECK-LABEL: func.func @part_after_a_fill(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<8xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<3xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: i32, %[[ARG3:[a-z0-9]*]]: index) -> (memref<8xi32, strided<[?], offset: ?>>, i32)
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<8xi32>
// CHECK:         linalg.fill ins(%[[ARG2]] : i32) outs(%[[ALLOC]] : memref<8xi32>)
// CHECK:         %[[V0:.*]] = memref.load %[[ALLOC]][%[[ARG3]]]
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][0] [3] [1] : memref<8xi32, strided<[?], offset: ?>> to memref<3xi32, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[ARG1]], %[[SUBVIEW]] :
// CHECK:         return %[[ARG0]], %[[V0]] :
func.func @part_after_a_fill(%t: tensor<8xi32>, %s: tensor<3xi32>, %x: i32, %i: index) -> (tensor<8xi32>, i32) {
  %0 = linalg.fill ins(%x : i32) outs(%t : tensor<8xi32>) -> tensor<8xi32>
  %1 = tensor.extract %0[%i] : tensor<8xi32>
  %2 = tensor.insert_slice %s into %t[0] [3] [1] : tensor<3xi32> into tensor<8xi32>
  return %2, %1 : tensor<8xi32>, i32
}

// CHECK-LABEL: func.func @all_after_a_fill(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<8xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<8xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: i32, %[[ARG3:[a-z0-9]*]]: index) -> (memref<8xi32, strided<[?], offset: ?>>, i32)
// CHECK:         linalg.fill ins(%[[ARG2]] : i32) outs(%[[ARG0]] : memref<8xi32, strided<[?], offset: ?>>)
// CHECK:         %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG3]]]
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][0] [8] [1] : memref<8xi32, strided<[?], offset: ?>> to memref<8xi32, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[ARG1]], %[[SUBVIEW]] :
// CHECK:         return %[[ARG0]], %[[V0]] :
func.func @all_after_a_fill(%t: tensor<8xi32>, %s: tensor<8xi32>, %x: i32, %i: index) -> (tensor<8xi32>, i32) {
  %0 = linalg.fill ins(%x : i32) outs(%t : tensor<8xi32>) -> tensor<8xi32>
  %1 = tensor.extract %0[%i] : tensor<8xi32>
  %2 = tensor.insert_slice %s into %t[0] [8] [1] : tensor<8xi32> into tensor<8xi32>
  return %2, %1 : tensor<8xi32>, i32
}

// -----

// Loops over slices of lower rank.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4x6x8xi32, strided<[?, ?, ?], offset: ?>>, %{{.*}}: index) -> memref<?x6x8xi32>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3x6x8xi32>
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<3x6x8xi32> to memref<?x6x8xi32>
// CHECK:         %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<6x8xi32>
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ARG3:.*]] = %[[CAST]]) -> (memref<?x6x8xi32>) {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%{{.*}}, 0, 0] [1, 6, 8] [1, 1, 1] : memref<4x6x8xi32, strided<[?, ?, ?], offset: ?>> to memref<6x8xi32, strided<[?, ?], offset: ?>>
// CHECK:           %[[V1:.*]] = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ARG5:.*]] = %[[ALLOC_0]]) -> (memref<6x8xi32>) {
// CHECK:             %[[SUBVIEW_3:.*]] = memref.subview %[[SUBVIEW]][%{{.*}}, 0] [1, 8] [1, 1] : memref<6x8xi32, strided<[?, ?], offset: ?>> to memref<1x8xi32, strided<[?, ?], offset: ?>>
// CHECK:             %[[SUBVIEW_4:.*]] = memref.subview %[[ARG5]][%{{.*}}, 0] [1, 8] [1, 1] : memref<6x8xi32> to memref<1x8xi32, strided<[8, 1], offset: ?>>
// CHECK:             memref.copy %[[SUBVIEW_3]], %[[SUBVIEW_4]] :
// CHECK:             scf.yield %[[ARG5]] :
// CHECK:           %[[SUBVIEW_2:.*]] = memref.subview %[[ARG3]][%{{.*}}, 0, 0] [1, 6, 8] [1, 1, 1] : memref<?x6x8xi32> to memref<6x8xi32, strided<[8, 1], offset: ?>>
// CHECK:           memref.copy %[[V1]], %[[SUBVIEW_2]] :
// CHECK:           scf.yield %[[ARG3]] :
// CHECK:         return %[[V0]] :
func.func @rows(%t: tensor<4x6x8xi32>, %k: index) -> tensor<?x6x8xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %e = bufferization.alloc_tensor() : tensor<3x6x8xi32>
  %u = tensor.cast %e : tensor<3x6x8xi32> to tensor<?x6x8xi32>
  %tile = bufferization.alloc_tensor() : tensor<6x8xi32>
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %u) -> tensor<?x6x8xi32> {
    %1 = tensor.extract_slice %t[%i, 0, 0] [1, 6, 8] [1, 1, 1] : tensor<4x6x8xi32> to tensor<6x8xi32>
    %2 = scf.for %j = %c0 to %c6 step %c1 iter_args(%b = %tile) -> tensor<6x8xi32> {
      %3 = tensor.extract_slice %1[%j, 0] [1, 8] [1, 1] : tensor<6x8xi32> to tensor<1x8xi32>
      %4 = tensor.insert_slice %3 into %b[%j, 0] [1, 8] [1, 1] : tensor<1x8xi32> into tensor<6x8xi32>
      scf.yield %4 : tensor<6x8xi32>
    }
    %5 = tensor.insert_slice %2 into %a[%i, 0, 0] [1, 6, 8] [1, 1, 1] : tensor<6x8xi32> into tensor<?x6x8xi32>
    scf.yield %5 : tensor<?x6x8xi32>
  }
  return %0 : tensor<?x6x8xi32>
}

// A row of an output of higher rank, by threads; and the whole output by one thread.
// CHECK-LABEL: func.func @rows_by_threads(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<10xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<4x10xi32, strided<[?, ?], offset: ?>>) -> memref<4x10xi32, strided<[?, ?], offset: ?>>
// CHECK:         scf.forall (%{{.*}}) in (10) {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%{{.*}}] [1] [1] : memref<10xi32, strided<[?], offset: ?>> to memref<1xi32, strided<[?], offset: ?>>
// CHECK:           %[[SUBVIEW_0:.*]] = memref.subview %[[ARG1]][2, %{{.*}}] [1, 1] [1, 1] : memref<4x10xi32, strided<[?, ?], offset: ?>> to memref<1xi32, strided<[?], offset: ?>>
// CHECK:           memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] :
// CHECK:         return %[[ARG1]] :
func.func @rows_by_threads(%s: tensor<10xi32>, %t: tensor<4x10xi32>) -> tensor<4x10xi32> {
  %0 = scf.forall (%i) in (10) shared_outs(%o = %t) -> tensor<4x10xi32> {
    %1 = tensor.extract_slice %s[%i] [1] [1] : tensor<10xi32> to tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[2, %i] [1, 1] [1, 1] : tensor<1xi32> into tensor<4x10xi32>
    }
  }
  return %0 : tensor<4x10xi32>
}

// CHECK-LABEL: func.func @all_by_one_thread(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<2xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32) -> memref<2xi32, strided<[?], offset: ?>>
// CHECK:         scf.forall (%{{.*}}) in (1) {
// CHECK:           linalg.fill ins(%[[ARG1]] : i32) outs(%[[ARG0]] : memref<2xi32, strided<[?], offset: ?>>)
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][0] [2] [1] : memref<2xi32, strided<[?], offset: ?>> to memref<2xi32, strided<[?], offset: ?>>
// CHECK:           memref.copy %[[ARG0]], %[[SUBVIEW]] :
// CHECK:         return %[[ARG0]] :
func.func @all_by_one_thread(%t: tensor<2xi32>, %x: i32) -> tensor<2xi32> {
  %0 = scf.forall (%i) in (1) shared_outs(%o = %t) -> tensor<2xi32> {
    %1 = linalg.fill ins(%x : i32) outs(%o : tensor<2xi32>) -> tensor<2xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[0] [2] [1] : tensor<2xi32> into tensor<2xi32>
    }
  }
  return %0 : tensor<2xi32>
}

// What the threads insert is a copy, for the original is read.
// CHECK-LABEL: func.func @copies_by_threads(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<1xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<10xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: i32) -> memref<10xi32, strided<[?], offset: ?>>
// CHECK:         scf.forall (%{{.*}}) in (10) {
// CHECK:           %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<1xi32>
// CHECK:           memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:           memref.store %[[ARG2]], %[[ALLOC]][%{{.*}}]
// CHECK:           %[[V0:.*]] = memref.load %[[ARG0]][%{{.*}}]
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG1]][%{{.*}}] [1] [1] : memref<10xi32, strided<[?], offset: ?>> to memref<1xi32, strided<[?], offset: ?>>
// CHECK:           memref.copy %[[ALLOC]], %[[SUBVIEW]] :
// CHECK:         return %[[ARG1]] :
func.func @copies_by_threads(%s: tensor<1xi32>, %t: tensor<10xi32>, %x: i32) -> tensor<10xi32> {
  %c0 = arith.constant 0 : index
  %0 = scf.forall (%i) in (10) shared_outs(%o = %t) -> tensor<10xi32> {
    %1 = tensor.insert %x into %s[%c0] : tensor<1xi32>
    %2 = tensor.extract %s[%c0] : tensor<1xi32>
    vector.print %2 : i32
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i] [1] [1] : tensor<1xi32> into tensor<10xi32>
    }
  }
  return %0 : tensor<10xi32>
}

// -----

// Reshaping: of a constant by a constant, by a shape that is made here, and of a part of a buffer in
// a memory space, which has to be copied for that.
// CHECK:         memref.global "private" constant @__constant_2xi64 : memref<2xi64> = dense<[3, 2]> {alignment = 64 : i64}
// CHECK:         memref.global "private" constant @__constant_6xi32 : memref<6xi32> = dense<1> {alignment = 64 : i64}
// CHECK-LABEL: func.func @reshape_a_constant(
// CHECK-SAME:    ) -> memref<3x2xi32>
// CHECK:         %[[V0:.*]] = memref.get_global @__constant_6xi32 : memref<6xi32>
// CHECK:         %[[CAST:.*]] = memref.cast %[[V0]] : memref<6xi32> to memref<?xi32>
// CHECK:         %[[V1:.*]] = memref.get_global @__constant_2xi64 : memref<2xi64>
// CHECK:         %[[RESHAPE:.*]] = memref.reshape %[[CAST]](%[[V1]]) : (memref<?xi32>, memref<2xi64>) -> memref<3x2xi32>
// CHECK:         return %[[RESHAPE]] :
func.func @reshape_a_constant() -> tensor<3x2xi32> {
  %0 = arith.constant dense<1> : tensor<6xi32>
  %1 = tensor.cast %0 : tensor<6xi32> to tensor<?xi32>
  %2 = arith.constant dense<[3, 2]> : tensor<2xi64>
  %3 = tensor.reshape %1(%2) : (tensor<?xi32>, tensor<2xi64>) -> tensor<3x2xi32>
  return %3 : tensor<3x2xi32>
}

// CHECK-LABEL: func.func @reshape_to_what_is_told(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index, %[[ARG1:[a-z0-9]*]]: index) -> memref<?x?xi32>
// CHECK:         %[[V0:.*]] = memref.get_global @__constant_6xi32 : memref<6xi32>
// CHECK:         %[[CAST:.*]] = memref.cast %[[V0]] : memref<6xi32> to memref<?xi32>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<2xindex>
// CHECK:         memref.store %[[ARG0]], %[[ALLOC]][%{{.*}}]
// CHECK:         memref.store %[[ARG1]], %[[ALLOC]][%{{.*}}]
// CHECK:         %[[RESHAPE:.*]] = memref.reshape %[[CAST]](%[[ALLOC]]) : (memref<?xi32>, memref<2xindex>) -> memref<?x?xi32>
// CHECK:         return %[[RESHAPE]] :
func.func @reshape_to_what_is_told(%m: index, %n: index) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = arith.constant dense<1> : tensor<6xi32>
  %1 = tensor.cast %0 : tensor<6xi32> to tensor<?xi32>
  %2 = bufferization.alloc_tensor() : tensor<2xindex>
  %3 = tensor.insert %m into %2[%c0] : tensor<2xindex>
  %4 = tensor.insert %n into %3[%c1] : tensor<2xindex>
  %5 = tensor.reshape %1(%4) : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x?xi32>
  return %5 : tensor<?x?xi32>
}

// CHECK-LABEL: func.func @reshape_a_part(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<3x4xi32, strided<[?, ?], offset: ?>, 2>, %[[ARG1:[a-z0-9]*]]: memref<2xi64, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: index) -> i32
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][2, 0] [1, 4] [1, 1] : memref<3x4xi32, strided<[?, ?], offset: ?>, 2> to memref<4xi32, strided<[?], offset: ?>, 2>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<4xi32, 2>
// CHECK:         memref.copy %[[SUBVIEW]], %[[ALLOC]] :
// CHECK:         %[[RESHAPE:.*]] = memref.reshape %[[ALLOC]](%[[ARG1]]) : (memref<4xi32, 2>, memref<2xi64, strided<[?], offset: ?>>) -> memref<2x2xi32, 2>
// CHECK:         %[[V0:.*]] = memref.load %[[RESHAPE]][%[[ARG2]], %[[ARG2]]]
// CHECK:         return %[[V0]] :
func.func @reshape_a_part(%m: memref<3x4xi32, strided<[?, ?], offset: ?>, 2>, %shape: tensor<2xi64>, %i: index) -> i32 {
  %0 = bufferization.to_tensor %m restrict : memref<3x4xi32, strided<[?, ?], offset: ?>, 2> to tensor<3x4xi32>
  %1 = tensor.extract_slice %0[2, 0] [1, 4] [1, 1] : tensor<3x4xi32> to tensor<4xi32>
  %2 = tensor.reshape %1(%shape) : (tensor<4xi32>, tensor<2xi64>) -> tensor<2x2xi32>
  %3 = tensor.extract %2[%i, %i] : tensor<2x2xi32>
  return %3 : i32
}

// A part is updated (in a copy) and collapsed (in another one).
// CHECK-LABEL: func.func @update_and_collapse(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<6x9xi32, strided<[?, ?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> (memref<2x3xi32>, memref<6xi32>)
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][1, 2] [2, 3] [1, 1] : memref<6x9xi32, strided<[?, ?], offset: ?>> to memref<2x3xi32, strided<[?, ?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<2x3xi32>
// CHECK:         memref.copy %[[SUBVIEW]], %[[ALLOC]] :
// CHECK:         memref.store %[[ARG1]], %[[ALLOC]][%[[ARG2]], %[[ARG2]]]
// CHECK:         %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<2x3xi32>
// CHECK:         memref.copy %[[SUBVIEW]], %[[ALLOC_0]] :
// CHECK:         %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[ALLOC_0]] {{\[\[}}0, 1]] : memref<2x3xi32> into memref<6xi32>
// CHECK:         return %[[ALLOC]], %[[COLLAPSE_SHAPE]] :
func.func @update_and_collapse(%t: tensor<6x9xi32>, %x: i32, %i: index) -> (tensor<2x3xi32>, tensor<6xi32>) {
  %0 = tensor.extract_slice %t[1, 2] [2, 3] [1, 1] : tensor<6x9xi32> to tensor<2x3xi32>
  %1 = tensor.insert %x into %0[%i, %i] : tensor<2x3xi32>
  %2 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xi32> into tensor<6xi32>
  return %1, %2 : tensor<2x3xi32>, tensor<6xi32>
}

// Padding in the memory space of the source.
// CHECK-LABEL: func.func @pad_in_a_space(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %{{.*}}: index, %[[ARG2:[a-z0-9]*]]: i32, %[[ARG3:[a-z0-9]*]]: index) -> i32
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32, 2>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<9xi32, 2>
// CHECK:         linalg.map outs(%[[ALLOC_0]]
// CHECK:             linalg.index 0
// CHECK:             linalg.yield %[[ARG2]] :
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC_0]][1] [%{{.*}}] [1] : memref<9xi32, 2> to memref<?xi32, strided<[1], offset: 1>, 2>
// CHECK:         memref.copy %[[ALLOC]], %[[SUBVIEW]] :
// CHECK:         %[[V0:.*]] = memref.load %[[ALLOC_0]][%[[ARG3]]]
// CHECK:         return %[[V0]] :
func.func @pad_in_a_space(%t: tensor<?xi32>, %h: index, %x: i32, %i: index) -> i32 {
  %0 = bufferization.alloc_tensor() copy(%t) {memory_space = 2 : i64} : tensor<?xi32>
  %1 = tensor.pad %0 low[1] high[%h] {
  ^bb0(%k: index):
    tensor.yield %x : i32
  } : tensor<?xi32> to tensor<9xi32>
  %2 = tensor.extract %1[%i] : tensor<9xi32>
  return %2 : i32
}
