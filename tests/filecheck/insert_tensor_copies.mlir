// The copies of One-Shot Bufferize, as tensors.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --insert-tensor-copies | filecheck %s
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --insert-tensor-copies=bufferize-function-boundaries | filecheck %s --check-prefix=FUNC
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --test-tensor-copy-insertion=bufferize-function-boundaries | filecheck %s --check-prefix=FUNC

// CHECK-LABEL: func.func @read_after_write(
// CHECK-SAME:    %[[t:.*]]: tensor<?xf32>
// CHECK:         %[[c:.*]] = bufferization.alloc_tensor() copy(%[[t]]) : tensor<?xf32>
// CHECK:         %[[n:.*]] = tensor.insert %{{.*}} into %[[c]]
// CHECK:         return %[[n]], %[[t]]
// FUNC-LABEL: func.func @read_after_write(
// FUNC:         bufferization.alloc_tensor() copy(
func.func @read_after_write(%t: tensor<?xf32>, %i: index, %x: f32) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = tensor.insert %x into %t[%i] : tensor<?xf32>
  return %0, %t : tensor<?xf32>, tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @allocated(
// CHECK-NEXT:    %[[t:.*]] = bufferization.alloc_tensor() : tensor<5xf32>
// CHECK-NEXT:    return %[[t]]
func.func @allocated() -> tensor<5xf32> {
  %0 = bufferization.alloc_tensor() : tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// Contents that nobody knows, or that are overwritten, are not copied.
// CHECK-LABEL: func.func @undefined(
// CHECK-COUNT-2: bufferization.alloc_tensor() : tensor<5xf32>
// CHECK-NOT:     bufferization.alloc_tensor
// FUNC-LABEL: func.func @undefined(
// FUNC:         bufferization.alloc_tensor() : tensor<5xf32>
// FUNC-NOT:     bufferization.alloc_tensor
func.func @undefined(%x: f32, %i: index) -> (tensor<5xf32>, tensor<5xf32>) {
  %0 = bufferization.alloc_tensor() : tensor<5xf32>
  %1 = tensor.insert %x into %0[%i] : tensor<5xf32>
  return %0, %1 : tensor<5xf32>, tensor<5xf32>
}

// -----

// FUNC-LABEL: func.func @overwritten(
// CHECK-LABEL: func.func @overwritten(
// CHECK:         %[[c:.*]] = bufferization.alloc_tensor() : tensor<5xf32>
// CHECK:         linalg.generic {{.*}} outs(%[[c]] : tensor<5xf32>)
func.func @overwritten(%t: tensor<5xf32>, %x: f32) -> (tensor<5xf32>, tensor<5xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%t : tensor<5xf32>) {
    ^bb0(%old: f32):
      linalg.yield %x : f32
    } -> tensor<5xf32>
  return %t, %0 : tensor<5xf32>, tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @part_overwritten(
// CHECK:         %[[c:.*]] = bufferization.alloc_tensor() : tensor<3xf32>
// CHECK:         linalg.generic {{.*}} outs(%[[c]] : tensor<3xf32>)
func.func @part_overwritten(%t: tensor<5xf32>, %x: f32) -> tensor<3xf32> {
  %0 = tensor.extract_slice %t[0] [3] [1] : tensor<5xf32> to tensor<3xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%0 : tensor<3xf32>) {
    ^bb0(%old: f32):
      linalg.yield %x : f32
    } -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @default_space(
// CHECK-COUNT-2: bufferization.alloc_tensor() : tensor<10xf32>
func.func @default_space(%i: index, %x: f32) -> (tensor<10xf32>, tensor<10xf32>) {
  %t = bufferization.alloc_tensor() : tensor<10xf32>
  %0 = tensor.insert %x into %t[%i] : tensor<10xf32>
  return %0, %t : tensor<10xf32>, tensor<10xf32>
}
