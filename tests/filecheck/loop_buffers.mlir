// Loops and regions on buffers: what they carry, and what they hand out, gets a buffer of one type.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops allow-unknown-ops" | filecheck %s

// A loop that overwrites what it carries and yields another tensor.
// CHECK-LABEL: func.func @overwrites_and_yields_another(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: i32) -> (i32, i32)
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG2]] step %{{.*}} iter_args(%[[ARG5:.*]] = %[[ALLOC]]) -> (memref<?xi32>) {
// CHECK:           linalg.fill ins(%[[ARG3]] : i32) outs(%[[ARG5]] : memref<?xi32>)
// CHECK:           %[[ALLOC_3:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:           memref.copy %[[ARG1]], %[[ALLOC_3]] :
// CHECK:           scf.yield %[[ALLOC_3]] :
// CHECK:         %[[V1:.*]] = memref.load %[[V0]][%{{.*}}]
// CHECK:         %[[V2:.*]] = memref.load %[[ARG0]][%{{.*}}]
// CHECK:         return %[[V1]], %[[V2]] :
func.func @overwrites_and_yields_another(%t: tensor<?xi32>, %u: tensor<?xi32>, %n: index, %x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> (tensor<?xi32>) {
    %f = linalg.fill ins(%x : i32) outs(%b : tensor<?xi32>) -> tensor<?xi32>
    scf.yield %u : tensor<?xi32>
  }
  %1 = tensor.extract %0[%c1] : tensor<?xi32>
  %2 = tensor.extract %t[%c1] : tensor<?xi32>
  return %1, %2 : i32, i32
}

// Insertions into both, one of them a copy.
// CHECK-LABEL: func.func @insert_into_both(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: memref<2xi32, strided<[?], offset: ?>>, %[[ARG3:[a-z0-9]*]]: index) -> (memref<?xi32>, memref<?xi32, strided<[?], offset: ?>>)
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         %[[V0:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %[[ARG3]] step %{{.*}} iter_args(%[[ARG5:.*]] = %[[ALLOC]], %[[ARG6:.*]] = %[[ARG1]]) -> (memref<?xi32>, memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG5]][%{{.*}}] [2] [1] : memref<?xi32> to memref<2xi32, strided<[1], offset: ?>>
// CHECK:           memref.copy %[[ARG2]], %[[SUBVIEW]] :
// CHECK:           %[[SUBVIEW_1:.*]] = memref.subview %[[ARG6]][%{{.*}}] [2] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<2xi32, strided<[?], offset: ?>>
// CHECK:           memref.copy %[[ARG2]], %[[SUBVIEW_1]] :
// CHECK:           scf.yield %[[ARG5]], %[[ARG6]] :
// CHECK:         return %[[V0]]#0, %[[V0]]#1
func.func @insert_into_both(%frozen: tensor<?xi32> {bufferization.writable = false}, %t: tensor<?xi32>, %s: tensor<2xi32>,
                            %n: index) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0:2 = scf.for %i = %c0 to %n step %c2 iter_args(%a = %frozen, %b = %t) -> (tensor<?xi32>, tensor<?xi32>) {
    %1 = tensor.insert_slice %s into %a[%i] [2] [1] : tensor<2xi32> into tensor<?xi32>
    %2 = tensor.insert_slice %s into %b[%i] [2] [1] : tensor<2xi32> into tensor<?xi32>
    scf.yield %1, %2 : tensor<?xi32>, tensor<?xi32>
  }
  return %0#0, %0#1 : tensor<?xi32>, tensor<?xi32>
}

// A loop in a loop, and a scf.if in a loop, of one buffer.
// CHECK-LABEL: func.func @loop_in_a_loop(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: i32) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG1]] step %{{.*}} iter_args(%[[ARG4:.*]] = %[[ARG0]]) -> (memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           %[[V1:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG1]] step %{{.*}} iter_args(%[[ARG6:.*]] = %[[ARG4]]) -> (memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:             memref.store %[[ARG2]], %[[ARG6]][%{{.*}}]
// CHECK:             scf.yield %[[ARG6]] :
// CHECK:           scf.yield %[[V1]] :
// CHECK:         return %[[V0]] :
func.func @loop_in_a_loop(%t: tensor<?xi32>, %n: index, %x: i32) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<?xi32> {
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<?xi32> {
      %2 = tensor.insert %x into %b[%j] : tensor<?xi32>
      scf.yield %2 : tensor<?xi32>
    }
    scf.yield %1 : tensor<?xi32>
  }
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @if_in_a_loop(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: i1, %[[ARG3:[a-z0-9]*]]: i32) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG1]] step %{{.*}} iter_args(%[[ARG5:.*]] = %[[ARG0]]) -> (memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           %[[V1:.*]] = scf.if %[[ARG2]] -> (memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:             scf.yield %[[ARG5]] :
// CHECK:           } else {
// CHECK:             memref.store %[[ARG3]], %[[ARG5]][%{{.*}}]
// CHECK:             scf.yield %[[ARG5]] :
// CHECK:           scf.yield %[[V1]] :
// CHECK:         return %[[V0]] :
func.func @if_in_a_loop(%t: tensor<?xi32>, %n: index, %c: i1, %x: i32) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<?xi32> {
    %1 = scf.if %c -> tensor<?xi32> {
      scf.yield %a : tensor<?xi32>
    } else {
      %2 = tensor.insert %x into %a[%i] : tensor<?xi32>
      scf.yield %2 : tensor<?xi32>
    }
    scf.yield %1 : tensor<?xi32>
  }
  return %0 : tensor<?xi32>
}

// Values that are no tensors are carried along.
// CHECK-LABEL: func.func @with_a_scalar(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: i32) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %[[ARG1]] step %{{.*}} iter_args(%[[ARG4:.*]] = %{{.*}}, %[[ARG5:.*]] = %[[ARG0]]) -> (index, memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           memref.store %[[ARG2]], %[[ARG5]][%[[ARG4]]]
// CHECK:           scf.yield %{{.*}}, %[[ARG5]] :
// CHECK:         return %[[V0]]#1
func.func @with_a_scalar(%t: tensor<?xi32>, %n: index, %x: i32) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c1, %b = %t) -> (index, tensor<?xi32>) {
    %1 = tensor.insert %x into %b[%k] : tensor<?xi32>
    scf.yield %i, %1 : index, tensor<?xi32>
  }
  return %0#1 : tensor<?xi32>
}

// -----

