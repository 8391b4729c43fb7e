// Operations of tensor that become views of their operand, or a copy where there is no such view.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="copy-before-write unknown-type-conversion=identity-layout-map" | filecheck %s

// CHECK-LABEL: func.func @extent(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<*xi8>, %[[ARG1:[a-z0-9]*]]: index) -> (index, index)
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<*xi8> to memref<*xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<*xi8> to memref<*xi8>
// CHECK:         %[[V2:.*]] = memref.rank %[[V0]]
// CHECK:         return %{{.*}}, %[[V2]] :
func.func @extent(%t: tensor<*xi8>, %i: index) -> (index, index) {
  %0 = tensor.dim %t, %i : tensor<*xi8>
  %1 = tensor.rank %t : tensor<*xi8>
  return %0, %1 : index, index
}

// CHECK-LABEL: func.func @casts(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi8>, %[[ARG1:[a-z0-9]*]]: tensor<*xi8>) -> (tensor<5xi8>, tensor<5xi8>, tensor<*xi8>)
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?xi8> to memref<?xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<*xi8> to memref<*xi8>
// CHECK:         %[[V2:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?xi8> to memref<?xi8>
// CHECK:         %[[CAST:.*]] = memref.cast %[[V2]] : memref<?xi8> to memref<5xi8>
// CHECK:         %[[V3:.*]] = bufferization.to_tensor %[[CAST]] : memref<5xi8> to tensor<5xi8>
// CHECK:         %[[CAST_0:.*]] = memref.cast %[[V1]] : memref<*xi8> to memref<5xi8, strided<[?], offset: ?>>
// CHECK:         %[[V4:.*]] = bufferization.to_tensor %[[CAST_0]] : memref<5xi8, strided<[?], offset: ?>> to tensor<5xi8>
// CHECK:         %[[CAST_1:.*]] = memref.cast %[[V0]] : memref<?xi8> to memref<*xi8>
// CHECK:         %[[V5:.*]] = bufferization.to_tensor %[[CAST_1]] : memref<*xi8> to tensor<*xi8>
// CHECK:         return %[[V3]], %[[V4]], %[[V5]] :
func.func @casts(%t: tensor<?xi8>, %u: tensor<*xi8>) -> (tensor<5xi8>, tensor<5xi8>, tensor<*xi8>) {
  %0 = tensor.cast %t : tensor<?xi8> to tensor<5xi8>
  %1 = tensor.cast %u : tensor<*xi8> to tensor<5xi8>
  %2 = tensor.cast %t : tensor<?xi8> to tensor<*xi8>
  return %0, %1, %2 : tensor<5xi8>, tensor<5xi8>, tensor<*xi8>
}

// CHECK-LABEL: func.func @element(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x3xi8>, %[[ARG1:[a-z0-9]*]]: index) -> i8
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x3xi8> to memref<?x3xi8>
// CHECK:         %[[V1:.*]] = memref.load %[[V0]][%[[ARG1]], %[[ARG1]]]
// CHECK:         return %[[V1]] :
func.func @element(%t: tensor<?x3xi8>, %i: index) -> i8 {
  %0 = tensor.extract %t[%i, %i] : tensor<?x3xi8>
  return %0 : i8
}

// -----

// Slices, with fewer dimensions as well.
// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x?xi8>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index) -> tensor<?x6xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?xi8> to memref<?x?xi8>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[V0]][%[[ARG1]], 2] [%[[ARG2]], 6] [1, 1] : memref<?x?xi8> to memref<?x6xi8, strided<[?, 1], offset: ?>>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[SUBVIEW]] : memref<?x6xi8, strided<[?, 1], offset: ?>> to tensor<?x6xi8>
// CHECK:         return %[[V1]] :
func.func @slice(%t: tensor<?x?xi8>, %i: index, %n: index) -> tensor<?x6xi8> {
  %0 = tensor.extract_slice %t[%i, 2] [%n, 6] [1, 1] : tensor<?x?xi8> to tensor<?x6xi8>
  return %0 : tensor<?x6xi8>
}

