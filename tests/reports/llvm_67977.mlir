// Empty tensors are eliminated twice, where one is copied to the other or inserted into itself. The
// reference once erased an empty tensor that was still used.
// REFERENCE: bufferizes
// RUN: bufferize-opt %s --eliminate-empty-tensors --eliminate-empty-tensors | filecheck %s
// RUN: bufferize-opt %s --eliminate-empty-tensors --eliminate-empty-tensors --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s --check-prefix=BUFFERIZED

// CHECK-LABEL: func.func @copied
// CHECK:         %[[copy:.*]] = linalg.copy
// CHECK:         return %[[copy]]
// CHECK-LABEL: func.func @inserted
// CHECK:         %[[whole:.*]] = tensor.insert_slice
// CHECK:         return %[[whole]]

// BUFFERIZED-LABEL: func.func @copied
// BUFFERIZED:         return %{{.*}} : memref<4xi32>
// BUFFERIZED-LABEL: func.func @inserted
// BUFFERIZED:         return %{{.*}} : memref<2x3xf32>
func.func @copied() -> tensor<4xi32> {
  %to = tensor.empty() : tensor<4xi32>
  %from = tensor.empty() : tensor<4xi32>
  %copy = linalg.copy ins(%from : tensor<4xi32>) outs(%to : tensor<4xi32>) -> tensor<4xi32>
  return %copy : tensor<4xi32>
}

func.func @inserted() -> tensor<2x3xf32> {
  %empty = tensor.empty() : tensor<2x3xf32>
  %whole = tensor.insert_slice %empty into %empty[0, 0] [2, 3] [1, 1]
      : tensor<2x3xf32> into tensor<2x3xf32>
  return %whole : tensor<2x3xf32>
}