// What is yielded is not what is carried: another tensor, a new one, or the two turned. Each round
// copies what the next one overwrites.
// CHECK-LABEL: func.func @yields_the_first_and_writes(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: i32) -> memref<?xi32>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG1]] step %{{.*}} iter_args(%[[ARG4:.*]] = %[[ALLOC]]) -> (memref<?xi32>) {
// CHECK:           memref.store %[[ARG2]], %[[ARG4]][%{{.*}}]
// CHECK:           memref.load %[[ARG4]][%{{.*}}]
// CHECK:           %[[ALLOC_3:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:           memref.copy %[[ARG0]], %[[ALLOC_3]] :
// CHECK:           scf.yield %[[ALLOC_3]] :
// CHECK:         return %[[V0]] :
func.func @yields_the_first_and_writes(%t: tensor<?xi32>, %n: index, %x: i32) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> tensor<?xi32> {
    %1 = tensor.insert %x into %b[%i] : tensor<?xi32>
    %2 = tensor.extract %1[%c0] : tensor<?xi32>
    vector.print %2 : i32
    scf.yield %t : tensor<?xi32>
  }
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @yields_a_new_one(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG1]] step %{{.*}} iter_args(%[[ARG3:.*]] = %[[ARG0]]) -> (memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:           %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:           scf.yield %[[CAST]] :
// CHECK:         return %[[V0]] :
func.func @yields_a_new_one(%t: tensor<?xi32>, %n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> tensor<?xi32> {
    %e = bufferization.alloc_tensor(%i) : tensor<?xi32>
    scf.yield %e : tensor<?xi32>
  }
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @yields_turned(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: memref<2xi32, strided<[?], offset: ?>>, %[[ARG3:[a-z0-9]*]]: index) -> (i32, i32)
// CHECK:         %[[V0:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %[[ARG3]] step %{{.*}} iter_args(%[[ARG5:.*]] = %[[ARG0]], %[[ARG6:.*]] = %[[ARG1]]) -> (memref<?xi32, strided<[?], offset: ?>>, memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG5]][1] [2] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<2xi32, strided<[?], offset: ?>>
// CHECK:           memref.copy %[[ARG2]], %[[SUBVIEW]] :
// CHECK:           %[[SUBVIEW_0:.*]] = memref.subview %[[ARG6]][1] [2] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<2xi32, strided<[?], offset: ?>>
// CHECK:           memref.copy %[[ARG2]], %[[SUBVIEW_0]] :
// CHECK:           %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:           memref.copy %[[ARG6]], %[[ALLOC]] :
// CHECK:           %[[ALLOC_4:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:           memref.copy %[[ARG5]], %[[ALLOC_4]] :
// CHECK:           %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:           %[[CAST_5:.*]] = memref.cast %[[ALLOC_4]] : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:           scf.yield %[[CAST]], %[[CAST_5]] :
// CHECK:         %[[V1:.*]] = memref.load %[[V0]]#0[%[[ARG3]]]
// CHECK:         %[[V2:.*]] = memref.load %[[V0]]#1[%[[ARG3]]]
// CHECK:         return %[[V1]], %[[V2]] :
func.func @yields_turned(%t: tensor<?xi32>, %u: tensor<?xi32>, %s: tensor<2xi32>, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u) -> (tensor<?xi32>, tensor<?xi32>) {
    %1 = tensor.insert_slice %s into %a[1] [2] [1] : tensor<2xi32> into tensor<?xi32>
    %2 = tensor.insert_slice %s into %b[1] [2] [1] : tensor<2xi32> into tensor<?xi32>
    scf.yield %2, %1 : tensor<?xi32>, tensor<?xi32>
  }
  %3 = tensor.extract %0#0[%n] : tensor<?xi32>
  %4 = tensor.extract %0#1[%n] : tensor<?xi32>
  return %3, %4 : i32, i32
}

// The copies are in the memory space of what is carried.
// CHECK-LABEL: func.func @yields_turned_in_a_space(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index, %[[ARG1:[a-z0-9]*]]: memref<2xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: index) -> (i32, i32)
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[ARG0]]) {{.*}} : memref<?xi32, 2>
// CHECK:         %[[ALLOC_0:.*]] = memref.alloc(%[[ARG0]]) {{.*}} : memref<?xi32, 2>
// CHECK:         %[[V0:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %[[ARG2]] step %{{.*}} iter_args(%[[ARG4:.*]] = %[[ALLOC]], %[[ARG5:.*]] = %[[ALLOC_0]]) -> (memref<?xi32, 2>, memref<?xi32, 2>) {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG4]][1] [2] [1] : memref<?xi32, 2> to memref<2xi32, strided<[1], offset: 1>, 2>
// CHECK:           memref.copy %[[ARG1]], %[[SUBVIEW]] :
// CHECK:           %[[SUBVIEW_1:.*]] = memref.subview %[[ARG5]][1] [2] [1] : memref<?xi32, 2> to memref<2xi32, strided<[1], offset: 1>, 2>
// CHECK:           memref.copy %[[ARG1]], %[[SUBVIEW_1]] :
// CHECK:           %[[ALLOC_3:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32, 2>
// CHECK:           memref.copy %[[ARG5]], %[[ALLOC_3]] :
// CHECK:           %[[ALLOC_6:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32, 2>
// CHECK:           memref.copy %[[ARG4]], %[[ALLOC_6]] :
// CHECK:           scf.yield %[[ALLOC_3]], %[[ALLOC_6]] :
// CHECK:         %[[V1:.*]] = memref.load %[[V0]]#0[%[[ARG2]]]
// CHECK:         %[[V2:.*]] = memref.load %[[V0]]#1[%[[ARG2]]]
// CHECK:         return %[[V1]], %[[V2]] :
func.func @yields_turned_in_a_space(%k: index, %s: tensor<2xi32>, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = bufferization.alloc_tensor(%k) {memory_space = 2 : i64} : tensor<?xi32>
  %u = bufferization.alloc_tensor(%k) {memory_space = 2 : i64} : tensor<?xi32>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u) -> (tensor<?xi32>, tensor<?xi32>) {
    %1 = tensor.insert_slice %s into %a[1] [2] [1] : tensor<2xi32> into tensor<?xi32>
    %2 = tensor.insert_slice %s into %b[1] [2] [1] : tensor<2xi32> into tensor<?xi32>
    scf.yield %2, %1 : tensor<?xi32>, tensor<?xi32>
  }
  %3 = tensor.extract %0#0[%n] : tensor<?xi32>
  %4 = tensor.extract %0#1[%n] : tensor<?xi32>
  return %3, %4 : i32, i32
}

