// Unranked tensors become unranked buffers; they cannot be copied, which is an error when needed.
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics --one-shot-bufferize=bufferize-function-boundaries | filecheck %s
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics --one-shot-bufferize="bufferize-function-boundaries use-encoding-for-memory-space" | filecheck %s

// CHECK: func.func private @show(memref<*xf32> {bufferization.access = "read"})
func.func private @show(tensor<*xf32> {bufferization.access = "read"})

// CHECK-LABEL: func.func @main
// CHECK:         %[[CAST:.*]] = memref.cast %{{.*}} : memref<4xf32, strided<[?], offset: ?>> to memref<*xf32>
// CHECK-NEXT:    call @show(%[[CAST]]) : (memref<*xf32>) -> ()
func.func @main(%t: tensor<4xf32>) {
  %u = tensor.cast %t : tensor<4xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

// -----

func.func private @anything(tensor<*xf32>)

func.func @needs_a_copy(%t: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @below {{cannot avoid RaW conflict}}
  call @anything(%t) : (tensor<*xf32>) -> ()
  return %t : tensor<*xf32>
}

// -----

func.func @needs_another_space(%m: memref<*xf32>) -> memref<*xf32, 1> {
  %t = bufferization.to_tensor %m restrict : memref<*xf32> to tensor<*xf32>
  // expected-error @below {{a buffer of unknown rank cannot be copied}}
  // expected-error @below {{failed to bufferize op}}
  %r = bufferization.to_buffer %t read_only : tensor<*xf32> to memref<*xf32, 1>
  return %r : memref<*xf32, 1>
}
