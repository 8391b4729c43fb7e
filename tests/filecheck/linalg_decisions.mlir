// Decisions about operations with inits: what is read elsewhere must not be overwritten.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s

// An input that is also the init is copied, in all but the product that does not read it.
// CHECK-LABEL: func.func @products_into_an_input(
// CHECK-SAME:    access = "read"{{.*}}access = "read-write"
// CHECK:         linalg.matmul{{.*}}__inplace_operands_attr__ = ["true", "true", "false"]
// CHECK:         linalg.matmul{{.*}}__inplace_operands_attr__ = ["true", "true", "false"]
// CHECK:         linalg.matmul{{.*}}__inplace_operands_attr__ = ["true", "true", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [-1, -1, 1], __inplace_operands_attr__ = ["true", "true", "true"]
func.func @products_into_an_input(%a: tensor<5x5xf32>, %b: tensor<5x5xf32>)
    -> (tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<5x5xf32>, tensor<5x5xf32>) outs(%b : tensor<5x5xf32>) -> tensor<5x5xf32>
  %1 = linalg.matmul ins(%b, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%b : tensor<5x5xf32>) -> tensor<5x5xf32>
  %2 = linalg.matmul ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%b : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %0, %1, %2 : tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>
}

// Views as inputs are in place, whatever happens to the inits.
// CHECK-LABEL: func.func @views_as_inputs(
// CHECK-SAME:    access = "read"{{.*}}access = "read"{{.*}}access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.matmul{{.*}}__inplace_operands_attr__ = ["true", "true", "false"]
// CHECK:         linalg.matmul{{.*}}__inplace_operands_attr__ = ["true", "true", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [-1, 2], __inplace_operands_attr__ = ["true", "true"]
func.func @views_as_inputs(%t: tensor<?x?xf32> {bufferization.writable = false},
    %b: tensor<3x3xf32> {bufferization.writable = false}, %c: tensor<3x3xf32>)
    -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %s = tensor.extract_slice %t[1, 2] [3, 3] [1, 1] : tensor<?x?xf32> to tensor<3x3xf32>
  %0 = linalg.matmul ins(%s, %b : tensor<3x3xf32>, tensor<3x3xf32>) outs(%b : tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = linalg.matmul ins(%s, %b : tensor<3x3xf32>, tensor<3x3xf32>) outs(%c : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
}

// -----

// A view that one product writes to and the next one reads: the write gets a copy, so the view is
// only read and stays one.
// CHECK-LABEL: func.func @view_written_then_read(
// CHECK-SAME:    access = "read"{{.*}}access = "read"{{.*}}access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.matmul{{.*}}__inplace_operands_attr__ = ["true", "true", "false"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.matmul{{.*}}__inplace_operands_attr__ = ["true", "true", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true", "true"]
func.func @view_written_then_read(%a: tensor<3x3xf32>, %frozen: tensor<?x?xf32> {bufferization.writable = false},
    %c: tensor<?x?xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %s = tensor.extract_slice %frozen[1, 1] [3, 3] [1, 1] : tensor<?x?xf32> to tensor<3x3xf32>
  %0 = linalg.matmul ins(%frozen, %c : tensor<?x?xf32>, tensor<?x?xf32>) outs(%s : tensor<3x3xf32>) -> tensor<3x3xf32>
  %u = tensor.extract_slice %c[1, 1] [3, 3] [1, 1] : tensor<?x?xf32> to tensor<3x3xf32>
  %1 = linalg.matmul ins(%a, %s : tensor<3x3xf32>, tensor<3x3xf32>) outs(%u : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
}

// A view that is only written to: it is itself the copy of what must not be written to.
// CHECK-LABEL: func.func @view_only_written(
// CHECK-SAME:    access = "read"{{.*}}access = "read"{{.*}}access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         linalg.matmul{{.*}}__inplace_operands_attr__ = ["true", "true", "true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.matmul{{.*}}__inplace_operands_attr__ = ["true", "true", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true", "true"]
func.func @view_only_written(%a: tensor<3x3xf32>, %frozen: tensor<?x?xf32> {bufferization.writable = false},
    %c: tensor<?x?xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %s = tensor.extract_slice %frozen[1, 1] [3, 3] [1, 1] : tensor<?x?xf32> to tensor<3x3xf32>
  %0 = linalg.matmul ins(%frozen, %c : tensor<?x?xf32>, tensor<?x?xf32>) outs(%s : tensor<3x3xf32>) -> tensor<3x3xf32>
  %u = tensor.extract_slice %c[1, 1] [3, 3] [1, 1] : tensor<?x?xf32> to tensor<3x3xf32>
  %1 = linalg.matmul ins(%a, %a : tensor<3x3xf32>, tensor<3x3xf32>) outs(%u : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
}

// -----

// Two values are made in one allocation: the first gets memory of its own.
// CHECK-LABEL: func.func @two_fills(
// CHECK-SAME:    access = "read-write"
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.matmul{{.*}}__inplace_operands_attr__ = ["true", "true", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [2], __inplace_operands_attr__ = ["true"]
func.func @two_fills(%x: f32, %y: f32, %out: tensor<12x12xf32>) -> tensor<12x12xf32> {
  %e = bufferization.alloc_tensor() : tensor<12x12xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<12x12xf32>) -> tensor<12x12xf32>
  %1 = linalg.fill ins(%y : f32) outs(%e : tensor<12x12xf32>) -> tensor<12x12xf32>
  %a = tensor.extract_slice %0[0, 0] [12, 3] [1, 1] : tensor<12x12xf32> to tensor<12x3xf32>
  %b = tensor.extract_slice %1[0, 0] [3, 12] [1, 1] : tensor<12x12xf32> to tensor<3x12xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<12x3xf32>, tensor<3x12xf32>) outs(%out : tensor<12x12xf32>) -> tensor<12x12xf32>
  return %2 : tensor<12x12xf32>
}

// Also where each is written to once more.
// CHECK-LABEL: func.func @two_fills_and_more_writes(
// CHECK-SAME:    access = "read-write"
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:         vector.transfer_write{{.*}}__inplace_operands_attr__ = ["none", "true", "none", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         vector.transfer_write{{.*}}__inplace_operands_attr__ = ["none", "true", "none", "none"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.matmul{{.*}}__inplace_operands_attr__ = ["true", "true", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [3], __inplace_operands_attr__ = ["true"]
func.func @two_fills_and_more_writes(%x: f32, %y: f32, %v: vector<12x12xf32>, %out: tensor<12x12xf32>)
    -> tensor<12x12xf32> {
  %c0 = arith.constant 0 : index
  %e = bufferization.alloc_tensor() : tensor<12x12xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<12x12xf32>) -> tensor<12x12xf32>
  %1 = vector.transfer_write %v, %0[%c0, %c0] {in_bounds = [true, true]} : vector<12x12xf32>, tensor<12x12xf32>
  %2 = linalg.fill ins(%y : f32) outs(%e : tensor<12x12xf32>) -> tensor<12x12xf32>
  %3 = vector.transfer_write %v, %2[%c0, %c0] {in_bounds = [true, true]} : vector<12x12xf32>, tensor<12x12xf32>
  %a = tensor.extract_slice %1[0, 0] [12, 3] [1, 1] : tensor<12x12xf32> to tensor<12x3xf32>
  %b = tensor.extract_slice %3[0, 0] [3, 12] [1, 1] : tensor<12x12xf32> to tensor<3x12xf32>
  %4 = linalg.matmul ins(%a, %b : tensor<12x3xf32>, tensor<3x12xf32>) outs(%out : tensor<12x12xf32>) -> tensor<12x12xf32>
  return %4 : tensor<12x12xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// One tensor as several inits: only the first keeps it.
// CHECK-LABEL: func.func @one_tensor_as_two_inits(
// CHECK-SAME:    access = "read"{{.*}}access = "write"
// CHECK:         linalg.generic{{.*}}__inplace_operands_attr__ = ["true", "true", "false"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [1, -1], __inplace_operands_attr__ = ["true", "true"]
func.func @one_tensor_as_two_inits(%a: tensor<?xi32>, %t: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<?xi32>) outs(%t, %t : tensor<?xi32>, tensor<?xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    linalg.yield %x, %x : i32, i32
  } -> (tensor<?xi32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xi32>, tensor<?xi32>
}

// CHECK-LABEL: func.func @one_tensor_as_three_inits(
// CHECK-SAME:    access = "read"{{.*}}access = "write"
// CHECK:         linalg.generic{{.*}}__inplace_operands_attr__ = ["true", "true", "false", "false"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [1, -1, -1], __inplace_operands_attr__ = ["true", "true", "true"]
func.func @one_tensor_as_three_inits(%a: tensor<?xi32>, %t: tensor<?xi32>)
    -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %0:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<?xi32>) outs(%t, %t, %t : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32, %w: i32):
    linalg.yield %x, %x, %x : i32, i32, i32
  } -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return %0#0, %0#1, %0#2 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>

// Element by element, an input may be the init, once or twice; scalars do not matter.
// CHECK-LABEL: func.func @elementwise_onto_an_input(
// CHECK-SAME:    access = "read-write"{{.*}}access = "read-write"
// CHECK:         linalg.add{{.*}}__inplace_operands_attr__ = ["true", "true", "true"]
// CHECK:         linalg.mul{{.*}}__inplace_operands_attr__ = ["true", "true", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0, 1], __inplace_operands_attr__ = ["true", "true"]
func.func @elementwise_onto_an_input(%a: tensor<7xf32>, %b: tensor<7xf32>, %x: f32)
    -> (tensor<7xf32>, tensor<7xf32>) {
  %0 = linalg.add ins(%a, %b : tensor<7xf32>, tensor<7xf32>) outs(%a : tensor<7xf32>) -> tensor<7xf32>
  %1 = linalg.mul ins(%b, %b : tensor<7xf32>, tensor<7xf32>) outs(%b : tensor<7xf32>) -> tensor<7xf32>
  return %0, %1 : tensor<7xf32>, tensor<7xf32>
}

// CHECK-LABEL: func.func @elementwise_with_a_scalar(
// CHECK-SAME:    access = "read-write"
// CHECK:         linalg.generic{{.*}}__inplace_operands_attr__ = ["true", "none", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @elementwise_with_a_scalar(%a: tensor<7xf32>, %x: f32) -> tensor<7xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>],
                       iterator_types = ["parallel"]}
      ins(%a, %x : tensor<7xf32>, f32) outs(%a : tensor<7xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// A row that is added to all rows is read again and again: it must not change meanwhile.
// CHECK-LABEL: func.func @row_of_the_init(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         linalg.generic{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @row_of_the_init(%t: tensor<4x7xf32>) -> tensor<4x7xf32> {
  %a = tensor.extract_slice %t[2, 0] [1, 7] [1, 1] : tensor<4x7xf32> to tensor<7xf32>
  %0 = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<7xf32>) outs(%t : tensor<4x7xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}

// Other inputs may be read in any way; and values that share a buffer with the init count as the
// init, whatever they are called.
// CHECK-LABEL: func.func @elementwise_chain_in_threads(
// CHECK-SAME:    access = "read-write"{{.*}}access = "read"
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:           linalg.generic{{.*}}__inplace_operands_attr__ = ["true", "true", "true"]
// CHECK:           linalg.exp{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:             tensor.parallel_insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @elementwise_chain_in_threads(%t: tensor<3x7x5xf32>, %u: tensor<5xf32>, %x: f32) -> tensor<3x7x5xf32> {
  %r = scf.forall (%i) in (3) shared_outs(%o = %t) -> tensor<3x7x5xf32> {
    %s = tensor.extract_slice %o[%i, 0, 0] [1, 7, 5] [1, 1, 1] : tensor<3x7x5xf32> to tensor<7x5xf32>
    %0 = linalg.fill ins(%x : f32) outs(%s : tensor<7x5xf32>) -> tensor<7x5xf32>
    %1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0, %u : tensor<7x5xf32>, tensor<5xf32>) outs(%s : tensor<7x5xf32>) {
    ^bb0(%p: f32, %q: f32, %z: f32):
      %y = arith.mulf %p, %q : f32
      linalg.yield %y : f32
    } -> tensor<7x5xf32>
    %2 = linalg.exp ins(%1 : tensor<7x5xf32>) outs(%s : tensor<7x5xf32>) -> tensor<7x5xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %o[%i, 0, 0] [1, 7, 5] [1, 1, 1] : tensor<7x5xf32> into tensor<3x7x5xf32>
    }
  }
  return %r : tensor<3x7x5xf32>
}

