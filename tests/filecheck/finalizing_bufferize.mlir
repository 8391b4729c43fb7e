// The end of a bufferization in several steps, as in mlir-opt up to version 19.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(finalizing-bufferize))' --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @back(
// CHECK-SAME:    %[[m:.*]]: memref<f32>)
// CHECK-NEXT:    return %[[m]]
func.func @back(%m: memref<f32>) -> memref<f32> {
  %0 = bufferization.to_tensor %m : memref<f32> to tensor<f32>
  %1 = bufferization.to_buffer %0 : tensor<f32> to memref<f32>
  return %1 : memref<f32>
}

// CHECK-LABEL: func.func @same_layout(
// CHECK-SAME:    %[[m:.*]]: memref<4xf32, strided<[2], offset: 1>>)
// CHECK-NEXT:    return %[[m]]
func.func @same_layout(%m: memref<4xf32, strided<[2], offset: 1>>) -> memref<4xf32, strided<[2], offset: 1>> {
  %0 = bufferization.to_tensor %m : memref<4xf32, strided<[2], offset: 1>> to tensor<4xf32>
  %1 = bufferization.to_buffer %0 : tensor<4xf32> to memref<4xf32, strided<[2], offset: 1>>
  return %1 : memref<4xf32, strided<[2], offset: 1>>
}

// Where a cast could fail, there is a copy.
// CHECK-LABEL: func.func @unknown_offset(
// CHECK-SAME:    %[[m:.*]]: memref<?xf32, strided<[1], offset: ?>>)
// CHECK:         %[[d:.*]] = memref.dim %[[m]], %c0
// CHECK:         %[[c:.*]] = memref.alloc(%[[d]]) : memref<?xf32>
// CHECK:         memref.copy %[[m]], %[[c]]
// CHECK:         return %[[c]]
func.func @unknown_offset(%m: memref<?xf32, strided<[1], offset: ?>>) -> memref<?xf32> {
  %0 = bufferization.to_tensor %m : memref<?xf32, strided<[1], offset: ?>> to tensor<?xf32>
  %1 = bufferization.to_buffer %0 : tensor<?xf32> to memref<?xf32>
  return %1 : memref<?xf32>
}

// CHECK-LABEL: func.func @stride(
// CHECK:         memref.copy %{{.*}}, %{{.*}} : memref<?xf32, strided<[100], offset: ?>> to memref<?xf32>
func.func @stride(%m: memref<?xf32, strided<[100], offset: ?>>) -> memref<?xf32> {
  %0 = bufferization.to_tensor %m : memref<?xf32, strided<[100], offset: ?>> to tensor<?xf32>
  %1 = bufferization.to_buffer %0 : tensor<?xf32> to memref<?xf32>
  return %1 : memref<?xf32>
}

// CHECK-LABEL: func.func @offset(
// CHECK:         memref.copy %{{.*}}, %{{.*}} : memref<?xf32, strided<[1], offset: 25>> to memref<?xf32>
func.func @offset(%m: memref<?xf32, strided<[1], offset: 25>>) -> memref<?xf32> {
  %0 = bufferization.to_tensor %m : memref<?xf32, strided<[1], offset: 25>> to tensor<?xf32>
  %1 = bufferization.to_buffer %0 : tensor<?xf32> to memref<?xf32>
  return %1 : memref<?xf32>
}

// -----

func.func @source() -> memref<f32> {
  // expected-error @below {{failed to legalize operation 'x.source'}}
  %0 = "x.source"() : () -> tensor<f32>
  %1 = bufferization.to_buffer %0 : tensor<f32> to memref<f32>
  return %1 : memref<f32>
}

// -----

func.func @sink(%m: memref<f32>) {
  %0 = bufferization.to_tensor %m : memref<f32> to tensor<f32>
  // expected-error @below {{failed to legalize operation 'x.sink'}}
  "x.sink"(%0) : (tensor<f32>) -> ()
  return
}

// -----

func.func @region(%m: memref<4xf32>, %k: i1) -> memref<4xf32> {
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  // expected-error @below {{failed to legalize operation 'scf.if'}}
  %1 = scf.if %k -> tensor<4xf32> {
    scf.yield %0 : tensor<4xf32>
  } else {
    scf.yield %0 : tensor<4xf32>
  }
  %2 = bufferization.to_buffer %1 : tensor<4xf32> to memref<4xf32>
  return %2 : memref<4xf32>
}

// -----

// Nor may a layout be required, though a cast would do here.
func.func @to_layout(%m: memref<?xf32>) -> memref<?xf32, strided<[1], offset: ?>> {
  %0 = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  // expected-error @below {{failed to legalize operation 'bufferization.to_buffer'}}
  %1 = bufferization.to_buffer %0 : tensor<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  return %1 : memref<?xf32, strided<[1], offset: ?>>
}

// -----

func.func @memory_space(%m: memref<4xf32, 1>) -> memref<4xf32> {
  %0 = bufferization.to_tensor %m : memref<4xf32, 1> to tensor<4xf32>
  // expected-error @below {{failed to legalize operation 'bufferization.to_buffer'}}
  %1 = bufferization.to_buffer %0 : tensor<4xf32> to memref<4xf32>
  return %1 : memref<4xf32>
}

// -----

// Arguments that are tensors are tensors left, too. mlir-opt 16 leaves them.
// expected-error @below {{failed to legalize operation 'func.func'}}
func.func @argument(%t: tensor<4xf32>) -> memref<4xf32> {
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