// The original is read in the loop through a view, and what is carried is written to.
// CHECK-LABEL: func.func @reads_the_original(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> memref<?xi32>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[ARG0]]) {{.*}} : memref<?xi32>
// CHECK:         linalg.map outs(%[[ALLOC]]
// CHECK:             %[[V1:.*]] = linalg.index 0
// CHECK:             linalg.yield %[[ARG1]] :
// CHECK:         %[[ALLOC_1:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         memref.copy %[[ALLOC]], %[[ALLOC_1]] :
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG2]] step %{{.*}} iter_args(%[[ARG4:.*]] = %[[ALLOC_1]]) -> (memref<?xi32>) {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][%{{.*}}] [%[[ARG0]]] [1] : memref<?xi32> to memref<?xi32, strided<[1], offset: ?>>
// CHECK:           %[[V1:.*]] = memref.load %[[SUBVIEW]][%{{.*}}]
// CHECK:           memref.store %[[V1]], %[[ARG4]][%{{.*}}]
// CHECK:           scf.yield %[[ARG4]] :
// CHECK:         return %[[V0]] :
func.func @reads_the_original(%k: index, %x: i32, %n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = tensor.generate %k {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<?xi32>
  %0 = scf.for %i = %c1 to %n step %c1 iter_args(%b = %t) -> tensor<?xi32> {
    %1 = tensor.extract_slice %t[%i] [%k] [1] : tensor<?xi32> to tensor<?xi32>
    %2 = tensor.extract %1[%c0] : tensor<?xi32>
    %3 = tensor.insert %2 into %b[%i] : tensor<?xi32>
    scf.yield %3 : tensor<?xi32>
  }
  return %0 : tensor<?xi32>
}

// Slices have another layout in each round: the loop carries a type for all of them.
// CHECK-LABEL: func.func @carries_slices(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index) -> i32
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[ARG0]]) {{.*}} : memref<?xi32>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][2] [%[[ARG1]]] [1] : memref<?xi32> to memref<?xi32, strided<[1], offset: 2>>
// CHECK:         %[[CAST:.*]] = memref.cast %[[SUBVIEW]] : memref<?xi32, strided<[1], offset: 2>> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG2]] step %{{.*}} iter_args(%[[ARG4:.*]] = %[[CAST]]) -> (memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           %[[V2:.*]] = "some.extent"()
// CHECK:           %[[SUBVIEW_0:.*]] = memref.subview %[[ARG4]][1] [%[[V2]]] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:           scf.yield %[[SUBVIEW_0]] :
// CHECK:         %[[V1:.*]] = memref.load %[[V0]][%{{.*}}]
// CHECK:         return %[[V1]] :
func.func @carries_slices(%k: index, %m: index, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = bufferization.alloc_tensor(%k) : tensor<?xi32>
  %t = tensor.extract_slice %e[2] [%m] [1] : tensor<?xi32> to tensor<?xi32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> tensor<?xi32> {
    %s = "some.extent"() : () -> index
    %1 = tensor.extract_slice %b[1] [%s] [1] : tensor<?xi32> to tensor<?xi32>
    scf.yield %1 : tensor<?xi32>
  }
  %2 = tensor.extract %0[%c1] : tensor<?xi32>
  return %2 : i32
}

// -----

// Loops that only hand on carry it as it is, also what must not be written to.
// REFERENCE: mlir-opt copies what the loop only passes on.
// CHECK-LABEL: func.func @hand_on(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: index) -> (memref<?xi32, strided<[?], offset: ?>>, memref<?xi32, strided<[?], offset: ?>>)
// CHECK-NOT:     memref.copy
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG2]] step %{{.*}} iter_args(%[[ARG4:.*]] = %[[ARG0]]) -> (memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           scf.yield %[[ARG4]] :
// CHECK:         %[[V1:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG2]] step %{{.*}} iter_args(%[[ARG4:.*]] = %[[ARG1]]) -> (memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           scf.yield %[[ARG4]] :
// CHECK:         return %[[V0]], %[[V1]] :
func.func @hand_on(%frozen: tensor<?xi32> {bufferization.writable = false}, %t: tensor<?xi32>, %n: index) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %frozen) -> (tensor<?xi32>) {
    scf.yield %b : tensor<?xi32>
  }
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> (tensor<?xi32>) {
    scf.yield %b : tensor<?xi32>
  }
  return %0, %1 : tensor<?xi32>, tensor<?xi32>
}

