// The copies of One-Shot Bufferize, as tensors, before and in loops, and after slices.
// RUN: bufferize-opt %s --split-input-file --insert-tensor-copies=allow-return-allocs-from-loops | filecheck %s
// RUN: bufferize-opt %s --split-input-file --test-tensor-copy-insertion=allow-return-allocs-from-loops | filecheck %s
// RUN: bufferize-opt %s --split-input-file --test-tensor-copy-insertion="bufferize-function-boundaries allow-return-allocs-from-loops" | filecheck %s --check-prefix=FUNC

// What a loop carries is copied before it, unless arguments may be written to.
// CHECK-LABEL: func.func @carried(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi8>, %[[ARG1:[a-z0-9]*]]: tensor<?xi8>, %[[ARG2:[a-z0-9]*]]: index) -> (tensor<?xi8>, tensor<?xi8>)
// CHECK:         %[[V0:.*]] = bufferization.alloc_tensor() copy(%[[ARG0]])
// CHECK:         %[[V1:.*]] = bufferization.alloc_tensor() copy(%[[ARG1]])
// CHECK:         %[[V2:.*]]:2 = scf.for %{{.*}} = %[[ARG2]] to %[[ARG2]] step %[[ARG2]] iter_args(%[[ARG4:.*]] = %[[V0]], %[[ARG5:.*]] = %[[V1]]) -> (tensor<?xi8>, tensor<?xi8>) {
// CHECK:           scf.yield %[[ARG4]], %[[ARG5]] :
// CHECK:         return %[[V2]]#0, %[[V2]]#1
// FUNC-LABEL: func.func @carried(
// FUNC-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi8>, %[[ARG1:[a-z0-9]*]]: tensor<?xi8>, %[[ARG2:[a-z0-9]*]]: index) -> (tensor<?xi8>, tensor<?xi8>)
// FUNC:         %[[V0:.*]]:2 = scf.for %{{.*}} = %[[ARG2]] to %[[ARG2]] step %[[ARG2]] iter_args(%[[ARG4:.*]] = %[[ARG0]], %[[ARG5:.*]] = %[[ARG1]]) -> (tensor<?xi8>, tensor<?xi8>) {
// FUNC:           scf.yield %[[ARG4]], %[[ARG5]] :
// FUNC:         return %[[V0]]#0, %[[V0]]#1
func.func @carried(%t: tensor<?xi8>, %u: tensor<?xi8>, %n: index) -> (tensor<?xi8>, tensor<?xi8>) {
  %0:2 = scf.for %i = %n to %n step %n iter_args(%a = %t, %b = %u) -> (tensor<?xi8>, tensor<?xi8>) {
    scf.yield %a, %b : tensor<?xi8>, tensor<?xi8>
  }
  return %0#0, %0#1 : tensor<?xi8>, tensor<?xi8>
}

// CHECK-LABEL: func.func @while_loop(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<3xi1>, %[[ARG1:[a-z0-9]*]]: tensor<3xi1>, %[[ARG2:[a-z0-9]*]]: index) -> (tensor<3xi1>, tensor<3xi1>)
// CHECK:         %[[V0:.*]] = bufferization.alloc_tensor() copy(%[[ARG0]])
// CHECK:         %[[V1:.*]] = bufferization.alloc_tensor() copy(%[[ARG1]])
// CHECK:         %[[V2:.*]]:2 = scf.while (%[[ARG3:.*]] = %[[V0]], %[[ARG4:.*]] = %[[V1]]) : (tensor<3xi1>, tensor<3xi1>) -> (tensor<3xi1>, tensor<3xi1>) {
// CHECK:           %[[EXTRACTED:.*]] = tensor.extract %[[ARG3]][%[[ARG2]]]
// CHECK:           scf.condition(%[[EXTRACTED]]) %[[ARG3]], %[[ARG4]] : tensor<3xi1>, tensor<3xi1>
// CHECK:         } do {
// CHECK:         ^bb0(%[[ARG3:.*]]: tensor<3xi1>, %[[ARG4:.*]]: tensor<3xi1>):
// CHECK:           scf.yield %[[ARG3]], %[[ARG4]] :
// CHECK:         return %[[V2]]#0, %[[V2]]#1
func.func @while_loop(%t: tensor<3xi1>, %u: tensor<3xi1>, %i: index) -> (tensor<3xi1>, tensor<3xi1>) {
  %0:2 = scf.while (%a = %t, %b = %u) : (tensor<3xi1>, tensor<3xi1>) -> (tensor<3xi1>, tensor<3xi1>) {
    %1 = tensor.extract %a[%i] : tensor<3xi1>
    scf.condition(%1) %a, %b : tensor<3xi1>, tensor<3xi1>
  } do {
  ^bb0(%p: tensor<3xi1>, %q: tensor<3xi1>):
    scf.yield %p, %q : tensor<3xi1>, tensor<3xi1>
  }
  return %0#0, %0#1 : tensor<3xi1>, tensor<3xi1>
}

