// Copies are in the memory space of what is copied; a buffer without contents needs to know its own.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --insert-tensor-copies=must-infer-memory-space --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @copied(
// CHECK:         %[[t:.*]] = "x.make"()
// CHECK:         bufferization.alloc_tensor() copy(%[[t]]) : tensor<10xf32>
func.func @copied(%i: index, %x: f32) -> (tensor<10xf32>, tensor<10xf32>) {
  %t = "x.make"() : () -> tensor<10xf32>
  %0 = tensor.insert %x into %t[%i] : tensor<10xf32>
  return %0, %t : tensor<10xf32>, tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @same_space(
// CHECK-COUNT-2: bufferization.alloc_tensor() {memory_space = 1 : ui64} : tensor<10xf32>
func.func @same_space(%i: index, %x: f32) -> (tensor<10xf32>, tensor<10xf32>) {
  %t = bufferization.alloc_tensor() {memory_space = 1 : ui64} : tensor<10xf32>
  %0 = tensor.insert %x into %t[%i] : tensor<10xf32>
  return %0, %t : tensor<10xf32>, tensor<10xf32>
}

// -----

func.func @unknown_space(%i: index, %x: f32) -> (tensor<10xf32>, tensor<10xf32>) {
  // expected-error @below {{could not infer memory space}}
  %t = bufferization.alloc_tensor() : tensor<10xf32>
  %0 = tensor.insert %x into %t[%i] : tensor<10xf32>
  return %0, %t : tensor<10xf32>, tensor<10xf32>
}