// It yields the tensor that it starts with.
// CHECK-LABEL: func.func @yields_the_first(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK-NOT:     memref.copy
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG1]] step %{{.*}} iter_args(%{{.*}} = %[[ARG0]]) -> (memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           scf.yield %[[ARG0]] :
// CHECK:         return %[[V0]] :
func.func @yields_the_first(%t: tensor<?xi32>, %n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> tensor<?xi32> {
    scf.yield %t : tensor<?xi32>
  }
  return %0 : tensor<?xi32>
}

// -----

// scf.while in place, condition and body.
// CHECK:         memref.global "private" constant @__constant_xi8 : memref<i8> = dense<4> {alignment = 64 : i64}
// CHECK-LABEL: func.func @while_positive(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi1, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: i1) -> memref<?xi1, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]]:2 = scf.while (%[[ARG3:.*]] = %[[ARG0]], %[[ARG4:.*]] = %[[ARG1]]) : (memref<?xi1, strided<[?], offset: ?>>, index) -> (memref<?xi1, strided<[?], offset: ?>>, index) {
// CHECK:           %[[V1:.*]] = memref.load %[[ARG3]][%[[ARG1]]]
// CHECK:           scf.condition(%[[V1]]) %[[ARG3]], %[[ARG4]] : memref<?xi1, strided<[?], offset: ?>>, index
// CHECK:         } do {
// CHECK:         ^bb0(%[[ARG3:.*]]: memref<?xi1, strided<[?], offset: ?>>, %[[ARG4:.*]]: index):
// CHECK:           memref.store %[[ARG2]], %[[ARG3]][%[[ARG4]]]
// CHECK:           scf.yield %[[ARG3]], %[[ARG4]] :
// CHECK:         return %[[V0]]#0
func.func @while_positive(%t: tensor<?xi1>, %i: index, %x: i1) -> tensor<?xi1> {
  %0:2 = scf.while (%a = %t, %k = %i) : (tensor<?xi1>, index) -> (tensor<?xi1>, index) {
    %1 = tensor.extract %a[%i] : tensor<?xi1>
    scf.condition(%1) %a, %k : tensor<?xi1>, index
  } do {
  ^bb0(%b: tensor<?xi1>, %k: index):
    %2 = tensor.insert %x into %b[%k] : tensor<?xi1>
    scf.yield %2, %k : tensor<?xi1>, index
  }
  return %0#0 : tensor<?xi1>
}

// It carries a tensor and has no results, or has one and carries a scalar.
// CHECK-LABEL: func.func @while_without_results(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<3xi1, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<3xi1, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: i1)
// CHECK:         scf.while (%[[ARG4:.*]] = %[[ARG1]]) : (memref<3xi1, strided<[?], offset: ?>>) -> () {
// CHECK:           %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG2]]]
// CHECK:           scf.condition(%[[V0]])
// CHECK:         } do {
// CHECK:           %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xi1>
// CHECK:           memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:           memref.store %[[ARG3]], %[[ALLOC]][%[[ARG2]]]
// CHECK:           %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<3xi1> to memref<3xi1, strided<[?], offset: ?>>
// CHECK:           scf.yield %[[CAST]] :
// CHECK:         return
func.func @while_without_results(%t: tensor<3xi1>, %u: tensor<3xi1>, %i: index, %x: i1) {
  scf.while (%a = %u) : (tensor<3xi1>) -> () {
    %0 = tensor.extract %t[%i] : tensor<3xi1>
    scf.condition(%0)
  } do {
    %1 = tensor.insert %x into %t[%i] : tensor<3xi1>
    scf.yield %1 : tensor<3xi1>
  }
  return
}

// CHECK-LABEL: func.func @while_result_from_the_condition(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i1) -> memref<i8>
// CHECK:         %[[V0:.*]] = memref.get_global @__constant_xi8 : memref<i8>
// CHECK:         %[[V1:.*]] = scf.while (%[[ARG1:.*]] = %[[ARG0]]) : (i1) -> memref<i8> {
// CHECK:           %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<i8>
// CHECK:           memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:           scf.condition(%[[ARG1]]) %[[ALLOC]] : memref<i8>
// CHECK:         } do {
// CHECK:         ^bb0(%[[ARG1:.*]]: memref<i8>):
// CHECK:           scf.yield %[[ARG0]] :
// CHECK:         return %[[V1]] :
func.func @while_result_from_the_condition(%x: i1) -> tensor<i8> {
  %0 = arith.constant dense<4> : tensor<i8>
  %1 = scf.while (%a = %x) : (i1) -> tensor<i8> {
    scf.condition(%a) %0 : tensor<i8>
  } do {
  ^bb0(%b: tensor<i8>):
    scf.yield %x : i1
  }
  return %1 : tensor<i8>
}

// Slices in both regions: types that both can be cast to.
// CHECK-LABEL: func.func @while_over_slices(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: i32) -> i32
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[ARG0]]) {{.*}} : memref<?xi32>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][2] [%[[ARG1]]] [1] : memref<?xi32> to memref<?xi32, strided<[1], offset: 2>>
// CHECK:         %[[CAST:.*]] = memref.cast %[[SUBVIEW]] : memref<?xi32, strided<[1], offset: 2>> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = scf.while (%[[ARG3:.*]] = %[[CAST]]) : (memref<?xi32, strided<[?], offset: ?>>) -> memref<?xi32> {
// CHECK:           %[[V2:.*]] = "some.condition"()
// CHECK:           %[[V3:.*]] = "some.extent"()
// CHECK:           %[[SUBVIEW_0:.*]] = memref.subview %[[ARG3]][1] [%[[V3]]] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:           %[[ALLOC_1:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:           memref.copy %[[SUBVIEW_0]], %[[ALLOC_1]] :
// CHECK:           scf.condition(%[[V2]]) %[[ALLOC_1]] : memref<?xi32>
// CHECK:         } do {
// CHECK:         ^bb0(%[[ARG3:.*]]: memref<?xi32>):
// CHECK:           memref.store %[[ARG2]], %[[ARG3]][%{{.*}}]
// CHECK:           %[[CAST_0:.*]] = memref.cast %[[ARG3]] : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:           scf.yield %[[CAST_0]] :
// CHECK:         %[[V1:.*]] = memref.load %[[V0]][%{{.*}}]
// CHECK:         return %[[V1]] :
func.func @while_over_slices(%k: index, %m: index, %x: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %e = bufferization.alloc_tensor(%k) : tensor<?xi32>
  %t = tensor.extract_slice %e[2] [%m] [1] : tensor<?xi32> to tensor<?xi32>
  %0 = scf.while (%a = %t) : (tensor<?xi32>) -> tensor<?xi32> {
    %c = "some.condition"() : () -> i1
    %s = "some.extent"() : () -> index
    %1 = tensor.extract_slice %a[1] [%s] [1] : tensor<?xi32> to tensor<?xi32>
    scf.condition(%c) %1 : tensor<?xi32>
  } do {
  ^bb0(%b: tensor<?xi32>):
    %2 = tensor.insert %x into %b[%c1] : tensor<?xi32>
    scf.yield %2 : tensor<?xi32>
  }
  %3 = tensor.extract %0[%c1] : tensor<?xi32>
  return %3 : i32
}

// -----

// The condition hands them on turned; the body as well, or not. It writes to one of them, of which the
// condition passes a copy; the other one may be any buffer.
// REFERENCE: mlir-opt copies both in the condition.
// CHECK-LABEL: func.func @while_condition_turns(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<3xi1, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<3xi1, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: i1) -> (memref<3xi1>, memref<3xi1, strided<[?], offset: ?>>)
// CHECK:         %[[V0:.*]]:2 = scf.while (%[[ARG4:.*]] = %[[ARG0]], %[[ARG5:.*]] = %[[ARG1]]) : (memref<3xi1, strided<[?], offset: ?>>, memref<3xi1, strided<[?], offset: ?>>) -> (memref<3xi1>, memref<3xi1, strided<[?], offset: ?>>) {
// CHECK:           %[[V1:.*]] = memref.load %[[ARG4]][%[[ARG2]]]
// CHECK:           %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xi1>
// CHECK:           memref.copy %[[ARG5]], %[[ALLOC]] :
// CHECK:           scf.condition(%[[V1]]) %[[ALLOC]], %[[ARG4]] :
// CHECK:         } do {
// CHECK:         ^bb0(%[[ARG4:.*]]: memref<3xi1>, %[[ARG5:.*]]: memref<3xi1, strided<[?], offset: ?>>):
// CHECK:           memref.store %[[ARG3]], %[[ARG4]][%[[ARG2]]]
// CHECK:           %[[CAST:.*]] = memref.cast %[[ARG4]] : memref<3xi1> to memref<3xi1, strided<[?], offset: ?>>
// CHECK:           scf.yield %[[CAST]], %[[ARG5]] :
// CHECK:         return %[[V0]]#0, %[[V0]]#1
func.func @while_condition_turns(%t: tensor<3xi1>, %u: tensor<3xi1>, %i: index, %x: i1) -> (tensor<3xi1>, tensor<3xi1>) {
  %0:2 = scf.while (%a = %t, %b = %u) : (tensor<3xi1>, tensor<3xi1>) -> (tensor<3xi1>, tensor<3xi1>) {
    %1 = tensor.extract %a[%i] : tensor<3xi1>
    scf.condition(%1) %b, %a : tensor<3xi1>, tensor<3xi1>
  } do {
  ^bb0(%p: tensor<3xi1>, %q: tensor<3xi1>):
    %2 = tensor.insert %x into %p[%i] : tensor<3xi1>
    scf.yield %2, %q : tensor<3xi1>, tensor<3xi1>
  }
  return %0#0, %0#1 : tensor<3xi1>, tensor<3xi1>
}

