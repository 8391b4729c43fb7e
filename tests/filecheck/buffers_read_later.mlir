// A tensor is read as long as the buffer is used that bufferization.to_buffer gives, under any name.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s

// CHECK-LABEL: func.func @after_the_write(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// REFERENCE: mlir-opt takes the tensor to be read once, where the buffer is made.
func.func @after_the_write(%f: f32, %i: index, %t: tensor<4xf32>) -> (tensor<4xf32>, f32) {
  %m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  %r = tensor.insert %f into %t[%i] : tensor<4xf32>
  %x = memref.load %m[%i] : memref<4xf32>
  return %r, %x : tensor<4xf32>, f32
}

// -----

// CHECK-LABEL: func.func @before_the_write(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
func.func @before_the_write(%f: f32, %i: index, %t: tensor<4xf32>) -> (tensor<4xf32>, f32) {
  %m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  %x = memref.load %m[%i] : memref<4xf32>
  %r = tensor.insert %f into %t[%i] : tensor<4xf32>
  return %r, %x : tensor<4xf32>, f32
}

// -----

// CHECK-LABEL: func.func @view_in_a_branch(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// REFERENCE: mlir-opt takes the tensor to be read once, where the buffer is made.
func.func @view_in_a_branch(%c: i1, %f: f32, %i: index, %t: tensor<4xf32>) -> (tensor<4xf32>, f32) {
  %m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  %r = tensor.insert %f into %t[%i] : tensor<4xf32>
  %x = scf.if %c -> (f32) {
    %y = memref.load %v[%i] : memref<?xf32>
    scf.yield %y : f32
  } else {
    scf.yield %f : f32
  }
  return %r, %x : tensor<4xf32>, f32
}

// -----

// Each iteration reads before it writes.
// CHECK-LABEL: func.func @in_turns(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
func.func @in_turns(%f: f32, %i: index, %n: index, %t: tensor<4xf32>) -> (tensor<4xf32>, f32) {
  %one = arith.constant 1 : index
  %r:2 = scf.for %k = %i to %n step %one iter_args(%a = %t, %s = %f) -> (tensor<4xf32>, f32) {
    %m = bufferization.to_buffer %a read_only : tensor<4xf32> to memref<4xf32>
    %x = memref.load %m[%i] : memref<4xf32>
    %y = arith.addf %x, %s : f32
    %b = tensor.insert %y into %a[%k] : tensor<4xf32>
    scf.yield %b, %y : tensor<4xf32>, f32
  }
  return %r#0, %r#1 : tensor<4xf32>, f32
}

// -----

// What a function returns may be used at any time by its callers.
// CHECK-LABEL: func.func @returned_by_callee(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// REFERENCE: mlir-opt takes the tensor to be read once, where the buffer is made.
func.func private @buffer_of(%t: tensor<4xf32>) -> memref<4xf32, strided<[?], offset: ?>> {
  %m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  return %m : memref<4xf32, strided<[?], offset: ?>>
}
func.func @returned_by_callee(%f: f32, %i: index, %t: tensor<4xf32>) -> (tensor<4xf32>, f32) {
  %m = call @buffer_of(%t) : (tensor<4xf32>) -> memref<4xf32, strided<[?], offset: ?>>
  %r = tensor.insert %f into %t[%i] : tensor<4xf32>
  %x = memref.load %m[%i] : memref<4xf32, strided<[?], offset: ?>>
  return %r, %x : tensor<4xf32>, f32
}

// -----

// The buffer is overwritten without being read, then written to under its other name.
// CHECK-LABEL: func.func @written_later(
// CHECK:         bufferization.to_buffer{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// REFERENCE: mlir-opt takes the tensor to be read once, where the buffer is made.
func.func @written_later(%f: f32, %g: f32, %i: index, %t: tensor<4xf32>) -> tensor<4xf32> {
  %m = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %r = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  memref.store %g, %m[%i] : memref<4xf32>
  return %r : tensor<4xf32>
}

// -----

// What waits for a region is the end of the buffer's use, not what creates the region.
// CHECK-LABEL: func.func @by_a_task(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// REFERENCE: mlir-opt takes the tensor to be read once, where the buffer is made.
func.func @by_a_task(%f: f32, %i: index, %t: tensor<4xf32>, %x: memref<4xf32>) -> tensor<4xf32> {
  %m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  %token = async.execute {
    memref.copy %m, %x : memref<4xf32> to memref<4xf32>
    async.yield
  }
  %r = tensor.insert %f into %t[%i] : tensor<4xf32>
  async.await %token : !async.token
  %s = tensor.insert %f into %r[%i] : tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @by_a_copy(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// REFERENCE: mlir-opt takes the tensor to be read once, where the buffer is made.
func.func @by_a_copy(%f: f32, %i: index, %t: tensor<4xf32>, %x: memref<4xf32, 1>, %tag: memref<1xi32>) -> tensor<4xf32> {
  %m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  memref.dma_start %m[%i], %x[%i], %i, %tag[%i] : memref<4xf32>, memref<4xf32, 1>, memref<1xi32>
  %r = tensor.insert %f into %t[%i] : tensor<4xf32>
  memref.dma_wait %tag[%i], %i : memref<1xi32>
  return %r : tensor<4xf32>
}

// -----

// The group is awaited before the task is added to it.
// CHECK-LABEL: func.func @added_too_late(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// REFERENCE: mlir-opt takes the region to run where it is created.
func.func @added_too_late(%f: f32, %i: index, %t: tensor<4xf32>, %x: memref<4xf32>) -> tensor<4xf32> {
  %group = async.create_group %i : !async.group
  %token = async.execute {
    %e = tensor.extract %t[%i] : tensor<4xf32>
    memref.store %e, %x[%i] : memref<4xf32>
    async.yield
  }
  async.await_all %group
  %r = tensor.insert %f into %t[%i] : tensor<4xf32>
  %rank = async.add_to_group %token, %group : !async.token
  return %r : tensor<4xf32>
}
