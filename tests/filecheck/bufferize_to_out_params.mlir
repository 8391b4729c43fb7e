// One-Shot Bufferize, then no results that callers have, then no results that are buffers.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=fully-dynamic-layout-map" --drop-equivalent-buffer-results --buffer-results-to-out-params | filecheck %s
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --drop-equivalent-buffer-results --buffer-results-to-out-params=hoist-static-allocs | filecheck %s --check-prefix=IDENTITY
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries --drop-equivalent-buffer-results | filecheck %s --check-prefix=INFERRED
// RUN: not bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries --drop-equivalent-buffer-results --buffer-results-to-out-params 2>&1 | filecheck %s --check-prefix=REFUSED

// REFUSED: bufferize_to_out_params.mlir:[[# @LINE + 64]]:1: error: cannot create out param for result with unsupported layout

// CHECK-LABEL: func.func private @updated(
// CHECK-SAME:    %[[t:.*]]: memref<5xf32, strided<[?], offset: ?>>, %{{.*}}: f32, %[[out:.*]]: memref<5xf32, strided<[?], offset: ?>>) {
// CHECK:         %[[m:.*]] = memref.alloc()
// CHECK:         memref.copy %[[t]], %[[m]]
// CHECK:         memref.store %{{.*}}, %[[m]]
// CHECK:         %[[c:.*]] = memref.cast %[[m]]
// CHECK:         memref.copy %[[c]], %[[out]]
// CHECK:         return{{$}}

// IDENTITY-LABEL: func.func private @updated(
// IDENTITY-SAME:    %[[t:.*]]: memref<5xf32>, %{{.*}}: f32, %[[out:.*]]: memref<5xf32>) {
// IDENTITY-NOT:     memref.alloc
// IDENTITY:         memref.copy %[[t]], %[[out]]
// IDENTITY:         memref.store %{{.*}}, %[[out]]
// IDENTITY-NEXT:    return{{$}}

// INFERRED-LABEL: func.func private @updated(
// INFERRED-SAME:    %{{.*}}: memref<5xf32, strided<[?], offset: ?>>, %{{.*}}: f32) -> memref<5xf32> {
// INFERRED:         %[[m:.*]] = memref.alloc()
// INFERRED:         return %[[m]]
func.func private @updated(%t: tensor<5xf32>, %x: f32) -> (tensor<5xf32>, tensor<5xf32>) {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %x into %t[%c0] : tensor<5xf32>
  return %t, %0 : tensor<5xf32>, tensor<5xf32>
}

// CHECK-LABEL: func.func @call_updated(
// CHECK-SAME:    %[[t:.*]]: memref<5xf32, strided<[?], offset: ?>>
// CHECK:         %[[m:.*]] = memref.alloc() : memref<5xf32>
// CHECK:         %[[c:.*]] = memref.cast %[[m]]
// CHECK:         call @updated(%[[t]], %{{.*}}, %[[c]])
// CHECK:         memref.load %[[t]]
// CHECK:         memref.load %[[c]]

// IDENTITY-LABEL: func.func @call_updated(
// IDENTITY:         %[[m:.*]] = memref.alloc() : memref<5xf32>
// IDENTITY:         call @updated(%{{.*}}, %{{.*}}, %[[m]])
func.func @call_updated(%t: tensor<5xf32>, %x: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %0, %1 = call @updated(%t, %x) : (tensor<5xf32>, f32) -> (tensor<5xf32>, tensor<5xf32>)
  %2 = tensor.extract %0[%c0] : tensor<5xf32>
  %3 = tensor.extract %1[%c0] : tensor<5xf32>
  return %2, %3 : f32, f32
}

// -----

// The layout of a part can be had by a cast or a copy only.
// CHECK-LABEL: func.func private @part(
// CHECK-SAME:    %{{.*}}: index, %[[out:.*]]: memref<2x5xf32, strided<[?, ?], offset: ?>>) {
// CHECK:         %[[p:.*]] = memref.subview %{{.*}} : memref<10x20xf32> to memref<2x5xf32, strided<[20, 1], offset: ?>>
// CHECK:         %[[c:.*]] = memref.cast %[[p]]
// CHECK:         memref.copy %[[c]], %[[out]]

// IDENTITY-LABEL: func.func private @part(
// IDENTITY-SAME:    %{{.*}}: index, %[[out:.*]]: memref<2x5xf32>) {
// IDENTITY:         %[[p:.*]] = memref.subview
// IDENTITY:         memref.copy %[[p]], %[[out]]
// IDENTITY-NEXT:    return{{$}}

// INFERRED-LABEL: func.func private @part(
// INFERRED-SAME:    -> memref<2x5xf32, strided<[20, 1], offset: ?>> {
func.func private @part(%i: index) -> tensor<2x5xf32> {
  %0 = bufferization.alloc_tensor() : tensor<10x20xf32>
  %1 = tensor.extract_slice %0[%i, %i] [2, 5] [1, 1] : tensor<10x20xf32> to tensor<2x5xf32>
  return %1 : tensor<2x5xf32>
}

// CHECK-LABEL: func.func @call_part(
// CHECK:         %[[m:.*]] = memref.alloc() : memref<2x5xf32>
// CHECK:         %[[c:.*]] = memref.cast %[[m]]
// CHECK:         call @part(%{{.*}}, %[[c]])
// CHECK:         memref.load %[[c]]
func.func @call_part(%i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = call @part(%i) : (index) -> tensor<2x5xf32>
  %1 = tensor.extract %0[%c0, %c0] : tensor<2x5xf32>
  return %1 : f32
}
