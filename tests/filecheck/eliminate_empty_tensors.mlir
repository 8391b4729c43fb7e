// What begins as tensor.empty begins as the part of the tensor that it is inserted into.
// RUN: bufferize-opt %s --eliminate-empty-tensors | filecheck %s
// RUN: bufferize-opt %s --eliminate-empty-tensors --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops" | filecheck %s --check-prefix=BUFFER
// REFERENCE: looks at no branches of scf.if, and extracts before what may end the program

// The needed values are there at the empty tensor.
// CHECK-LABEL: func.func @in_place_of_empty
// CHECK:         %[[E:.*]] = tensor.extract_slice %{{.*}}[%{{.*}}] [5] [1]
// CHECK:         linalg.fill ins({{.*}}) outs(%[[E]] :
// BUFFER-LABEL: func.func @in_place_of_empty
// BUFFER-NOT:     alloc
// BUFFER:         return
func.func @in_place_of_empty(%t: tensor<9xf32>, %o: index, %f: f32) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r = tensor.insert_slice %x into %t[%o] [5] [1] : tensor<5xf32> into tensor<9xf32>
  return %r : tensor<9xf32>
}

// The extraction stands after the definition of the last of them.
// CHECK-LABEL: func.func @after_definition
// CHECK:         tensor.empty
// CHECK:         %[[O:.*]] = arith.addi
// CHECK-NEXT:    %[[E:.*]] = tensor.extract_slice %{{.*}}[%[[O]]] [5] [1]
// CHECK:         linalg.fill ins({{.*}}) outs(%[[E]] :
func.func @after_definition(%t: tensor<9xf32>, %i: index, %f: f32) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %o = arith.addi %i, %i : index
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r = tensor.insert_slice %x into %t[%o] [5] [1] : tensor<5xf32> into tensor<9xf32>
  return %r : tensor<9xf32>
}

// Definitions are moved before the use, with all that they need.
// CHECK-LABEL: func.func @moved
// CHECK:         %[[C:.*]] = arith.constant 5
// CHECK:         %[[O:.*]] = arith.addi %{{.*}}, %[[C]]
// CHECK:         %[[D:.*]] = linalg.fill {{.*}} -> tensor<9xf32>
// CHECK:         %[[E:.*]] = tensor.extract_slice %[[D]][%[[O]]] [5] [1]
// CHECK:         linalg.fill ins({{.*}}) outs(%[[E]] :
func.func @moved(%i: index, %f: f32, %g: f32) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %c5 = arith.constant 5 : index
  %o = arith.addi %i, %c5 : index
  %b = tensor.empty() : tensor<9xf32>
  %t = linalg.fill ins(%g : f32) outs(%b : tensor<9xf32>) -> tensor<9xf32>
  %r = tensor.insert_slice %x into %t[%o] [5] [1] : tensor<5xf32> into tensor<9xf32>
  return %r : tensor<9xf32>
}

// A load is not moved, nor is a division before an assertion.
// CHECK-LABEL: func.func @not_moved
// CHECK-NOT:     extract_slice
// CHECK:         return
func.func @not_moved(%t: tensor<9xf32>, %m: memref<index>, %i: index, %f: f32, %c: i1) -> (tensor<9xf32>, tensor<9xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %o = memref.load %m[] : memref<index>
  %r = tensor.insert_slice %x into %t[%o] [5] [1] : tensor<5xf32> into tensor<9xf32>
  %e2 = tensor.empty() : tensor<5xf32>
  %x2 = linalg.fill ins(%f : f32) outs(%e2 : tensor<5xf32>) -> tensor<5xf32>
  cf.assert %c, "not zero"
  %o2 = arith.divsi %i, %i : index
  %r2 = tensor.insert_slice %x2 into %t[%o2] [5] [1] : tensor<5xf32> into tensor<9xf32>
  return %r, %r2 : tensor<9xf32>, tensor<9xf32>
}