// -----

// A value from before a loop that each iteration reads is not overwritten in it, elementwise or not.
// CHECK-LABEL: func.func private @use(
// CHECK-SAME:    access = "read-write"
func.func private @use(tensor<6xf32>)
// CHECK-LABEL: func.func @elementwise_in_a_loop(
// CHECK-SAME:    access = "read"
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:           linalg.sub{{.*}}__inplace_operands_attr__ = ["true", "true", "true"]
// CHECK:           linalg.sub{{.*}}__inplace_operands_attr__ = ["true", "true", "true"]
// CHECK:           func.call{{.*}}__inplace_operands_attr__ = ["true"]
func.func @elementwise_in_a_loop(%n: index, %a: tensor<6xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = linalg.sub ins(%f, %a : tensor<6xf32>, tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
    %g = tensor.empty() : tensor<6xf32>
    %1 = linalg.sub ins(%0, %a : tensor<6xf32>, tensor<6xf32>) outs(%g : tensor<6xf32>) -> tensor<6xf32>
    func.call @use(%1) : (tensor<6xf32>) -> ()
  }
  return
}

// -----

#turned = affine_map<(d0, d1) -> (d1, d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>

// Maps that are not the identity are no access element by element; nor is a reduction.
// CHECK-LABEL: func.func @turned_onto_itself(
// CHECK-SAME:    access = "read"
// CHECK:         linalg.generic{{.*}}__inplace_operands_attr__ = ["true", "false"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @turned_onto_itself(%t: tensor<6x6xi32>) -> tensor<6x6xi32> {
  %0 = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<6x6xi32>) outs(%t : tensor<6x6xi32>) {
  ^bb0(%p: i32, %o: i32):
    %s = arith.addi %p, %o : i32
    linalg.yield %s : i32
  } -> tensor<6x6xi32>
  return %0 : tensor<6x6xi32>
}

