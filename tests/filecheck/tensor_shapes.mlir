// Reshaping is a view where the layout allows it, and a copy where it does not.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @collapse_whole
// CHECK-SAME:    %[[T:.*]]: memref<4x5xf32>)
// CHECK-NOT:     memref.copy
// CHECK:         %[[C:.*]] = memref.collapse_shape %[[T]] {{\[}}[0, 1]] : memref<4x5xf32> into memref<20xf32>
// CHECK:         return %[[C]]
func.func @collapse_whole(%t: tensor<4x5xf32> {bufferization.buffer_layout = affine_map<(i, j) -> (i, j)>}) -> tensor<20xf32> {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x5xf32> into tensor<20xf32>
  return %0 : tensor<20xf32>
}

// -----

// Rows of a slice are apart: they cannot be one dimension.
// CHECK-LABEL: func.func @collapse_part
// CHECK:         %[[PART:.*]] = memref.subview
// CHECK:         %[[DENSE:.*]] = memref.alloc() {{.*}} : memref<4x2xf32>
// CHECK:         memref.copy %[[PART]], %[[DENSE]]
// CHECK:         memref.collapse_shape %[[DENSE]]
func.func @collapse_part(%t: tensor<4x5xf32>) -> tensor<8xf32> {
  %part = tensor.extract_slice %t[0, 1] [4, 2] [1, 1] : tensor<4x5xf32> to tensor<4x2xf32>
  %0 = tensor.collapse_shape %part [[0, 1]] : tensor<4x2xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @expand
// CHECK-SAME:    %[[T:.*]]: memref<?xf32, strided<[?], offset: ?>>, %[[N:.*]]: index
// CHECK:         memref.expand_shape %[[T]] {{\[}}[0, 1]] output_shape [%[[N]], 4]
// CHECK-SAME:      into memref<?x4xf32, strided<[?, ?], offset: ?>>
func.func @expand(%t: tensor<?xf32>, %n: index) -> tensor<?x4xf32> {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// A stride of 1 in one dimension is no layout at all: nothing is copied.
// CHECK-LABEL: func.func @expand_unit_stride
// CHECK-NOT:     memref.alloc
// CHECK:         memref.expand_shape %{{.*}} : memref<?xf32, strided<[1]>> into memref<1x?xf32>
func.func @expand_unit_stride(%m: memref<?xf32, strided<[1]>>, %n: index) -> tensor<1x?xf32> {
  %t = bufferization.to_tensor %m restrict : memref<?xf32, strided<[1]>> to tensor<?xf32>
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [1, %n] : tensor<?xf32> into tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}

// -----

// `tensor.reshape` needs a buffer without layout.
// CHECK-LABEL: func.func @reshape
// CHECK-SAME:    %[[T:.*]]: memref<?xf32, strided<[?], offset: ?>>, %[[SHAPE:.*]]: memref<2xindex
// CHECK:         %[[DENSE:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK:         memref.copy %[[T]], %[[DENSE]]
// CHECK:         memref.reshape %[[DENSE]](%[[SHAPE]])
func.func @reshape(%t: tensor<?xf32>, %shape: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = tensor.reshape %t(%shape) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The padded tensor is new: padding first, then what is padded.
// CHECK-LABEL: func.func @pad
// CHECK-SAME:    %[[T:.*]]: memref<?xf32
// CHECK:         %[[NEW:.*]] = memref.alloc(
// CHECK:         linalg.map outs(%[[NEW]] : memref<?xf32>)
// CHECK:         %[[MIDDLE:.*]] = memref.subview %[[NEW]][2]
// CHECK:         memref.copy %[[T]], %[[MIDDLE]]
func.func @pad(%t: tensor<?xf32>, %n: index, %x: f32) -> tensor<?xf32> {
  %0 = tensor.pad %t low[2] high[%n] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @elements
// CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: f32
// CHECK:         %[[NEW:.*]] = memref.alloc() {{.*}} : memref<2xf32>
// CHECK:         memref.store %[[A]], %[[NEW]]
// CHECK:         memref.store %[[B]], %[[NEW]]
func.func @elements(%a: f32, %b: f32) -> tensor<2xf32> {
  %0 = tensor.from_elements %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}