// A division may move before what surely returns.
// CHECK-LABEL: func.func @division
// CHECK:         arith.divsi
// CHECK-NEXT:    tensor.extract_slice
// CHECK-NEXT:    linalg.fill
func.func @division(%t: tensor<9xf32>, %i: index, %f: f32) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %o = arith.divsi %i, %i : index
  %r = tensor.insert_slice %x into %t[%o] [5] [1] : tensor<5xf32> into tensor<9xf32>
  return %r : tensor<9xf32>
}

// Rank-reducing insertions and casts.
// CHECK-LABEL: func.func @types
// CHECK:         %[[A:.*]] = tensor.extract_slice %{{.*}}[0, %{{.*}}] [5, 1] [1, 1] : tensor<9x3xf32> to tensor<5xf32>
// CHECK:         linalg.fill ins({{.*}}) outs(%[[A]] :
// CHECK:         %[[B:.*]] = tensor.extract_slice %{{.*}}[0] [%{{.*}}] [1] : tensor<9xf32> to tensor<?xf32>
// CHECK-NEXT:    %[[C:.*]] = tensor.cast %[[B]] : tensor<?xf32> to tensor<5xf32>
// CHECK:         linalg.fill ins({{.*}}) outs(%[[C]] :
func.func @types(%t: tensor<9x3xf32>, %u: tensor<9xf32>, %n: index, %f: f32) -> (tensor<9x3xf32>, tensor<9xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r = tensor.insert_slice %x into %t[0, %n] [5, 1] [1, 1] : tensor<5xf32> into tensor<9x3xf32>
  %e2 = tensor.empty() : tensor<5xf32>
  %x2 = linalg.fill ins(%f : f32) outs(%e2 : tensor<5xf32>) -> tensor<5xf32>
  %c = tensor.cast %x2 : tensor<5xf32> to tensor<?xf32>
  %r2 = tensor.insert_slice %c into %u[0] [%n] [1] : tensor<?xf32> into tensor<9xf32>
  return %r, %r2 : tensor<9x3xf32>, tensor<9xf32>
}

// The elements cannot be cast.
// CHECK-LABEL: func.func @other_elements
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK:         linalg.fill ins({{.*}}) outs(%[[E]] :
func.func @other_elements(%t: tensor<5xf64>, %f: f32) -> tensor<5xf64> {
  %e = tensor.empty() : tensor<5xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.copy ins(%x : tensor<5xf32>) outs(%t : tensor<5xf64>) -> tensor<5xf64>
  return %r : tensor<5xf64>
}

// Each use on the way to an insertion gets a part of that one's destination.
// CHECK-LABEL: func.func @several_uses
// CHECK:         %[[A:.*]] = tensor.extract_slice %arg0
// CHECK:         linalg.fill ins({{.*}}) outs(%[[A]] :
// CHECK:         %[[R:.*]] = tensor.insert_slice
// CHECK:         %[[B:.*]] = tensor.extract_slice %[[R]]
// CHECK:         linalg.fill ins({{.*}}) outs(%[[B]] :
func.func @several_uses(%t: tensor<9xf32>, %f: f32, %g: f32) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %y = linalg.fill ins(%g : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r = tensor.insert_slice %x into %t[0] [5] [1] : tensor<5xf32> into tensor<9xf32>
  %s = tensor.insert_slice %y into %r[4] [5] [1] : tensor<5xf32> into tensor<9xf32>
  return %s : tensor<9xf32>
}

// CHECK-LABEL: func.func @uses_in_branches
// CHECK:         scf.if
// CHECK:           linalg.fill ins({{.*}}) outs(%extracted_slice
// CHECK:         else
// CHECK:           linalg.fill ins({{.*}}) outs(%extracted_slice
// BUFFER-LABEL: func.func @uses_in_branches
// BUFFER-NOT:     alloc
// BUFFER:         return
func.func @uses_in_branches(%t: tensor<9xf32>, %c: i1, %f: f32, %g: f32) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %x = scf.if %c -> tensor<5xf32> {
    %a = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    scf.yield %a : tensor<5xf32>
  } else {
    %b = linalg.fill ins(%g : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    scf.yield %b : tensor<5xf32>
  }
  %r = tensor.insert_slice %x into %t[0] [5] [1] : tensor<5xf32> into tensor<9xf32>
  return %r : tensor<9xf32>
}

// CHECK-LABEL: func.func @in_parallel
// CHECK:         scf.forall {{.*}} shared_outs(%[[T:.*]] = %{{.*}})
// CHECK:           %[[E:.*]] = tensor.extract_slice %[[T]]
// CHECK:           linalg.fill ins({{.*}}) outs(%[[E]] :
// BUFFER-LABEL: func.func @in_parallel
// BUFFER-NOT:     alloc
// BUFFER:         return
func.func @in_parallel(%t: tensor<9xf32>, %f: f32) -> tensor<9xf32> {
  %r = scf.forall (%i) in (3) shared_outs(%o = %t) -> tensor<9xf32> {
    %e = tensor.empty() : tensor<3xf32>
    %x = linalg.fill ins(%f : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i] [3] [1] : tensor<3xf32> into tensor<9xf32>
    }
  }
  return %r : tensor<9xf32>
}

