// An op without a model keeps its tensors, between conversions; nothing is known of what it does.
// RUN: bufferize-opt %s --allow-unregistered-dialect --one-shot-bufferize=allow-unknown-ops | filecheck %s
// RUN: not bufferize-opt %s --allow-unregistered-dialect --one-shot-bufferize 2>&1 | filecheck %s --check-prefix=STRICT

// STRICT: unknown_ops.mlir:[[# @LINE + 13]]:8: error: op was not bufferized

// CHECK-LABEL: func.func @in_between
// CHECK:         %[[FILLED:.*]] = memref.alloc() {{.*}} : memref<7xf32>
// CHECK:         linalg.fill ins(%{{.*}}) outs(%[[FILLED]] :
// CHECK-NEXT:    %[[TENSOR:.*]] = bufferization.to_tensor %[[FILLED]] : memref<7xf32> to tensor<7xf32>
// CHECK-NEXT:    %[[OUT:.*]] = "elsewhere.op"(%[[TENSOR]])
// CHECK-NEXT:    %[[BUF:.*]] = bufferization.to_buffer %[[OUT]] : tensor<7xf32> to memref<7xf32, strided<[?], offset: ?>>
// CHECK-NEXT:    memref.load %[[FILLED]]
// CHECK-NEXT:    memref.load %[[BUF]]
func.func @in_between(%a: f32, %i: index) -> (f32, f32) {
  %e = tensor.empty() : tensor<7xf32>
  %f = linalg.fill ins(%a : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %u = "elsewhere.op"(%f) : (tensor<7xf32>) -> tensor<7xf32>
  %x = tensor.extract %f[%i] : tensor<7xf32>
  %y = tensor.extract %u[%i] : tensor<7xf32>
  return %x, %y : f32, f32
}

// What an unknown op returns must not be written to: an update copies.
// CHECK-LABEL: func.func @result_is_not_writable
// CHECK:         %[[BUF:.*]] = bufferization.to_buffer
// CHECK:         memref.copy %[[BUF]], %[[COPY:[a-z0-9_]*]]
// CHECK-NEXT:    memref.store %{{.*}}, %[[COPY]]
func.func @result_is_not_writable(%a: f32, %i: index) -> tensor<7xf32> {
  %u = "elsewhere.op"() : () -> tensor<7xf32>
  %n = tensor.insert %a into %u[%i] : tensor<7xf32>
  return %n : tensor<7xf32>
}
