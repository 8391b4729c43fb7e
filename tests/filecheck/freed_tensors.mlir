// Decisions about what is written to after its buffer was freed, and before.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=test-analysis-only | filecheck %s

// Nobody reads the old elements, but the memory may belong to somebody else.
// REFERENCE: writes to the buffer that has been freed
// CHECK-LABEL: func.func @view_written_afterwards(
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         bufferization.dealloc_tensor{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
func.func @view_written_afterwards(%x: f32, %i: index) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  %s = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  bufferization.dealloc_tensor %t : tensor<4xf32>
  %f = linalg.fill ins(%x : f32) outs(%s : tensor<2xf32>) -> tensor<2xf32>
  %z = tensor.extract %f[%i] : tensor<2xf32>
  return %z : f32
}

// -----

// The tensor itself has no buffer any more.
// REFERENCE: writes to the buffer that has been freed
// CHECK-LABEL: func.func @written_afterwards(
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
func.func @written_afterwards(%x: f32, %i: index) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  bufferization.dealloc_tensor %t : tensor<4xf32>
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %z = tensor.extract %f[%i] : tensor<4xf32>
  return %z : f32
}

// -----

// What comes before is in place.
// CHECK-LABEL: func.func @written_before(
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
func.func @written_before(%x: f32, %i: index) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  %s = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %f = linalg.fill ins(%x : f32) outs(%s : tensor<2xf32>) -> tensor<2xf32>
  %z = tensor.extract %f[%i] : tensor<2xf32>
  bufferization.dealloc_tensor %t : tensor<4xf32>
  return %z : f32
}

// -----

// Only one of the branches runs.
// CHECK-LABEL: func.func @written_in_the_other_branch(
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
func.func @written_in_the_other_branch(%c: i1, %x: f32, %i: index) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  %r = scf.if %c -> f32 {
    bufferization.dealloc_tensor %t : tensor<4xf32>
    scf.yield %x : f32
  } else {
    %f = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    %z = tensor.extract %f[%i] : tensor<4xf32>
    scf.yield %z : f32
  }
  return %r : f32
}

// -----

// Blocks may come in any order: this one is before the free in the text.
// REFERENCE: writes to the buffer that has been freed
// CHECK-LABEL: func.func @written_in_a_block_above(
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
func.func @written_in_a_block_above(%x: f32, %i: index) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  cf.br ^free
^write:
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %z = tensor.extract %f[%i] : tensor<4xf32>
  return %z : f32
^free:
  bufferization.dealloc_tensor %t : tensor<4xf32>
  cf.br ^write
}

// -----

// Each iteration has a tensor of its own.
// CHECK-LABEL: func.func @freed_in_each_iteration(
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
func.func @freed_in_each_iteration(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f32 {
    %t = bufferization.alloc_tensor() : tensor<4xf32>
    %f = linalg.fill ins(%a : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    %z = tensor.extract %f[%i] : tensor<4xf32>
    bufferization.dealloc_tensor %t : tensor<4xf32>
    scf.yield %z : f32
  }
  return %r : f32
}

// -----

// Two tensors that may share a buffer are both freed.
// REFERENCE: mlir-opt takes the free of one for a write to the other.
// CHECK-LABEL: func.func @both_are_freed(
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         arith.select{{.*}}__inplace_operands_attr__ = ["none", "true", "true"]
func.func @both_are_freed(%c: i1, %x: f32, %i: index) -> f32 {
  %s = bufferization.alloc_tensor() : tensor<4xf32>
  %f = linalg.fill ins(%x : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  %g = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %r = arith.select %c, %f, %g : tensor<4xf32>
  %z = tensor.extract %r[%i] : tensor<4xf32>
  bufferization.dealloc_tensor %f : tensor<4xf32>
  bufferization.dealloc_tensor %g : tensor<4xf32>
  return %z : f32
}
