// Calls: what a callee does to its parameter decides whether the caller has to copy.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @reads
func.func @reads(%t: tensor<4xf32>, %i: index) -> f32 {
  %x = tensor.extract %t[%i] : tensor<4xf32>
  return %x : f32
}

// CHECK-LABEL: func.func @writes
func.func @writes(%t: tensor<4xf32>, %a: f32, %i: index) -> tensor<4xf32> {
  %n = tensor.insert %a into %t[%i] : tensor<4xf32>
  return %n : tensor<4xf32>
}

// CHECK-LABEL: func.func @main
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<4xf32,
// CHECK:         call @reads(%[[BUF]],
// CHECK:         memref.copy %[[BUF]], %[[COPY:[a-z0-9_]*]]
// CHECK:         %[[CAST:.*]] = memref.cast %[[COPY]]
// CHECK:         call @writes(%[[CAST]],
// CHECK:         call @reads(%[[BUF]],
func.func @main(%t: tensor<4xf32>, %a: f32, %i: index) -> (f32, tensor<4xf32>, f32) {
  %0 = call @reads(%t, %i) : (tensor<4xf32>, index) -> f32
  %1 = call @writes(%t, %a, %i) : (tensor<4xf32>, f32, index) -> tensor<4xf32>
  %2 = call @reads(%t, %i) : (tensor<4xf32>, index) -> f32
  return %0, %1, %2 : f32, tensor<4xf32>, f32
}

// -----

// A callee that only sets its parameter gets a buffer without contents.
// CHECK-LABEL: func.func @overwrites
func.func @overwrites(%t: tensor<4xf32>, %a: f32) -> tensor<4xf32> {
  %n = linalg.fill ins(%a : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %n : tensor<4xf32>
}

// CHECK-LABEL: func.func @caller
// CHECK:         memref.alloc()
// CHECK-NOT:     memref.copy
// CHECK:         call @overwrites
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @caller(%t: tensor<4xf32>, %a: f32, %i: index) -> (tensor<4xf32>, f32) {
  %0 = call @overwrites(%t, %a) : (tensor<4xf32>, f32) -> tensor<4xf32>
  %1 = tensor.extract %t[%i] : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, f32
}

// -----

// Nothing is known of a function that calls itself: it may write to its parameter.
// CHECK-LABEL: func.func @again
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<4xf32,
// CHECK:         memref.copy %[[BUF]],
// CHECK:         call @again
// CHECK:         memref.load %[[BUF]]
func.func @again(%t: tensor<4xf32>, %i: index) -> f32 {
  %0 = call @again(%t, %i) : (tensor<4xf32>, index) -> f32
  %1 = tensor.extract %t[%i] : tensor<4xf32>
  return %1 : f32
}
