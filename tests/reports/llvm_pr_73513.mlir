// A reshape stands between an empty tensor and the operation or the insertion that uses what is computed
// into it, so that the two differ in type. Where a tensor of the other type was to take the place of the
// empty one, the reference once gave an operation an output that does not match its result.
// REFERENCE: is right
// RUN: bufferize-opt %s --eliminate-empty-tensors --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s
// RUN: bufferize-opt %s --eliminate-empty-tensors | filecheck %s --check-prefix=ELIMINATED
// PRINTS: 3 6

// CHECK-LABEL: func.func @into
// CHECK-SAME:      (%[[whole:[^:]*]]: memref<2x3xf32
// CHECK:         return %[[whole]]

// ELIMINATED-LABEL: func.func @into
// ELIMINATED:         %[[column:.*]] = tensor.empty() : tensor<3x1xf32>
// ELIMINATED:         linalg.fill {{.*}}outs(%[[column]] : tensor<3x1xf32>)
// ELIMINATED:         %[[slice:.*]] = tensor.extract_slice {{.*}} to tensor<3xf32>
// ELIMINATED:         linalg.elementwise {{.*}}outs(%[[slice]] : tensor<3xf32>) -> tensor<3xf32>
func.func @into(%whole: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %three = arith.constant 3.0 : f32
  %column = tensor.empty() : tensor<3x1xf32>
  %filled = linalg.fill ins(%three : f32) outs(%column : tensor<3x1xf32>) -> tensor<3x1xf32>
  %row = tensor.collapse_shape %filled [[0, 1]] : tensor<3x1xf32> into tensor<3xf32>
  %first = tensor.insert_slice %row into %whole[0, 0] [1, 3] [1, 1]
      : tensor<3xf32> into tensor<2x3xf32>
  %empty = tensor.empty() : tensor<3xf32>
  %sum = linalg.elementwise kind=#linalg.elementwise_kind<add>
      ins(%row, %row : tensor<3xf32>, tensor<3xf32>) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %second = tensor.insert_slice %sum into %first[1, 0] [1, 3] [1, 1]
      : tensor<3xf32> into tensor<2x3xf32>
  return %second : tensor<2x3xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %empty = tensor.empty() : tensor<2x3xf32>
  %updated = func.call @into(%empty) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %first = tensor.extract %updated[%c0, %c2] : tensor<2x3xf32>
  %second = tensor.extract %updated[%c1, %c0] : tensor<2x3xf32>
  vector.print %first : f32
  vector.print %second : f32
  return
}