// CHECK-LABEL: func.func @while_both_turn(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<3xi1, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<3xi1, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: i1) -> (memref<3xi1>, memref<3xi1, strided<[?], offset: ?>>)
// CHECK:         %[[V0:.*]]:2 = scf.while (%[[ARG4:.*]] = %[[ARG0]], %[[ARG5:.*]] = %[[ARG1]]) : (memref<3xi1, strided<[?], offset: ?>>, memref<3xi1, strided<[?], offset: ?>>) -> (memref<3xi1>, memref<3xi1, strided<[?], offset: ?>>) {
// CHECK:           %[[V1:.*]] = memref.load %[[ARG4]][%[[ARG2]]]
// CHECK:           %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xi1>
// CHECK:           memref.copy %[[ARG5]], %[[ALLOC]] :
// CHECK:           scf.condition(%[[V1]]) %[[ALLOC]], %[[ARG4]] :
// CHECK:         } do {
// CHECK:         ^bb0(%[[ARG4:.*]]: memref<3xi1>, %[[ARG5:.*]]: memref<3xi1, strided<[?], offset: ?>>):
// CHECK:           memref.store %[[ARG3]], %[[ARG4]][%[[ARG2]]]
// CHECK:           %[[CAST:.*]] = memref.cast %[[ARG4]] : memref<3xi1> to memref<3xi1, strided<[?], offset: ?>>
// CHECK:           scf.yield %[[ARG5]], %[[CAST]] :
// CHECK:         return %[[V0]]#0, %[[V0]]#1
func.func @while_both_turn(%t: tensor<3xi1>, %u: tensor<3xi1>, %i: index, %x: i1) -> (tensor<3xi1>, tensor<3xi1>) {
  %0:2 = scf.while (%a = %t, %b = %u) : (tensor<3xi1>, tensor<3xi1>) -> (tensor<3xi1>, tensor<3xi1>) {
    %1 = tensor.extract %a[%i] : tensor<3xi1>
    scf.condition(%1) %b, %a : tensor<3xi1>, tensor<3xi1>
  } do {
  ^bb0(%p: tensor<3xi1>, %q: tensor<3xi1>):
    %2 = tensor.insert %x into %p[%i] : tensor<3xi1>
    scf.yield %q, %2 : tensor<3xi1>, tensor<3xi1>
  }
  return %0#0, %0#1 : tensor<3xi1>, tensor<3xi1>
}

// -----

// The body yields a collapsed new tensor, a cast one, or the result of a loop over an outer tensor; the
// conditions pass on what they get.
// REFERENCE: mlir-opt copies what the loop only passes on.
// CHECK-LABEL: func.func @while_yields_collapsed(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<i64, strided<[], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i1)
// CHECK-NOT:     memref.copy
// CHECK:         scf.while (%[[ARG2:.*]] = %[[ARG0]]) : (memref<i64, strided<[], offset: ?>>) -> memref<i64, strided<[], offset: ?>> {
// CHECK:           scf.condition(%[[ARG1]]) %[[ARG2]] : memref<i64, strided<[], offset: ?>>
// CHECK:         } do {
// CHECK:         ^bb0(%{{.*}}: memref<i64, strided<[], offset: ?>>):
// CHECK:           %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<1xi64>
// CHECK:           %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[ALLOC]] [] : memref<1xi64> into memref<i64>
// CHECK:           %[[CAST:.*]] = memref.cast %[[COLLAPSE_SHAPE]] : memref<i64> to memref<i64, strided<[], offset: ?>>
// CHECK:           scf.yield %[[CAST]] :
// CHECK:         return
func.func @while_yields_collapsed(%t: tensor<i64>, %c: i1) {
  %0 = scf.while (%a = %t) : (tensor<i64>) -> tensor<i64> {
    scf.condition(%c) %a : tensor<i64>
  } do {
  ^bb0(%b: tensor<i64>):
    %e = bufferization.alloc_tensor() : tensor<1xi64>
    %1 = tensor.collapse_shape %e [] : tensor<1xi64> into tensor<i64>
    scf.yield %1 : tensor<i64>
  }
  return
}

// CHECK-LABEL: func.func @while_yields_a_cast(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i1, %[[ARG1:[a-z0-9]*]]: index) -> memref<3xindex>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xindex>
// CHECK:         %[[V0:.*]] = scf.while (%[[ARG2:.*]] = %[[ALLOC]]) : (memref<3xindex>) -> memref<3xindex> {
// CHECK:           scf.condition(%[[ARG0]]) %[[ARG2]] : memref<3xindex>
// CHECK:         } do {
// CHECK:         ^bb0(%{{.*}}: memref<3xindex>):
// CHECK:           %[[CAST_0:.*]] = memref.cast %[[ALLOC]] : memref<3xindex> to memref<?xindex>
// CHECK:           memref.store %[[ARG1]], %[[CAST_0]][%[[ARG1]]]
// CHECK:           %[[CAST_1:.*]] = memref.cast %[[CAST_0]] : memref<?xindex> to memref<3xindex>
// CHECK:           scf.yield %[[CAST_1]] :
// CHECK:         return %[[V0]] :
func.func @while_yields_a_cast(%c: i1, %i: index) -> tensor<3xindex> {
  %e = bufferization.alloc_tensor() : tensor<3xindex>
  %0 = scf.while (%a = %e) : (tensor<3xindex>) -> tensor<3xindex> {
    scf.condition(%c) %a : tensor<3xindex>
  } do {
  ^bb0(%b: tensor<3xindex>):
    %1 = tensor.cast %e : tensor<3xindex> to tensor<?xindex>
    %2 = tensor.insert %i into %1[%i] : tensor<?xindex>
    %3 = tensor.cast %2 : tensor<?xindex> to tensor<3xindex>
    scf.yield %3 : tensor<3xindex>
  }
  return %0 : tensor<3xindex>
}

// CHECK-LABEL: func.func @while_in_a_while(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i1)
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<i64>
// CHECK-NOT:     memref.alloc
// CHECK:         scf.while (%[[ARG1:.*]] = %[[ALLOC]]) : (memref<i64>) -> memref<i64> {
// CHECK:           scf.condition(%[[ARG0]]) %[[ARG1]] : memref<i64>
// CHECK:         } do {
// CHECK:           %[[V1:.*]] = scf.while (%[[ARG2:.*]] = %[[ALLOC]]) : (memref<i64>) -> memref<i64> {
// CHECK:             scf.condition(%[[ARG0]]) %[[ARG2]] : memref<i64>
// CHECK:           } do {
// CHECK:             scf.yield %[[ALLOC]] :
// CHECK:           scf.yield %[[V1]] :
// CHECK:         return
func.func @while_in_a_while(%c: i1) {
  %e = bufferization.alloc_tensor() : tensor<i64>
  %0 = scf.while (%a = %e) : (tensor<i64>) -> tensor<i64> {
    scf.condition(%c) %a : tensor<i64>
  } do {
  ^bb0(%b: tensor<i64>):
    %1 = scf.while (%p = %e) : (tensor<i64>) -> tensor<i64> {
      scf.condition(%c) %p : tensor<i64>
    } do {
    ^bb0(%q: tensor<i64>):
      scf.yield %e : tensor<i64>
    }
    scf.yield %1 : tensor<i64>
  }
  return
}