// CHECK-LABEL: func.func @slice_of_lower_rank(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<4x?x?xi8>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index) -> tensor<2x?xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<4x?x?xi8> to memref<4x?x?xi8>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[V0]][1, %[[ARG1]], 3] [2, 1, %[[ARG2]]] [1, 1, 1] : memref<4x?x?xi8> to memref<2x?xi8, strided<[?, 1], offset: ?>>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[SUBVIEW]] : memref<2x?xi8, strided<[?, 1], offset: ?>> to tensor<2x?xi8>
// CHECK:         return %[[V1]] :
func.func @slice_of_lower_rank(%t: tensor<4x?x?xi8>, %i: index, %n: index) -> tensor<2x?xi8> {
  %0 = tensor.extract_slice %t[1, %i, 3] [2, 1, %n] [1, 1, 1] : tensor<4x?x?xi8> to tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}

// CHECK-LABEL: func.func @insert_slice(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x?xi8>, %[[ARG1:[a-z0-9]*]]: tensor<6x?xi8>, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: index) -> tensor<?x?xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<6x?xi8> to memref<6x?xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?xi8> to memref<?x?xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<?x?xi8>
// CHECK:         memref.copy %[[V1]], %[[ALLOC]] :
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][2, %[[ARG2]]] [6, %[[ARG3]]] [1, 1] : memref<?x?xi8> to memref<6x?xi8, strided<[?, 1], offset: ?>>
// CHECK:         memref.copy %[[V0]], %[[SUBVIEW]] :
// CHECK:         %[[V2:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?x?xi8> to tensor<?x?xi8>
// CHECK:         return %[[V2]] :
func.func @insert_slice(%t: tensor<?x?xi8>, %s: tensor<6x?xi8>, %i: index, %n: index) -> tensor<?x?xi8> {
  %0 = tensor.insert_slice %s into %t[2, %i] [6, %n] [1, 1] : tensor<6x?xi8> into tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

// CHECK-LABEL: func.func @insert_a_scalar_slice(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x?xi8>, %[[ARG1:[a-z0-9]*]]: tensor<i8>, %[[ARG2:[a-z0-9]*]]: index) -> tensor<?x?xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<i8> to memref<i8>
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?xi8> to memref<?x?xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<?x?xi8>
// CHECK:         memref.copy %[[V1]], %[[ALLOC]] :
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][%[[ARG2]], %[[ARG2]]] [1, 1] [1, 1] : memref<?x?xi8> to memref<i8, strided<[], offset: ?>>
// CHECK:         memref.copy %[[V0]], %[[SUBVIEW]] :
// CHECK:         %[[V2:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?x?xi8> to tensor<?x?xi8>
// CHECK:         return %[[V2]] :
func.func @insert_a_scalar_slice(%t: tensor<?x?xi8>, %s: tensor<i8>, %i: index) -> tensor<?x?xi8> {
  %0 = tensor.insert_slice %s into %t[%i, %i] [1, 1] [1, 1] : tensor<i8> into tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

// CHECK-LABEL: func.func @insert_into_higher_rank(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x?x?x?x?xi8>, %[[ARG1:[a-z0-9]*]]: tensor<3x1x2xi8>, %[[ARG2:[a-z0-9]*]]: index) -> tensor<?x?x?x?x?xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<3x1x2xi8> to memref<3x1x2xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?x?x?x?xi8> to memref<?x?x?x?x?xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {{.*}} : memref<?x?x?x?x?xi8>
// CHECK:         memref.copy %[[V1]], %[[ALLOC]] :
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][%[[ARG2]], %[[ARG2]], %[[ARG2]], %[[ARG2]], %[[ARG2]]] [1, 3, 1, 1, 2] [1, 1, 1, 1, 1] : memref<?x?x?x?x?xi8> to memref<3x1x2xi8, strided<[?, ?, 1], offset: ?>>
// CHECK:         memref.copy %[[V0]], %[[SUBVIEW]] :
// CHECK:         %[[V2:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?x?x?x?x?xi8> to tensor<?x?x?x?x?xi8>
// CHECK:         return %[[V2]] :
func.func @insert_into_higher_rank(%t: tensor<?x?x?x?x?xi8>, %s: tensor<3x1x2xi8>, %i: index) -> tensor<?x?x?x?x?xi8> {
  %0 = tensor.insert_slice %s into %t[%i, %i, %i, %i, %i] [1, 3, 1, 1, 2] [1, 1, 1, 1, 1] : tensor<3x1x2xi8> into tensor<?x?x?x?x?xi8>
  return %0 : tensor<?x?x?x?x?xi8>
}