// What it writes to and yields turned is copied in each round.
// CHECK-LABEL: func.func @carried_turned_and_written(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi8>, %[[ARG1:[a-z0-9]*]]: tensor<?xi8>, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: index, %[[ARG4:[a-z0-9]*]]: i8) -> (tensor<?xi8>, tensor<?xi8>)
// CHECK:         %[[V0:.*]] = bufferization.alloc_tensor() copy(%[[ARG0]])
// CHECK:         %[[V1:.*]] = bufferization.alloc_tensor() copy(%[[ARG1]])
// CHECK:         %[[V2:.*]]:2 = scf.for %{{.*}} = %[[ARG2]] to %[[ARG3]] step %[[ARG2]] iter_args(%[[ARG6:.*]] = %[[V0]], %[[ARG7:.*]] = %[[V1]]) -> (tensor<?xi8>, tensor<?xi8>) {
// CHECK:           %[[INSERTED:.*]] = tensor.insert %[[ARG4]] into %[[ARG6]][%{{.*}}]
// CHECK:           %[[INSERTED_0:.*]] = tensor.insert %[[ARG4]] into %[[ARG7]][%{{.*}}]
// CHECK:           %[[V3:.*]] = bufferization.alloc_tensor() copy(%[[INSERTED_0]])
// CHECK:           %[[V4:.*]] = bufferization.alloc_tensor() copy(%[[INSERTED]])
// CHECK:           scf.yield %[[V3]], %[[V4]] :
// CHECK:         return %[[V2]]#0, %[[V2]]#1
func.func @carried_turned_and_written(%t: tensor<?xi8>, %u: tensor<?xi8>, %n: index, %m: index, %x: i8) -> (tensor<?xi8>, tensor<?xi8>) {
  %0:2 = scf.for %i = %n to %m step %n iter_args(%a = %t, %b = %u) -> (tensor<?xi8>, tensor<?xi8>) {
    %1 = tensor.insert %x into %a[%i] : tensor<?xi8>
    %2 = tensor.insert %x into %b[%i] : tensor<?xi8>
    scf.yield %2, %1 : tensor<?xi8>, tensor<?xi8>
  }
  return %0#0, %0#1 : tensor<?xi8>, tensor<?xi8>
}

// -----