// The destination as a whole.
// CHECK-LABEL: func.func @whole(
// CHECK-SAME:      %[[T:.*]]: tensor<5xf32>, %[[U:.*]]: tensor<5xf32>,
// CHECK:         linalg.fill ins({{.*}}) outs(%[[T]] :
// CHECK:         linalg.fill ins({{.*}}) outs(%[[U]] :
func.func @whole(%t: tensor<5xf32>, %u: tensor<5xf32>, %f: f32) -> (tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.copy ins(%x : tensor<5xf32>) outs(%t : tensor<5xf32>) -> tensor<5xf32>
  %e2 = tensor.empty() : tensor<5xf32>
  %x2 = linalg.fill ins(%f : f32) outs(%e2 : tensor<5xf32>) -> tensor<5xf32>
  %r2 = bufferization.materialize_in_destination %x2 in %u : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  return %r, %r2 : tensor<5xf32>, tensor<5xf32>
}

// Two buffers, whose `restrict` says that they have nothing to do with each other.
// CHECK-LABEL: func.func @buffers(
// CHECK-SAME:      %[[M:.*]]: memref<5xf32>, %[[N:.*]]: memref<5xf32>,
// CHECK-DAG:     %[[A:.*]] = bufferization.to_tensor %[[M]] restrict writable
// CHECK-DAG:     %[[B:.*]] = bufferization.to_tensor %[[N]] restrict writable
// CHECK:         linalg.fill ins({{.*}}) outs(%[[A]] :
// CHECK:         linalg.fill ins({{.*}}) outs(%[[B]] :
// CHECK:         materialize_in_destination %{{.*}} in writable %[[M]]
// CHECK:         materialize_in_destination %{{.*}} in writable %[[N]]
// BUFFER-LABEL: func.func @buffers(
// BUFFER-NOT:     alloc
// BUFFER:         return
func.func @buffers(%m: memref<5xf32>, %n: memref<5xf32>, %f: f32) {
  %e = tensor.empty() : tensor<5xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %y = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  bufferization.materialize_in_destination %x in restrict writable %m : (tensor<5xf32>, memref<5xf32>) -> ()
  bufferization.materialize_in_destination %y in restrict writable %n : (tensor<5xf32>, memref<5xf32>) -> ()
  return
}

// Only `restrict` allows to write to the buffer before that.
// CHECK-LABEL: func.func @without_restrict
// CHECK-NOT:     to_tensor
// CHECK:         return
func.func @without_restrict(%m: memref<5xf32>, %f: f32) {
  %e = tensor.empty() : tensor<5xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  bufferization.materialize_in_destination %x in writable %m : (tensor<5xf32>, memref<5xf32>) -> ()
  return
}

