// bufferization.access says what a function without a body does to a parameter.
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK: func.func private @look(memref<4xf32, strided<[?], offset: ?>> {bufferization.access = "read"})
func.func private @look(tensor<4xf32> {bufferization.access = "read"})
// CHECK: func.func private @anything(memref<4xf32, strided<[?], offset: ?>>)
func.func private @anything(tensor<4xf32>)
// A layout stays as an attribute for whoever provides the body.
// CHECK: func.func private @plain(memref<4xf32> {bufferization.buffer_layout = #{{.*}}})
func.func private @plain(tensor<4xf32> {bufferization.buffer_layout = affine_map<(d0) -> (d0)>})

// CHECK-LABEL: func.func @main
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<4xf32, strided<[?], offset: ?>>,
// CHECK-NOT:     memref.copy
// CHECK:         call @look(%[[BUF]])
// CHECK:         memref.copy %[[BUF]], %[[COPY:[a-z0-9_]*]]
// CHECK:         %[[CAST:.*]] = memref.cast %[[COPY]]
// CHECK:         call @anything(%[[CAST]])
// CHECK:         memref.load %[[BUF]]
func.func @main(%t: tensor<4xf32>, %i: index) -> f32 {
  call @look(%t) : (tensor<4xf32>) -> ()
  call @anything(%t) : (tensor<4xf32>) -> ()
  %x = tensor.extract %t[%i] : tensor<4xf32>
  return %x : f32
}