// What the condition turns is copied there in each round, before the body writes to it, and so not before
// the loop.
// REFERENCE: mlir-opt copies before the loop, too.
// CHECK-LABEL: func.func @while_loop_turned_and_written(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<3xi1>, %[[ARG1:[a-z0-9]*]]: tensor<3xi1>, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: i1) -> (tensor<3xi1>, tensor<3xi1>)
// CHECK:         %[[V2:.*]]:2 = scf.while (%[[ARG4:.*]] = %[[ARG0]], %[[ARG5:.*]] = %[[ARG1]]) : (tensor<3xi1>, tensor<3xi1>) -> (tensor<3xi1>, tensor<3xi1>) {
// CHECK:           %[[EXTRACTED:.*]] = tensor.extract %[[ARG4]][%[[ARG2]]]
// CHECK:           %[[V3:.*]] = bufferization.alloc_tensor() copy(%[[ARG5]])
// CHECK:           %[[V4:.*]] = bufferization.alloc_tensor() copy(%[[ARG4]])
// CHECK:           scf.condition(%[[EXTRACTED]]) %[[V3]], %[[V4]] : tensor<3xi1>, tensor<3xi1>
// CHECK:         } do {
// CHECK:         ^bb0(%[[ARG4:.*]]: tensor<3xi1>, %[[ARG5:.*]]: tensor<3xi1>):
// CHECK:           %[[INSERTED:.*]] = tensor.insert %[[ARG3]] into %[[ARG4]][%[[ARG2]]]
// CHECK:           %[[INSERTED_0:.*]] = tensor.insert %[[ARG3]] into %[[ARG5]][%[[ARG2]]]
// CHECK:           scf.yield %[[INSERTED_0]], %[[INSERTED]] :
// CHECK:         return %[[V2]]#0, %[[V2]]#1
func.func @while_loop_turned_and_written(%t: tensor<3xi1>, %u: tensor<3xi1>, %i: index, %x: i1) -> (tensor<3xi1>, tensor<3xi1>) {
  %0:2 = scf.while (%a = %t, %b = %u) : (tensor<3xi1>, tensor<3xi1>) -> (tensor<3xi1>, tensor<3xi1>) {
    %1 = tensor.extract %a[%i] : tensor<3xi1>
    scf.condition(%1) %b, %a : tensor<3xi1>, tensor<3xi1>
  } do {
  ^bb0(%p: tensor<3xi1>, %q: tensor<3xi1>):
    %2 = tensor.insert %x into %p[%i] : tensor<3xi1>
    %3 = tensor.insert %x into %q[%i] : tensor<3xi1>
    scf.yield %3, %2 : tensor<3xi1>, tensor<3xi1>
  }
  return %0#0, %0#1 : tensor<3xi1>, tensor<3xi1>
}

// -----

// If nothing in it writes, what it yields turned is copied once, not twice, and not at all if arguments
// may be written to; while_loop_turned turns it back, and needs none.
// REFERENCE: mlir-opt copies what the loop only passes on.
// CHECK-LABEL: func.func @carried_turned(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi8>, %[[ARG1:[a-z0-9]*]]: tensor<?xi8>, %[[ARG2:[a-z0-9]*]]: index) -> (tensor<?xi8>, tensor<?xi8>)
// CHECK:         %[[V0:.*]] = bufferization.alloc_tensor() copy(%[[ARG0]])
// CHECK:         %[[V1:.*]] = bufferization.alloc_tensor() copy(%[[ARG1]])
// CHECK:         %[[V2:.*]]:2 = scf.for %{{.*}} = %[[ARG2]] to %[[ARG2]] step %[[ARG2]] iter_args(%[[ARG4:.*]] = %[[V0]], %[[ARG5:.*]] = %[[V1]]) -> (tensor<?xi8>, tensor<?xi8>) {
// CHECK:           %[[V3:.*]] = bufferization.alloc_tensor() copy(%[[ARG4]])
// CHECK:           scf.yield %[[ARG5]], %[[V3]] :
// CHECK:         return %[[V2]]#0, %[[V2]]#1
// FUNC-LABEL: func.func @carried_turned(
// FUNC-NOT:     alloc_tensor
// FUNC:         %[[V0:.*]]:2 = scf.for {{.*}} iter_args(%[[ARG4:.*]] = %{{.*}}, %[[ARG5:.*]] = %{{.*}}) -> (tensor<?xi8>, tensor<?xi8>) {
// FUNC:           scf.yield %[[ARG5]], %[[ARG4]] :
// FUNC:         return %[[V0]]#0, %[[V0]]#1
func.func @carried_turned(%t: tensor<?xi8>, %u: tensor<?xi8>, %n: index) -> (tensor<?xi8>, tensor<?xi8>) {
  %0:2 = scf.for %i = %n to %n step %n iter_args(%a = %t, %b = %u) -> (tensor<?xi8>, tensor<?xi8>) {
    scf.yield %b, %a : tensor<?xi8>, tensor<?xi8>
  }
  return %0#0, %0#1 : tensor<?xi8>, tensor<?xi8>
}