// CHECK-LABEL: func.func @projected_onto_itself(
// CHECK-SAME:    access = "read"{{.*}}access = "read"
// CHECK:         linalg.generic{{.*}}__inplace_operands_attr__ = ["true", "true", "false"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @projected_onto_itself(%a: tensor<6x6xi32>, %t: tensor<6xi32>) -> tensor<6xi32> {
  %0 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["reduction", "parallel"]}
      ins(%a, %t : tensor<6x6xi32>, tensor<6xi32>) outs(%t : tensor<6xi32>) {
  ^bb0(%p: i32, %q: i32, %o: i32):
    %s = arith.addi %p, %q : i32
    linalg.yield %s : i32
  } -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK-LABEL: func.func @reduced_onto_itself(
// CHECK-SAME:    access = "read"
// CHECK:         linalg.generic{{.*}}__inplace_operands_attr__ = ["true", "false"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @reduced_onto_itself(%t: tensor<6x6xi32>) -> tensor<6x6xi32> {
  %0 = linalg.generic {indexing_maps = [#turned, #turned], iterator_types = ["parallel", "reduction"]}
      ins(%t : tensor<6x6xi32>) outs(%t : tensor<6x6xi32>) {
  ^bb0(%p: i32, %o: i32):
    %s = arith.addi %p, %o : i32
    linalg.yield %s : i32
  } -> tensor<6x6xi32>
  return %0 : tensor<6x6xi32>
}

// -----

// REFERENCE: copies unless the places are the loop indices themselves.
// Each iteration reads and writes one place of one tensor. Two different places need a copy.
// CHECK-LABEL: func.func @at_permuted_places(
// CHECK:         linalg.generic{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         linalg.generic{{.*}}__inplace_operands_attr__ = ["true", "false"]
#permuted = affine_map<(d0, d1) -> (d1, d0)>
#places = affine_map<(d0, d1) -> (d0, d1)>
func.func @at_permuted_places(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.generic {indexing_maps = [#permuted, #permuted], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %x : f32
    linalg.yield %z : f32
  } -> tensor<4x4xf32>
  %1 = linalg.generic {indexing_maps = [#permuted, #places], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
