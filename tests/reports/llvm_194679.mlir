// Rows of a part of a matrix are further apart than the part is wide, so that its buffer has not the
// identity layout. The reference casts it to that layout all the same, where the width is dynamic, and
// reads the part as if it had no gaps.
// REFERENCE: is wrong
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | filecheck %s
// PRINTS: 0 1 4 5

// CHECK-LABEL: func.func @part(
// CHECK:         %[[part:.*]] = memref.subview
// CHECK:         %[[copy:.*]] = memref.alloc
// CHECK:         memref.copy %[[part]], %[[copy]]
// CHECK:         return %[[copy]]
func.func @part(%t: tensor<?x?xf32>, %m: index, %n: index) -> tensor<?x?xf32> {
  %part = tensor.extract_slice %t[0, 0] [%m, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  return %part : tensor<?x?xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %matrix = arith.constant dense<[[0.0, 1.0, 2.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %t = tensor.cast %matrix : tensor<2x3xf32> to tensor<?x?xf32>
  %part = call @part(%t, %two, %two) : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %flat = tensor.collapse_shape %part [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %0 = tensor.extract %flat[%zero] : tensor<?xf32>
  %1 = tensor.extract %flat[%one] : tensor<?xf32>
  %2 = tensor.extract %flat[%two] : tensor<?xf32>
  %3 = tensor.extract %flat[%three] : tensor<?xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  vector.print %2 : f32
  vector.print %3 : f32
  return
}