// CHECK-LABEL: func.func @while_loop_turned(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<3xi1>, %[[ARG1:[a-z0-9]*]]: tensor<3xi1>, %[[ARG2:[a-z0-9]*]]: index) -> (tensor<3xi1>, tensor<3xi1>)
// CHECK:         %[[V0:.*]] = bufferization.alloc_tensor() copy(%[[ARG0]])
// CHECK:         %[[V1:.*]] = bufferization.alloc_tensor() copy(%[[ARG1]])
// CHECK:         %[[V2:.*]]:2 = scf.while (%[[ARG3:.*]] = %[[V0]], %[[ARG4:.*]] = %[[V1]]) : (tensor<3xi1>, tensor<3xi1>) -> (tensor<3xi1>, tensor<3xi1>) {
// CHECK:           %[[EXTRACTED:.*]] = tensor.extract %[[ARG3]][%[[ARG2]]]
// CHECK:           scf.condition(%[[EXTRACTED]]) %[[ARG4]], %[[ARG3]] : tensor<3xi1>, tensor<3xi1>
// CHECK:         } do {
// CHECK:         ^bb0(%[[ARG3:.*]]: tensor<3xi1>, %[[ARG4:.*]]: tensor<3xi1>):
// CHECK:           scf.yield %[[ARG4]], %[[ARG3]] :
// CHECK:         return %[[V2]]#0, %[[V2]]#1
func.func @while_loop_turned(%t: tensor<3xi1>, %u: tensor<3xi1>, %i: index) -> (tensor<3xi1>, tensor<3xi1>) {
  %0:2 = scf.while (%a = %t, %b = %u) : (tensor<3xi1>, tensor<3xi1>) -> (tensor<3xi1>, tensor<3xi1>) {
    %1 = tensor.extract %a[%i] : tensor<3xi1>
    scf.condition(%1) %b, %a : tensor<3xi1>, tensor<3xi1>
  } do {
  ^bb0(%p: tensor<3xi1>, %q: tensor<3xi1>):
    scf.yield %q, %p : tensor<3xi1>, tensor<3xi1>
  }
  return %0#0, %0#1 : tensor<3xi1>, tensor<3xi1>
}

// -----

// The output of threads.
// CHECK-LABEL: func.func @threads(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<20xi8>, %[[ARG1:[a-z0-9]*]]: tensor<20xi8>) -> tensor<20xi8>
// CHECK:         %[[V0:.*]] = bufferization.alloc_tensor() copy(%[[ARG1]])
// CHECK:         %[[V1:.*]] = scf.forall (%{{.*}}) in (20) shared_outs(%{{.*}} = %[[V0]]) -> (tensor<20xi8>) {
// CHECK:           %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][%{{.*}}] [1] [1]
// CHECK:           scf.forall.in_parallel {
// CHECK:             tensor.parallel_insert_slice %[[EXTRACTED_SLICE]] into %{{.*}}[%{{.*}}] [1] [1]
// CHECK:         return %[[V1]] :
// FUNC-LABEL: func.func @threads(
// FUNC-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<20xi8>, %[[ARG1:[a-z0-9]*]]: tensor<20xi8>) -> tensor<20xi8>
// FUNC:         %[[V0:.*]] = scf.forall (%{{.*}}) in (20) shared_outs(%{{.*}} = %[[ARG1]]) -> (tensor<20xi8>) {
// FUNC:           %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][%{{.*}}] [1] [1]
// FUNC:           scf.forall.in_parallel {
// FUNC:             tensor.parallel_insert_slice %[[EXTRACTED_SLICE]] into %{{.*}}[%{{.*}}] [1] [1]
// FUNC:         return %[[V0]] :
func.func @threads(%s: tensor<20xi8>, %t: tensor<20xi8>) -> tensor<20xi8> {
  %0 = scf.forall (%i) in (20) shared_outs(%o = %t) -> tensor<20xi8> {
    %1 = tensor.extract_slice %s[%i] [1] [1] : tensor<20xi8> to tensor<1xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i] [1] [1] : tensor<1xi8> into tensor<20xi8>
    }
  }
  return %0 : tensor<20xi8>
}