// -----

// A loop in the body of one, which yields a tensor from outside, and writes to what it carries.
// REFERENCE: differs because what the loop carries would be the outer buffer in one round and a copy of it
// in another; a copy is yielded here (see tests/differences/yielded_*.mlir).
// CHECK-LABEL: func.func @while_in_a_while_and_writes(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i1, %[[ARG1:[a-z0-9]*]]: i64)
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<i64>
// CHECK:         scf.while (%[[ARG2:.*]] = %[[ALLOC]]) : (memref<i64>) -> memref<i64> {
// CHECK:           scf.condition(%[[ARG0]]) %[[ARG2]] : memref<i64>
// CHECK:         } do {
// CHECK:           %[[V1:.*]] = scf.while (%[[ARG3:.*]] = %[[ALLOC]]) : (memref<i64>) -> memref<i64> {
// CHECK:             scf.condition(%[[ARG0]]) %[[ARG3]] : memref<i64>
// CHECK:           } do {
// CHECK:           ^bb0(%[[ARG3:.*]]: memref<i64>):
// CHECK:             memref.store %[[ARG1]], %[[ARG3]][] :
// CHECK:             memref.load %[[ARG3]][] :
// CHECK:             %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<i64>
// CHECK:             memref.copy %[[ALLOC]], %[[ALLOC_0]] :
// CHECK:             scf.yield %[[ALLOC_0]] :
// CHECK:           scf.yield %[[V1]] :
// CHECK:         return
func.func @while_in_a_while_and_writes(%c: i1, %x: i64) {
  %e = bufferization.alloc_tensor() : tensor<i64>
  %0 = scf.while (%a = %e) : (tensor<i64>) -> tensor<i64> {
    scf.condition(%c) %a : tensor<i64>
  } do {
  ^bb0(%b: tensor<i64>):
    %1 = scf.while (%p = %e) : (tensor<i64>) -> tensor<i64> {
      scf.condition(%c) %p : tensor<i64>
    } do {
    ^bb0(%q: tensor<i64>):
      %2 = tensor.insert %x into %q[] : tensor<i64>
      %3 = tensor.extract %2[] : tensor<i64>
      vector.print %3 : i64
      scf.yield %e : tensor<i64>
    }
    scf.yield %1 : tensor<i64>
  }
  return
}

// -----

