// An op that writes all of a tensor with what is there already needs no copy of it.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @copy_onto_itself
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @copy_onto_itself(%t: tensor<8xf32> {bufferization.writable = true}) -> tensor<8xf32> {
  %0 = linalg.copy ins(%t : tensor<8xf32>) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @materialize_what_is_there
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @materialize_what_is_there(%t: tensor<8xf32> {bufferization.writable = true}) -> tensor<8xf32> {
  %0 = bufferization.materialize_in_destination %t in %t
      : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// What is inserted has the extents of the destination, for it was computed from it: the slice is all
// of it, and is computed in place.
// CHECK-LABEL: func.func @contribute_all
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @contribute_all(%x: tensor<?x6xf32>, %acc: tensor<?xf32> {bufferization.writable = true}, %n: index) -> tensor<?xf32> {
  %r = scf.forall (%i) in (1) shared_outs(%o = %acc) -> (tensor<?xf32>) {
    %s = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
        iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x6xf32>) outs(%o : tensor<?xf32>) {
    ^bb0(%e: f32, %y: f32):
      %z = arith.addf %e, %y : f32
      linalg.yield %z : f32
    } -> tensor<?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[0] [%n] [1] : tensor<?xf32> into tensor<?xf32>
    }
  }
  return %r : tensor<?xf32>
}

// -----

// REFERENCE: loses the rest of the output, in which the iteration writes without contributing it.
// The slice may be a part: the elements after it are as they were.
// CHECK-LABEL: func.func @contribute_a_part
// CHECK:         memref.alloc
func.func @contribute_a_part(%x: tensor<?xf32>, %acc: tensor<?xf32> {bufferization.writable = true}, %n: index, %f: f32) -> tensor<?xf32> {
  %r = scf.forall (%i) in (1) shared_outs(%o = %acc) -> (tensor<?xf32>) {
    %w = tensor.insert %f into %o[%n] : tensor<?xf32>
    %e = tensor.extract %w[%n] : tensor<?xf32>
    %s = linalg.fill ins(%e : f32) outs(%x : tensor<?xf32>) -> tensor<?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[0] [%n] [1] : tensor<?xf32> into tensor<?xf32>
    }
  }
  return %r : tensor<?xf32>
}

// -----

// The argument of the loop may have other extents in each iteration than before it.
// CHECK-LABEL: func.func @insert_what_was_as_large
// CHECK:         scf.for
// CHECK:           memref.alloc
// CHECK:           memref.store
func.func @insert_what_was_as_large(%t: tensor<?xf32>, %o: tensor<?xf32>, %k: index, %n: index, %f: f32) -> (tensor<?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %e = scf.for %i = %c0 to %k step %c1 iter_args(%a = %t, %b = %f) -> (tensor<?xf32>, f32) {
    %w = tensor.insert %f into %a[%i] : tensor<?xf32>
    %x = tensor.extract %w[%c0] : tensor<?xf32>
    %u = linalg.fill ins(%x : f32) outs(%o : tensor<?xf32>) -> tensor<?xf32>
    %s = tensor.insert_slice %u into %a[0] [%n] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %s, %x : tensor<?xf32>, f32
  }
  return %r, %e : tensor<?xf32>, f32
}