// -----

// A slice is copied, not all of the tensor.
// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi8>, %[[ARG1:[a-z0-9]*]]: i8, %[[ARG2:[a-z0-9]*]]: index) -> (tensor<3xi8>, tensor<?xi8>)
// CHECK:         %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][4] [3] [1]
// CHECK:         %[[V0:.*]] = bufferization.alloc_tensor() copy(%[[EXTRACTED_SLICE]])
// CHECK:         %[[INSERTED:.*]] = tensor.insert %[[ARG1]] into %[[V0]][%[[ARG2]]]
// CHECK:         return %[[INSERTED]], %[[ARG0]] :
// FUNC-LABEL: func.func @slice(
// FUNC-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi8>, %[[ARG1:[a-z0-9]*]]: i8, %[[ARG2:[a-z0-9]*]]: index) -> (tensor<3xi8>, tensor<?xi8>)
// FUNC:         %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][4] [3] [1]
// FUNC:         %[[V0:.*]] = bufferization.alloc_tensor() copy(%[[EXTRACTED_SLICE]])
// FUNC:         %[[INSERTED:.*]] = tensor.insert %[[ARG1]] into %[[V0]][%[[ARG2]]]
// FUNC:         return %[[INSERTED]], %[[ARG0]] :
func.func @slice(%t: tensor<?xi8>, %x: i8, %i: index) -> (tensor<3xi8>, tensor<?xi8>) {
  %0 = tensor.extract_slice %t[4] [3] [1] : tensor<?xi8> to tensor<3xi8>
  %1 = tensor.insert %x into %0[%i] : tensor<3xi8>
  return %1, %t : tensor<3xi8>, tensor<?xi8>
}

// -----

// What is new in each iteration of the inner loop shares no buffer with the tensor that it begins with, which the outer
// loop hands on.
// REFERENCE: mlir-opt copies what the loops only hand on.
// CHECK-LABEL: func.func @new_in_inner_loop(
// CHECK-NOT:     bufferization.alloc_tensor
// CHECK:         return
// FUNC-LABEL: func.func @new_in_inner_loop(
// FUNC-NOT:     bufferization.alloc_tensor
// FUNC:         return
func.func @new_in_inner_loop(%m: memref<4xi8>, %u: tensor<4xi8>, %x: i8, %i: index) -> (i8, i8) {
  %t = tensor.empty() : tensor<4xi8>
  %k = bufferization.to_tensor %m restrict : memref<4xi8> to tensor<4xi8>
  %0:2 = scf.for %j = %i to %i step %i iter_args(%p = %k, %last = %x) -> (tensor<4xi8>, i8) {
    %1:2 = scf.while (%a = %t) : (tensor<4xi8>) -> (tensor<4xi8>, i8) {
      %2 = tensor.extract %a[%i] : tensor<4xi8>
      %3 = arith.cmpi slt, %2, %x : i8
      scf.condition(%3) %u, %2 : tensor<4xi8>, i8
    } do {
    ^bb0(%b: tensor<4xi8>, %y: i8):
      %4 = tensor.empty() : tensor<4xi8>
      %5 = linalg.fill ins(%x : i8) outs(%4 : tensor<4xi8>) -> tensor<4xi8>
      scf.yield %5 : tensor<4xi8>
    }
    %6 = tensor.extract %p[%i] : tensor<4xi8>
    %7 = arith.addi %6, %1#1 : i8
    scf.yield %t, %7 : tensor<4xi8>, i8
  }
  return %0#1, %x : i8, i8
}
