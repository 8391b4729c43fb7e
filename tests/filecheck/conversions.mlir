// to_buffer and to_tensor in the input: what happens to the memory in between is not known.
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// The buffer may be written to, so it is a copy where the tensor is read later; not if it is read only.
// CHECK-LABEL: func.func @handed_out
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<4xf32,
// CHECK:         memref.copy %[[BUF]], %[[COPY:[a-z0-9_]*]]
// CHECK:         "test.use"(%[[COPY]])
// CHECK-NEXT:    "test.look"(%[[BUF]])
func.func @handed_out(%t: tensor<4xf32>, %i: index) -> f32 {
  %m = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  "test.use"(%m) : (memref<4xf32>) -> ()
  %n = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  "test.look"(%n) : (memref<4xf32, strided<[?], offset: ?>>) -> ()
  %x = tensor.extract %t[%i] : tensor<4xf32>
  return %x : f32
}

// -----

// CHECK-LABEL: func.func @taken_over
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<4xf32>,
// CHECK-NOT:     memref.alloc
// CHECK:         memref.store %{{.*}}, %[[BUF]]
func.func @taken_over(%m: memref<4xf32>, %a: f32, %i: index) -> tensor<4xf32> {
  %t = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %n = tensor.insert %a into %t[%i] : tensor<4xf32>
  return %n : tensor<4xf32>
}

// -----

func.func @aliases_unknown(%m: memref<4xf32>, %i: index) -> f32 {
  // expected-error @below {{to_tensor ops without `restrict` are not supported by One-Shot Analysis}}
  %t = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %x = tensor.extract %t[%i] : tensor<4xf32>
  return %x : f32
}