// CHECK-LABEL: func.func @insert(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi8>, %[[ARG1:[a-z0-9]*]]: i8, %[[ARG2:[a-z0-9]*]]: index) -> tensor<?xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?xi8> to memref<?xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi8>
// CHECK:         memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:         memref.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]]
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?xi8> to tensor<?xi8>
// CHECK:         return %[[V1]] :
func.func @insert(%t: tensor<?xi8>, %x: i8, %i: index) -> tensor<?xi8> {
  %0 = tensor.insert %x into %t[%i] : tensor<?xi8>
  return %0 : tensor<?xi8>
}

// -----

// Expanding needs no copy, whatever the layout.
// CHECK-LABEL: func.func @expand(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x6xi8>, %[[ARG1:[a-z0-9]*]]: index) -> tensor<3x?x6xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x6xi8> to memref<?x6xi8>
// CHECK:         %[[EXPAND_SHAPE:.*]] = memref.expand_shape %[[V0]] {{\[\[}}0, 1], [2]] output_shape [3, %[[ARG1]], 6] : memref<?x6xi8> into memref<3x?x6xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[EXPAND_SHAPE]] : memref<3x?x6xi8> to tensor<3x?x6xi8>
// CHECK:         return %[[V1]] :
func.func @expand(%t: tensor<?x6xi8>, %n: index) -> tensor<3x?x6xi8> {
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [3, %n, 6] : tensor<?x6xi8> into tensor<3x?x6xi8>
  return %0 : tensor<3x?x6xi8>
}

// CHECK-LABEL: func.func @expand_a_slice(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x18xi8>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: index) -> tensor<?x4x2x3xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x18xi8> to memref<?x18xi8>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[V0]][%[[ARG1]], 4] [%[[ARG2]], 6] [1, 1] : memref<?x18xi8> to memref<?x6xi8, strided<[18, 1], offset: ?>>
// CHECK:         %[[EXPAND_SHAPE:.*]] = memref.expand_shape %[[SUBVIEW]] {{\[\[}}0, 1], [2, 3]] output_shape [%[[ARG3]], 4, 2, 3] : memref<?x6xi8, strided<[18, 1], offset: ?>> into memref<?x4x2x3xi8, strided<[72, 18, 3, 1], offset: ?>>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[EXPAND_SHAPE]] : memref<?x4x2x3xi8, strided<[72, 18, 3, 1], offset: ?>> to tensor<?x4x2x3xi8>
// CHECK:         return %[[V1]] :
func.func @expand_a_slice(%t: tensor<?x18xi8>, %i: index, %m: index, %n: index) -> tensor<?x4x2x3xi8> {
  %0 = tensor.extract_slice %t[%i, 4] [%m, 6] [1, 1] : tensor<?x18xi8> to tensor<?x6xi8>
  %1 = tensor.expand_shape %0 [[0, 1], [2, 3]] output_shape [%n, 4, 2, 3] : tensor<?x6xi8> into tensor<?x4x2x3xi8>
  return %1 : tensor<?x4x2x3xi8>
}