// scf.if: in place, two arguments, and a memory space; and of undefined contents, which need no copy.
// CHECK-LABEL: func.func @if_update(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i1, %[[ARG2:[a-z0-9]*]]: i32, %[[ARG3:[a-z0-9]*]]: index) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = scf.if %[[ARG1]] -> (memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           scf.yield %[[ARG0]] :
// CHECK:         } else {
// CHECK:           memref.store %[[ARG2]], %[[ARG0]][%[[ARG3]]]
// CHECK:           scf.yield %[[ARG0]] :
// CHECK:         return %[[V0]] :
func.func @if_update(%t: tensor<?xi32>, %c: i1, %x: i32, %i: index) -> tensor<?xi32> {
  %0 = scf.if %c -> tensor<?xi32> {
    scf.yield %t : tensor<?xi32>
  } else {
    %1 = tensor.insert %x into %t[%i] : tensor<?xi32>
    scf.yield %1 : tensor<?xi32>
  }
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @if_either(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i1, %[[ARG1:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = scf.if %[[ARG0]] -> (memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           scf.yield %[[ARG1]] :
// CHECK:         } else {
// CHECK:           scf.yield %[[ARG2]] :
// CHECK:         return %[[V0]] :
func.func @if_either(%c: i1, %t: tensor<?xi32> {bufferization.writable = false}, %u: tensor<?xi32> {bufferization.writable = false}) -> tensor<?xi32> {
  %0 = scf.if %c -> tensor<?xi32> {
    scf.yield %t : tensor<?xi32>
  } else {
    scf.yield %u : tensor<?xi32>
  }
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @if_in_a_space(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i1, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> (i32, i32)
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xi32, 2>
// CHECK:         linalg.fill ins(%[[ARG1]] : i32) outs(%[[ALLOC]] : memref<3xi32, 2>)
// CHECK:         %[[V0:.*]] = scf.if %[[ARG0]] -> (memref<3xi32, 2>) {
// CHECK:           scf.yield %[[ALLOC]] :
// CHECK:         } else {
// CHECK:           %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<3xi32, 2>
// CHECK:           memref.copy %[[ALLOC]], %[[ALLOC_0]] :
// CHECK:           memref.store %[[ARG1]], %[[ALLOC_0]][%[[ARG2]]]
// CHECK:           scf.yield %[[ALLOC_0]] :
// CHECK:         %[[V1:.*]] = memref.load %[[ALLOC]][%[[ARG2]]]
// CHECK:         %[[V2:.*]] = memref.load %[[V0]][%[[ARG2]]]
// CHECK:         return %[[V1]], %[[V2]] :
func.func @if_in_a_space(%c: i1, %x: i32, %i: index) -> (i32, i32) {
  %e = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<3xi32>
  %f = linalg.fill ins(%x : i32) outs(%e : tensor<3xi32>) -> tensor<3xi32>
  %0 = scf.if %c -> tensor<3xi32> {
    scf.yield %f : tensor<3xi32>
  } else {
    %1 = tensor.insert %x into %f[%i] : tensor<3xi32>
    scf.yield %1 : tensor<3xi32>
  }
  %2 = tensor.extract %f[%i] : tensor<3xi32>
  %3 = tensor.extract %0[%i] : tensor<3xi32>
  return %2, %3 : i32, i32
}

// CHECK-LABEL: func.func @if_undefined(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i1, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> (memref<3xi32>, i32)
// CHECK:         %[[V0:.*]] = scf.if %[[ARG0]] -> (memref<3xi32>) {
// CHECK:           %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xi32>
// CHECK:           scf.yield %[[ALLOC]] :
// CHECK:         } else {
// CHECK:           %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xi32>
// CHECK:           scf.yield %[[ALLOC]] :
// CHECK:         memref.store %[[ARG1]], %[[V0]][%[[ARG2]]]
// CHECK:         %[[V1:.*]] = memref.load %[[V0]][%[[ARG2]]]
// CHECK:         return %[[V0]], %[[V1]] :
func.func @if_undefined(%c: i1, %x: i32, %i: index) -> (tensor<3xi32>, i32) {
  %0 = scf.if %c -> tensor<3xi32> {
    %e = bufferization.alloc_tensor() : tensor<3xi32>
    scf.yield %e : tensor<3xi32>
  } else {
    %e = bufferization.alloc_tensor() : tensor<3xi32>
    scf.yield %e : tensor<3xi32>
  }
  %1 = tensor.insert %x into %0[%i] : tensor<3xi32>
  %2 = tensor.extract %0[%i] : tensor<3xi32>
  return %1, %2 : tensor<3xi32>, i32
}

// -----

// scf.execute_region: an update of what is read later, of what is not, a new tensor, and a space.
// CHECK-LABEL: func.func @region_updates_what_is_read(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> (i32, memref<?xi32>, i32)
// CHECK:         %[[V0:.*]]:2 = scf.execute_region -> (i32, memref<?xi32>) {
// CHECK:           %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:           memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:           memref.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]]
// CHECK:           scf.yield %[[ARG1]], %[[ALLOC]] :
// CHECK:         %[[V1:.*]] = memref.load %[[ARG0]][%[[ARG2]]]
// CHECK:         return %[[V0]]#0, %[[V0]]#1, %[[V1]] :
func.func @region_updates_what_is_read(%t: tensor<?xi32>, %x: i32, %i: index) -> (i32, tensor<?xi32>, i32) {
  %0, %1 = scf.execute_region -> (i32, tensor<?xi32>) {
    %2 = tensor.insert %x into %t[%i] : tensor<?xi32>
    scf.yield %x, %2 : i32, tensor<?xi32>
  }
  %3 = tensor.extract %t[%i] : tensor<?xi32>
  return %0, %1, %3 : i32, tensor<?xi32>, i32
}

// CHECK-LABEL: func.func @region_updates(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> (i32, memref<?xi32, strided<[?], offset: ?>>)
// CHECK:         %[[V0:.*]]:2 = scf.execute_region -> (i32, memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]]
// CHECK:           scf.yield %[[ARG1]], %[[ARG0]] :
// CHECK:         return %[[V0]]#0, %[[V0]]#1
func.func @region_updates(%t: tensor<?xi32>, %x: i32, %i: index) -> (i32, tensor<?xi32>) {
  %0, %1 = scf.execute_region -> (i32, tensor<?xi32>) {
    %2 = tensor.insert %x into %t[%i] : tensor<?xi32>
    scf.yield %x, %2 : i32, tensor<?xi32>
  }
  return %0, %1 : i32, tensor<?xi32>
}

// CHECK-LABEL: func.func @region_with_a_new_tensor(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index, %[[ARG1:[a-z0-9]*]]: index) -> i32
// CHECK:         %[[V0:.*]] = scf.execute_region -> memref<?xi32> {
// CHECK:           %[[ALLOC:.*]] = memref.alloc(%[[ARG0]]) {{.*}} : memref<?xi32>
// CHECK:           scf.yield %[[ALLOC]] :
// CHECK:         %[[V1:.*]] = memref.load %[[V0]][%[[ARG1]]]
// CHECK:         return %[[V1]] :
func.func @region_with_a_new_tensor(%n: index, %i: index) -> i32 {
  %0 = scf.execute_region -> tensor<?xi32> {
    %e = bufferization.alloc_tensor(%n) : tensor<?xi32>
    scf.yield %e : tensor<?xi32>
  }
  %1 = tensor.extract %0[%i] : tensor<?xi32>
  return %1 : i32
}

// CHECK-LABEL: func.func @region_with_an_outer_tensor(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: i32) -> i32
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[ARG0]]) {{.*}} : memref<?xi32>
// CHECK:         %[[V0:.*]] = scf.execute_region -> memref<?xi32> {
// CHECK:           scf.yield %[[ALLOC]] :
// CHECK:         memref.store %[[ARG2]], %[[V0]][%[[ARG1]]]
// CHECK:         %[[V1:.*]] = memref.load %[[V0]][%[[ARG1]]]
// CHECK:         return %[[V1]] :
func.func @region_with_an_outer_tensor(%n: index, %i: index, %x: i32) -> i32 {
  %e = bufferization.alloc_tensor(%n) : tensor<?xi32>
  %0 = scf.execute_region -> tensor<?xi32> {
    scf.yield %e : tensor<?xi32>
  }
  %1 = tensor.insert %x into %0[%i] : tensor<?xi32>
  %2 = tensor.extract %1[%i] : tensor<?xi32>
  return %2 : i32
}

// CHECK-LABEL: func.func @region_in_a_space(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i32, %[[ARG1:[a-z0-9]*]]: index) -> i32
// CHECK:         %[[V0:.*]] = scf.execute_region -> memref<3xi32, 2> {
// CHECK:           %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xi32, 2>
// CHECK:           memref.store %[[ARG0]], %[[ALLOC]][%[[ARG1]]]
// CHECK:           scf.yield %[[ALLOC]] :
// CHECK:         %[[V1:.*]] = memref.load %[[V0]][%[[ARG1]]]
// CHECK:         return %[[V1]] :
func.func @region_in_a_space(%x: i32, %i: index) -> i32 {
  %0 = scf.execute_region -> tensor<3xi32> {
    %e = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<3xi32>
    %1 = tensor.insert %x into %e[%i] : tensor<3xi32>
    scf.yield %1 : tensor<3xi32>
  }
  %2 = tensor.extract %0[%i] : tensor<3xi32>
  return %2 : i32
}

// -----

// scf.forall: parts of the output are written in place.
// CHECK-LABEL: func.func @threads(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: f32) -> (memref<?xf32, strided<[?], offset: ?>>, f32)
// CHECK:         scf.forall (%{{.*}}) in (%[[ARG1]]) {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][3] [%[[ARG2]]] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:           linalg.fill ins(%[[ARG3]] : f32) outs(%[[SUBVIEW]] : memref<?xf32, strided<[?], offset: ?>>)
// CHECK:           %[[SUBVIEW_0:.*]] = memref.subview %[[ARG0]][3] [%[[ARG2]]] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:           memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] :
// CHECK:         %[[V0:.*]] = memref.load %[[ARG0]][%{{.*}}]
// CHECK:         return %[[ARG0]], %[[V0]] :
func.func @threads(%t: tensor<?xf32>, %n: index, %k: index, %x: f32) -> (tensor<?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> tensor<?xf32> {
    %1 = tensor.extract_slice %o[3] [%k] [1] : tensor<?xf32> to tensor<?xf32>
    %2 = linalg.fill ins(%x : f32) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %o[3] [%k] [1] : tensor<?xf32> into tensor<?xf32>
    }
  }
  %3 = tensor.extract %0[%c0] : tensor<?xf32>
  return %0, %3 : tensor<?xf32>, f32
}

// The output is read after the loop: the loop writes to a copy.
// CHECK-LABEL: func.func @threads_and_a_read(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: f32) -> (f32, f32)
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         scf.forall (%{{.*}}) in (%[[ARG1]]) {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][3] [%[[ARG2]]] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 3>>
// CHECK:           linalg.fill ins(%[[ARG3]] : f32) outs(%[[SUBVIEW]] : memref<?xf32, strided<[1], offset: 3>>)
// CHECK:           %[[SUBVIEW_1:.*]] = memref.subview %[[ALLOC]][3] [%[[ARG2]]] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 3>>
// CHECK:           memref.copy %[[SUBVIEW]], %[[SUBVIEW_1]] :
// CHECK:         %[[V0:.*]] = memref.load %[[ARG0]][%{{.*}}]
// CHECK:         %[[V1:.*]] = memref.load %[[ALLOC]][%{{.*}}]
// CHECK:         return %[[V0]], %[[V1]] :
func.func @threads_and_a_read(%t: tensor<?xf32>, %n: index, %k: index, %x: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> tensor<?xf32> {
    %1 = tensor.extract_slice %o[3] [%k] [1] : tensor<?xf32> to tensor<?xf32>
    %2 = linalg.fill ins(%x : f32) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %o[3] [%k] [1] : tensor<?xf32> into tensor<?xf32>
    }
  }
  %3 = tensor.extract %t[%c0] : tensor<?xf32>
  %4 = tensor.extract %0[%c0] : tensor<?xf32>
  return %3, %4 : f32, f32
}

// Tiles of a product.
// CHECK-LABEL: func.func @threads_multiply(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<6x4xf32, strided<[?, ?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<4x6xf32, strided<[?, ?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: memref<6x6xf32, strided<[?, ?], offset: ?>>) -> memref<6x6xf32, strided<[?, ?], offset: ?>>
// CHECK:         scf.forall (%{{.*}}, %{{.*}}) = (0, 0) to (6, 6) step (3, 2) {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%{{.*}}, 0] [3, 4] [1, 1] : memref<6x4xf32, strided<[?, ?], offset: ?>> to memref<3x4xf32, strided<[?, ?], offset: ?>>
// CHECK:           %[[SUBVIEW_0:.*]] = memref.subview %[[ARG1]][0, %{{.*}}] [4, 2] [1, 1] : memref<4x6xf32, strided<[?, ?], offset: ?>> to memref<4x2xf32, strided<[?, ?], offset: ?>>
// CHECK:           %[[SUBVIEW_1:.*]] = memref.subview %[[ARG2]][%{{.*}}, %{{.*}}] [3, 2] [1, 1] : memref<6x6xf32, strided<[?, ?], offset: ?>> to memref<3x2xf32, strided<[?, ?], offset: ?>>
// CHECK:           linalg.matmul ins(%[[SUBVIEW]], %[[SUBVIEW_0]] : memref<3x4xf32, strided<[?, ?], offset: ?>>, memref<4x2xf32, strided<[?, ?], offset: ?>>) outs(%[[SUBVIEW_1]] : memref<3x2xf32, strided<[?, ?], offset: ?>>)
// CHECK:           %[[SUBVIEW_2:.*]] = memref.subview %[[ARG2]][%{{.*}}, %{{.*}}] [3, 2] [1, 1] : memref<6x6xf32, strided<[?, ?], offset: ?>> to memref<3x2xf32, strided<[?, ?], offset: ?>>
// CHECK:           memref.copy %[[SUBVIEW_1]], %[[SUBVIEW_2]] :
// CHECK:         return %[[ARG2]] :
func.func @threads_multiply(%a: tensor<6x4xf32>, %b: tensor<4x6xf32>, %c: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %0 = scf.forall (%i, %j) = (0, 0) to (6, 6) step (3, 2) shared_outs(%o = %c) -> tensor<6x6xf32> {
    %1 = tensor.extract_slice %a[%i, 0] [3, 4] [1, 1] : tensor<6x4xf32> to tensor<3x4xf32>
    %2 = tensor.extract_slice %b[0, %j] [4, 2] [1, 1] : tensor<4x6xf32> to tensor<4x2xf32>
    %3 = tensor.extract_slice %o[%i, %j] [3, 2] [1, 1] : tensor<6x6xf32> to tensor<3x2xf32>
    %4 = linalg.matmul ins(%1, %2 : tensor<3x4xf32>, tensor<4x2xf32>) outs(%3 : tensor<3x2xf32>) -> tensor<3x2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %4 into %o[%i, %j] [3, 2] [1, 1] : tensor<3x2xf32> into tensor<6x6xf32>
    }
  }
  return %0 : tensor<6x6xf32>
}

// The output is read under its outer name: that is a private copy. Another tensor is only read.
// CHECK-LABEL: func.func @threads_read_the_original(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<12xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index) -> f32
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<12xf32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         scf.forall (%{{.*}}) = (0) to (12) step (4) {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][%{{.*}}] [4] [1] : memref<12xf32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK:           %[[V1:.*]] = memref.load %[[ARG0]][%{{.*}}]
// CHECK:           memref.store %[[V1]], %[[SUBVIEW]][%[[ARG1]]]
// CHECK:           %[[SUBVIEW_0:.*]] = memref.subview %[[ALLOC]][%{{.*}}] [4] [1] : memref<12xf32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK:           memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] :
// CHECK:         %[[V0:.*]] = memref.load %[[ALLOC]][%[[ARG1]]]
// CHECK:         return %[[V0]] :
func.func @threads_read_the_original(%t: tensor<12xf32>, %k: index) -> f32 {
  %0 = scf.forall (%i) = (0) to (12) step (4) shared_outs(%o = %t) -> tensor<12xf32> {
    %1 = tensor.extract_slice %o[%i] [4] [1] : tensor<12xf32> to tensor<4xf32>
    %2 = tensor.extract %t[%i] : tensor<12xf32>
    %3 = tensor.insert %2 into %1[%k] : tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %3 into %o[%i] [4] [1] : tensor<4xf32> into tensor<12xf32>
    }
  }
  %4 = tensor.extract %0[%k] : tensor<12xf32>
  return %4 : f32
}

// CHECK-LABEL: func.func @threads_read_another(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<12xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<12xf32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: index) -> f32
// CHECK:         scf.forall (%{{.*}}) = (0) to (12) step (4) {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%{{.*}}] [4] [1] : memref<12xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// CHECK:           %[[V1:.*]] = memref.load %[[ARG1]][%{{.*}}]
// CHECK:           memref.store %[[V1]], %[[SUBVIEW]][%[[ARG2]]]
// CHECK:           %[[SUBVIEW_0:.*]] = memref.subview %[[ARG0]][%{{.*}}] [4] [1] : memref<12xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// CHECK:           memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] :
// CHECK:         %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG2]]]
// CHECK:         return %[[V0]] :
func.func @threads_read_another(%t: tensor<12xf32>, %u: tensor<12xf32>, %k: index) -> f32 {
  %0 = scf.forall (%i) = (0) to (12) step (4) shared_outs(%o = %t) -> tensor<12xf32> {
    %1 = tensor.extract_slice %o[%i] [4] [1] : tensor<12xf32> to tensor<4xf32>
    %2 = tensor.extract %u[%i] : tensor<12xf32>
    %3 = tensor.insert %2 into %1[%k] : tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %3 into %o[%i] [4] [1] : tensor<4xf32> into tensor<12xf32>
    }
  }
  %4 = tensor.extract %0[%k] : tensor<12xf32>
  return %4 : f32
}
