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
