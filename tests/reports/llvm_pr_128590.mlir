// The shape that `tensor.reshape` reads is no alias of its result: a write to the one leaves the other
// alone, and needs no copy. The reference was fixed by its PR 128590.
// REFERENCE: is right
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | filecheck %s
// PRINTS: 5 5

// CHECK-LABEL: func.func @f(
// CHECK-NOT:     memref.alloc
// CHECK:         memref.reshape
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @f(%t: tensor<4xindex>, %shape: tensor<2xindex>) -> (index, index) {
  %zero = arith.constant 0 : index
  %five = arith.constant 5 : index
  %square = tensor.reshape %t(%shape) : (tensor<4xindex>, tensor<2xindex>) -> tensor<?x?xindex>
  %other = tensor.insert %five into %shape[%zero] : tensor<2xindex>
  %0 = tensor.extract %square[%zero, %zero] : tensor<?x?xindex>
  %1 = tensor.extract %other[%zero] : tensor<2xindex>
  return %0, %1 : index, index
}

func.func @main() {
  %two = arith.constant 2 : index
  %five = arith.constant 5 : index
  %t = tensor.from_elements %five, %two, %two, %two : tensor<4xindex>
  %shape = tensor.from_elements %two, %two : tensor<2xindex>
  %0, %1 = call @f(%t, %shape) : (tensor<4xindex>, tensor<2xindex>) -> (index, index)
  vector.print %0 : index
  vector.print %1 : index
  return
}
