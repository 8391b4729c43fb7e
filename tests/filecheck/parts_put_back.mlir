// Parts that are put back, and buffers in use: what stays in place.
// RUN: bufferize-opt %s --allow-unregistered-dialect --split-input-file --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops allow-unknown-ops test-analysis-only" | filecheck %s

// A part that is the same in each iteration: the fill is in place, and the insertion gets a copy.
// CHECK-LABEL: @fixed_part(
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "false", "none"]
// CHECK:         "test.use"{{.*}}__inplace_operands_attr__ = ["true"]
func.func @fixed_part(%t: tensor<8xf32>, %v: f32, %n: index, %at: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %s = tensor.extract_slice %t[%at] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %f = linalg.fill ins(%v : f32) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    %u = tensor.insert_slice %f into %t[%at] [2] [1] : tensor<2xf32> into tensor<8xf32>
    "test.use"(%u) : (tensor<8xf32>) -> ()
  }
  return
}

// -----

// The same with constants that are made in the loop, which is one of blocks.
// REFERENCE: differs because it only finds that the loop repeats the insertion among loops that are
// operations.
// CHECK-LABEL: @fixed_part_in_blocks(
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "false", "none"]
// CHECK:         "test.use"{{.*}}__inplace_operands_attr__ = ["true"]
func.func @fixed_part_in_blocks(%t: tensor<8xf32>, %v: f32, %more: i1) {
  cf.br ^loop
^loop:
  %c2 = arith.constant 2 : index
  %s = tensor.extract_slice %t[%c2] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %f = linalg.fill ins(%v : f32) outs(%s : tensor<2xf32>) -> tensor<2xf32>
  %u = tensor.insert_slice %f into %t[%c2] [2] [1] : tensor<2xf32> into tensor<8xf32>
  "test.use"(%u) : (tensor<8xf32>) -> ()
  cf.cond_br %more, ^loop, ^end
^end:
  return
}

// -----

// A carried tensor is set anew in each iteration: everything is in place.
// CHECK-LABEL: @tiles(
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @tiles(%t: tensor<8xf32>, %v: f32, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c2 iter_args(%a = %t) -> tensor<8xf32> {
    %s = tensor.extract_slice %a[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %f = linalg.fill ins(%v : f32) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    %u = tensor.insert_slice %f into %a[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
    scf.yield %u : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// Reshapes keep the order of the elements; what is put back is in place.
// CHECK-LABEL: @reshaped_part(
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         tensor.collapse_shape{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.expand_shape{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @reshaped_part(%t: tensor<4x4xf32>, %v: f32, %i: index) -> tensor<4x4xf32> {
  %s = tensor.extract_slice %t[%i, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<1x4xf32>
  %c = tensor.collapse_shape %s [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
  %f = linalg.fill ins(%v : f32) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  %e = tensor.expand_shape %f [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
  %u = tensor.insert_slice %e into %t[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
  return %u : tensor<4x4xf32>
}

// -----

// Iterations that run at once contribute what they compute in place.
// CHECK-LABEL: @parallel_tiles(
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.parallel_insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @parallel_tiles(%t: tensor<8xf32>, %v: f32) -> tensor<8xf32> {
  %r = scf.forall (%i) in (8) shared_outs(%o = %t) -> tensor<8xf32> {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %f = linalg.fill ins(%v : f32) outs(%s : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// -----

// So they do with two parts of one output.
// CHECK-LABEL: @two_parts(
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         linalg.exp{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         tensor.parallel_insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         tensor.parallel_insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @two_parts(%t: tensor<2x8xf32>, %v: f32) -> tensor<2x8xf32> {
  %r = scf.forall (%i) in (8) shared_outs(%o = %t) -> tensor<2x8xf32> {
    %s = tensor.extract_slice %o[0, %i] [1, 1] [1, 1] : tensor<2x8xf32> to tensor<1xf32>
    %f = linalg.fill ins(%v : f32) outs(%s : tensor<1xf32>) -> tensor<1xf32>
    %p = tensor.extract_slice %o[1, %i] [1, 1] [1, 1] : tensor<2x8xf32> to tensor<1xf32>
    %g = linalg.exp ins(%p : tensor<1xf32>) outs(%p : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %o[0, %i] [1, 1] [1, 1] : tensor<1xf32> into tensor<2x8xf32>
      tensor.parallel_insert_slice %g into %o[1, %i] [1, 1] [1, 1] : tensor<1xf32> into tensor<2x8xf32>
    }
  }
  return %r : tensor<2x8xf32>
}

// -----

// Two loops in turn may work on one buffer; so may two calls.
// CHECK-LABEL: @fill(
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK-LABEL: @in_turn(
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["none", "true"]
func.func private @fill(%t: tensor<8xf32>, %v: f32) -> tensor<8xf32> {
  %f = linalg.fill ins(%v : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  return %f : tensor<8xf32>
}
func.func @in_turn(%v: f32, %n: index) -> (f32, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<8xf32>
  %a = call @fill(%e, %v) : (tensor<8xf32>, f32) -> tensor<8xf32>
  %x = tensor.extract %a[%c0] : tensor<8xf32>
  %b = call @fill(%e, %x) : (tensor<8xf32>, f32) -> tensor<8xf32>
  %y = tensor.extract %b[%c0] : tensor<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%d = %e) -> tensor<8xf32> {
    %f = linalg.fill ins(%v : f32) outs(%d : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %f : tensor<8xf32>
  }
  return %y, %r : f32, tensor<8xf32>
}

// -----

// A loop inside of another one works on what that one carries.
// CHECK-LABEL: @nested(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:         scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @nested(%t: tensor<8xf32>, %v: f32, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<8xf32> {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<8xf32> {
      %w = tensor.insert %v into %b[%j] : tensor<8xf32>
      scf.yield %w : tensor<8xf32>
    }
    scf.yield %q : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
