// An argument of a function is updated, and returned as it was: the copy is the callee's matter, since
// it uses both. Of an argument that is updated only, the caller makes the copy; `bufferization.writable`
// has the callee make it in any case.
// REFERENCE: is right
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s
// PRINTS: 7 1 7 1

// CHECK-LABEL: func.func @update(
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @update(%t: tensor<2xi32>) -> tensor<2xi32> {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %w = tensor.insert %seven into %t[%zero] : tensor<2xi32>
  return %w : tensor<2xi32>
}

// CHECK-LABEL: func.func @update_a_copy(
// CHECK:         memref.copy
// CHECK:         return
func.func @update_a_copy(%t: tensor<2xi32> {bufferization.writable = false}) -> tensor<2xi32> {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %w = tensor.insert %seven into %t[%zero] : tensor<2xi32>
  return %w : tensor<2xi32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %t = tensor.from_elements %one, %one : tensor<2xi32>
  %a = call @update(%t) : (tensor<2xi32>) -> tensor<2xi32>
  %0 = tensor.extract %a[%zero] : tensor<2xi32>
  %1 = tensor.extract %t[%zero] : tensor<2xi32>
  %b = call @update_a_copy(%t) : (tensor<2xi32>) -> tensor<2xi32>
  %2 = tensor.extract %b[%zero] : tensor<2xi32>
  %3 = tensor.extract %t[%zero] : tensor<2xi32>
  vector.print %0 : i32
  vector.print %1 : i32
  vector.print %2 : i32
  vector.print %3 : i32
  return
}
