// Decisions about what is written to after a function has freed its buffer, and before.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="test-analysis-only bufferize-function-boundaries" | filecheck %s
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="test-analysis-only bufferize-function-boundaries analyze-recursive-functions" | filecheck %s

func.func private @free(%t: tensor<4xf32>) {
  bufferization.dealloc_tensor %t : tensor<4xf32>
  return
}

func.func private @free_by_other(%t: tensor<4xf32>) {
  func.call @free(%t) : (tensor<4xf32>) -> ()
  return
}

// A function may do it, and what that calls. It frees a copy if the buffer is needed.
// REFERENCE: writes to the buffer that has been freed
// CHECK-LABEL: func.func @freed_by_callee(
// CHECK:         call @free_by_other{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
func.func @freed_by_callee(%x: f32, %i: index) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  func.call @free_by_other(%t) : (tensor<4xf32>) -> ()
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %z = tensor.extract %f[%i] : tensor<4xf32>
  return %z : f32
}

// CHECK-LABEL: func.func @written_before_the_call(
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         call @free_by_other{{.*}}__inplace_operands_attr__ = ["true"]
func.func @written_before_the_call(%x: f32, %i: index) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %z = tensor.extract %f[%i] : tensor<4xf32>
  func.call @free_by_other(%f) : (tensor<4xf32>) -> ()
  return %z : f32
}

// -----

func.func private @overwrite(%t: tensor<4xf32>, %x: f32) {
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return
}

func.func private @free_a_new_one(%t: tensor<4xf32>) {
  %n = bufferization.alloc_tensor() copy(%t) : tensor<4xf32>
  bufferization.dealloc_tensor %n : tensor<4xf32>
  return
}

func.func private @declared(tensor<4xf32> {bufferization.access = "write"})

// What only writes, or frees something else, does not free.
// CHECK-LABEL: func.func @written_by_callee(
// CHECK:         call @overwrite{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         call @free_a_new_one{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         call @declared{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
func.func @written_by_callee(%x: f32, %i: index) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  func.call @overwrite(%t, %x) : (tensor<4xf32>, f32) -> ()
  func.call @free_a_new_one(%t) : (tensor<4xf32>) -> ()
  func.call @declared(%t) : (tensor<4xf32>) -> ()
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %z = tensor.extract %f[%i] : tensor<4xf32>
  return %z : f32
}

// -----

func.func private @even(%t: tensor<4xf32>, %n: i1) {
  scf.if %n {
    func.call @odd(%t, %n) : (tensor<4xf32>, i1) -> ()
  } else {
    bufferization.dealloc_tensor %t : tensor<4xf32>
  }
  return
}

func.func private @odd(%t: tensor<4xf32>, %n: i1) {
  func.call @even(%t, %n) : (tensor<4xf32>, i1) -> ()
  return
}

// Functions that call each other may do it.
// REFERENCE: writes to the buffer that has been freed
// CHECK-LABEL: func.func @freed_in_a_circle(
// CHECK:         call @odd{{.*}}__inplace_operands_attr__ = ["false", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
func.func @freed_in_a_circle(%x: f32, %i: index, %n: i1) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  func.call @odd(%t, %n) : (tensor<4xf32>, i1) -> ()
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %z = tensor.extract %f[%i] : tensor<4xf32>
  return %z : f32
}