// Under a condition: the part at 0 is there in any case, the part at %o may not be.
// CHECK-LABEL: func.func @condition
// CHECK:         %[[E:.*]] = tensor.extract_slice %arg0[0] [5] [1]
// CHECK:         linalg.fill ins({{.*}}) outs(%[[E]] :
// CHECK:         %[[E2:.*]] = tensor.empty
// CHECK:         linalg.fill ins({{.*}}) outs(%[[E2]] :
func.func @condition(%t: tensor<9xf32>, %u: tensor<9xf32>, %o: index, %c: i1, %f: f32) -> (tensor<9xf32>, tensor<9xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %e2 = tensor.empty() : tensor<5xf32>
  %x2 = linalg.fill ins(%f : f32) outs(%e2 : tensor<5xf32>) -> tensor<5xf32>
  %r, %r2 = scf.if %c -> (tensor<9xf32>, tensor<9xf32>) {
    %a = tensor.insert_slice %x into %t[0] [5] [1] : tensor<5xf32> into tensor<9xf32>
    %b = tensor.insert_slice %x2 into %u[%o] [5] [1] : tensor<5xf32> into tensor<9xf32>
    scf.yield %a, %b : tensor<9xf32>, tensor<9xf32>
  } else {
    scf.yield %t, %u : tensor<9xf32>, tensor<9xf32>
  }
  return %r, %r2 : tensor<9xf32>, tensor<9xf32>
}

// What a loop inserts in its next iteration may be of another size.
// CHECK-LABEL: func.func @next_iteration
// CHECK:         scf.for
// CHECK:           %[[E:.*]] = tensor.empty
// CHECK:           linalg.fill ins({{.*}}) outs(%[[E]] :
func.func @next_iteration(%t: tensor<9xf32>, %s: tensor<?xf32>, %n: index, %f: f32) -> tensor<9xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%o = %t, %p = %s) -> (tensor<9xf32>, tensor<?xf32>) {
    %j = arith.addi %i, %c1 : index
    %a = tensor.insert_slice %p into %o[0] [%i] [1] : tensor<?xf32> into tensor<9xf32>
    %e = tensor.empty(%j) : tensor<?xf32>
    %x = linalg.fill ins(%f : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %a, %x : tensor<9xf32>, tensor<?xf32>
  }
  return %r#0 : tensor<9xf32>
}

// A reshape changes the shape though not the type, also in the next iteration.
// CHECK-LABEL: func.func @reshaped_in_loop
// CHECK-NOT:     extract_slice
// CHECK:         return
func.func @reshaped_in_loop(%t: tensor<4x4xf32>, %n: index, %m: index, %f: f32) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %shape = tensor.from_elements %m, %n : tensor<2xindex>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %y = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %x) -> tensor<?x?xf32> {
    %z = tensor.reshape %a(%shape) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    scf.yield %z : tensor<?x?xf32>
  }
  %r = tensor.insert_slice %y into %t[0, 0] [%m, %n] [1, 1] : tensor<?x?xf32> into tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

func.func private @may_end(tensor<1xi32>) -> tensor<1xi32>

// The part is extracted after what may end the program, and before what iterations contribute.
// CHECK-LABEL: func.func @contributed(
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<1xi32>
// CHECK:         scf.forall (%[[I:.*]]) in (%{{.*}}) shared_outs(%[[OUT:.*]] = %[[EMPTY]]) -> (tensor<1xi32>) {
// CHECK-NEXT:      func.call @may_end(%[[EMPTY]])
// CHECK-NEXT:      %[[PART:.*]] = tensor.extract_slice %[[OUT]][%[[I]]] [1] [1] : tensor<1xi32> to tensor<1xi32>
// CHECK-NEXT:      scf.forall.in_parallel {
// CHECK-NEXT:        tensor.parallel_insert_slice %[[PART]] into %[[OUT]][%[[I]]] [1] [1] :
func.func @contributed(%n: index) {
  %empty = tensor.empty() : tensor<1xi32>
  %0 = scf.forall (%i) in (%n) shared_outs(%out = %empty) -> (tensor<1xi32>) {
    %called = func.call @may_end(%empty) : (tensor<1xi32>) -> tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %empty into %out[%i] [1] [1] : tensor<1xi32> into tensor<1xi32>
    }
  }
  return
}