// CHECK-LABEL: func.func @expand_a_scalar(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi8>, %[[ARG1:[a-z0-9]*]]: index) -> tensor<1x1xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?xi8> to memref<?xi8>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[V0]][%[[ARG1]]] [1] [1] : memref<?xi8> to memref<i8, strided<[], offset: ?>>
// CHECK:         %[[EXPAND_SHAPE:.*]] = memref.expand_shape %[[SUBVIEW]] [] output_shape [1, 1] : memref<i8, strided<[], offset: ?>> into memref<1x1xi8, strided<[1, 1], offset: ?>>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[EXPAND_SHAPE]] : memref<1x1xi8, strided<[1, 1], offset: ?>> to tensor<1x1xi8>
// CHECK:         return %[[V1]] :
func.func @expand_a_scalar(%t: tensor<?xi8>, %i: index) -> tensor<1x1xi8> {
  %0 = tensor.extract_slice %t[%i] [1] [1] : tensor<?xi8> to tensor<i8>
  %1 = tensor.expand_shape %0 [] output_shape [1, 1] : tensor<i8> into tensor<1x1xi8>
  return %1 : tensor<1x1xi8>
}

// CHECK-LABEL: func.func @expand_in_the_middle(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<5x8x2xi8>) -> tensor<5x2x4x2xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<5x8x2xi8> to memref<5x8x2xi8>
// CHECK:         %[[EXPAND_SHAPE:.*]] = memref.expand_shape %[[V0]] {{\[\[}}0], [1, 2], [3]] output_shape [5, 2, 4, 2] : memref<5x8x2xi8> into memref<5x2x4x2xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[EXPAND_SHAPE]] : memref<5x2x4x2xi8> to tensor<5x2x4x2xi8>
// CHECK:         return %[[V1]] :
func.func @expand_in_the_middle(%t: tensor<5x8x2xi8>) -> tensor<5x2x4x2xi8> {
  %0 = tensor.expand_shape %t [[0], [1, 2], [3]] output_shape [5, 2, 4, 2] : tensor<5x8x2xi8> into tensor<5x2x4x2xi8>
  return %0 : tensor<5x2x4x2xi8>
}

// -----

// Collapsing does, unless what is collapsed lies in one piece.
// CHECK-LABEL: func.func @collapse(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<3x?x?xi8>) -> tensor<?x?xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<3x?x?xi8> to memref<3x?x?xi8>
// CHECK:         %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[V0]] {{\[\[}}0, 1], [2]] : memref<3x?x?xi8> into memref<?x?xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[COLLAPSE_SHAPE]] : memref<?x?xi8> to tensor<?x?xi8>
// CHECK:         return %[[V1]] :
func.func @collapse(%t: tensor<3x?x?xi8>) -> tensor<?x?xi8> {
  %0 = tensor.collapse_shape %t [[0, 1], [2]] : tensor<3x?x?xi8> into tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

// CHECK-LABEL: func.func @collapse_to_a_scalar(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<1x1xi8>) -> tensor<i8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<1x1xi8> to memref<1x1xi8>
// CHECK:         %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[V0]] [] : memref<1x1xi8> into memref<i8>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[COLLAPSE_SHAPE]] : memref<i8> to tensor<i8>
// CHECK:         return %[[V1]] :
func.func @collapse_to_a_scalar(%t: tensor<1x1xi8>) -> tensor<i8> {
  %0 = tensor.collapse_shape %t [] : tensor<1x1xi8> into tensor<i8>
  return %0 : tensor<i8>
}

// CHECK-LABEL: func.func @collapse_one_element(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<5xi8>) -> tensor<i8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<5xi8> to memref<5xi8>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[V0]][3] [1] [1] : memref<5xi8> to memref<1xi8, strided<[1], offset: 3>>
// CHECK:         %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[SUBVIEW]] [] : memref<1xi8, strided<[1], offset: 3>> into memref<i8, strided<[], offset: 3>>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[COLLAPSE_SHAPE]] : memref<i8, strided<[], offset: 3>> to tensor<i8>
// CHECK:         return %[[V1]] :
func.func @collapse_one_element(%t: tensor<5xi8>) -> tensor<i8> {
  %0 = tensor.extract_slice %t[3] [1] [1] : tensor<5xi8> to tensor<1xi8>
  %1 = tensor.collapse_shape %0 [] : tensor<1xi8> into tensor<i8>
  return %1 : tensor<i8>
}

// CHECK-LABEL: func.func @collapse_an_unknown_part(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x?x?xi8>, %[[ARG1:[a-z0-9]*]]: index) -> tensor<7x30xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?x?xi8> to memref<?x?x?xi8>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[V0]][%[[ARG1]], %[[ARG1]], %[[ARG1]]] [7, 5, 6] [1, 1, 1] : memref<?x?x?xi8> to memref<7x5x6xi8, strided<[?, ?, 1], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<7x5x6xi8>
// CHECK:         memref.copy %[[SUBVIEW]], %[[ALLOC]] :
// CHECK:         %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[ALLOC]] {{\[\[}}0], [1, 2]] : memref<7x5x6xi8> into memref<7x30xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[COLLAPSE_SHAPE]] : memref<7x30xi8> to tensor<7x30xi8>
// CHECK:         return %[[V1]] :
func.func @collapse_an_unknown_part(%t: tensor<?x?x?xi8>, %i: index) -> tensor<7x30xi8> {
  %0 = tensor.extract_slice %t[%i, %i, %i] [7, 5, 6] [1, 1, 1] : tensor<?x?x?xi8> to tensor<7x5x6xi8>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<7x5x6xi8> into tensor<7x30xi8>
  return %1 : tensor<7x30xi8>
}

// CHECK-LABEL: func.func @collapse_one_of_a_row(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<1x5xi8>) -> tensor<1xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<1x5xi8> to memref<1x5xi8>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[V0]][0, 2] [1, 1] [1, 1] : memref<1x5xi8> to memref<1x1xi8, strided<[5, 1], offset: 2>>
// CHECK:         %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[SUBVIEW]] {{\[\[}}0, 1]] : memref<1x1xi8, strided<[5, 1], offset: 2>> into memref<1xi8, strided<[5], offset: 2>>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[COLLAPSE_SHAPE]] : memref<1xi8, strided<[5], offset: 2>> to tensor<1xi8>
// CHECK:         return %[[V1]] :
func.func @collapse_one_of_a_row(%t: tensor<1x5xi8>) -> tensor<1xi8> {
  %0 = tensor.extract_slice %t[0, 2] [1, 1] [1, 1] : tensor<1x5xi8> to tensor<1x1xi8>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<1x1xi8> into tensor<1xi8>
  return %1 : tensor<1xi8>
}

// CHECK-LABEL: func.func @collapse_a_column(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x3x5xi8>, %[[ARG1:[a-z0-9]*]]: index) -> tensor<12xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x3x5xi8> to memref<?x3x5xi8>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[V0]][0, 0, %[[ARG1]]] [4, 3, 1] [1, 1, 1] : memref<?x3x5xi8> to memref<4x3x1xi8, strided<[15, 5, 1], offset: ?>>
// CHECK:         %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[SUBVIEW]] {{\[\[}}0, 1, 2]] : memref<4x3x1xi8, strided<[15, 5, 1], offset: ?>> into memref<12xi8, strided<[5], offset: ?>>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[COLLAPSE_SHAPE]] : memref<12xi8, strided<[5], offset: ?>> to tensor<12xi8>
// CHECK:         return %[[V1]] :
func.func @collapse_a_column(%t: tensor<?x3x5xi8>, %i: index) -> tensor<12xi8> {
  %0 = tensor.extract_slice %t[0, 0, %i] [4, 3, 1] [1, 1, 1] : tensor<?x3x5xi8> to tensor<4x3x1xi8>
  %1 = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<4x3x1xi8> into tensor<12xi8>
  return %1 : tensor<12xi8>
}

// CHECK-LABEL: func.func @collapse_with_a_gap(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<3x3x3xi8>) -> tensor<9xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<3x3x3xi8> to memref<3x3x3xi8>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[V0]][0, 1, 0] [3, 1, 3] [1, 1, 1] : memref<3x3x3xi8> to memref<3x1x3xi8, strided<[9, 3, 1], offset: 3>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3x1x3xi8>
// CHECK:         memref.copy %[[SUBVIEW]], %[[ALLOC]] :
// CHECK:         %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[ALLOC]] {{\[\[}}0, 1, 2]] : memref<3x1x3xi8> into memref<9xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[COLLAPSE_SHAPE]] : memref<9xi8> to tensor<9xi8>
// CHECK:         return %[[V1]] :
func.func @collapse_with_a_gap(%t: tensor<3x3x3xi8>) -> tensor<9xi8> {
  %0 = tensor.extract_slice %t[0, 1, 0] [3, 1, 3] [1, 1, 1] : tensor<3x3x3xi8> to tensor<3x1x3xi8>
  %1 = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<3x1x3xi8> into tensor<9xi8>
  return %1 : tensor<9xi8>
}

// -----

// CHECK-LABEL: func.func @reshape(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x6xi8>, %[[ARG1:[a-z0-9]*]]: i32) -> tensor<2x?x3xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x6xi8> to memref<?x6xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xi32>
// CHECK:         memref.store %{{.*}}, %[[ALLOC]][%{{.*}}]
// CHECK:         memref.store %[[ARG1]], %[[ALLOC]][%{{.*}}]
// CHECK:         memref.store %{{.*}}, %[[ALLOC]][%{{.*}}]
// CHECK:         %[[RESHAPE:.*]] = memref.reshape %[[V0]](%[[ALLOC]]) : (memref<?x6xi8>, memref<3xi32>) -> memref<2x?x3xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[RESHAPE]] : memref<2x?x3xi8> to tensor<2x?x3xi8>
// CHECK:         return %[[V1]] :
func.func @reshape(%t: tensor<?x6xi8>, %n: i32) -> tensor<2x?x3xi8> {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %0 = tensor.from_elements %c2, %n, %c3 : tensor<3xi32>
  %1 = tensor.reshape %t(%0) : (tensor<?x6xi8>, tensor<3xi32>) -> tensor<2x?x3xi8>
  return %1 : tensor<2x?x3xi8>
}

// -----

// Each thread inserts a slice of an input into a copy of the output.
// CHECK-LABEL: func.func @insert_by_threads(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<6xi8>, %[[ARG1:[a-z0-9]*]]: tensor<6xi8>) -> tensor<6xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<6xi8> to memref<6xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<6xi8> to memref<6xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<6xi8>
// CHECK:         memref.copy %[[V1]], %[[ALLOC]] :
// CHECK:         scf.forall (%{{.*}}) in (3) {
// CHECK:           %[[V3:.*]] = affine.apply #map(%{{.*}})
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[V0]][%[[V3]]] [2] [1] : memref<6xi8> to memref<2xi8, strided<[1], offset: ?>>
// CHECK:           %[[SUBVIEW_0:.*]] = memref.subview %[[ALLOC]][%[[V3]]] [2] [1] : memref<6xi8> to memref<2xi8, strided<[1], offset: ?>>
// CHECK:           memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] :
// CHECK:         %[[V2:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<6xi8> to tensor<6xi8>
// CHECK:         return %[[V2]] :
func.func @insert_by_threads(%t: tensor<6xi8>, %o: tensor<6xi8>) -> tensor<6xi8> {
  %0 = scf.forall (%i) in (3) shared_outs(%p = %o) -> tensor<6xi8> {
    %at = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %1 = tensor.extract_slice %t[%at] [2] [1] : tensor<6xi8> to tensor<2xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %p[%at] [2] [1] : tensor<2xi8> into tensor<6xi8>
    }
  }
  return %0 : tensor<6xi8>
}
