// OPTIONS: bufferize-function-boundaries
// PRINTS: 9 1 9
// One function writes to what it is declared to read, the other reads what it is not declared to.

func.func private @writes(%t: tensor<2xi32> {bufferization.access = "read"}, %i: index) -> i32 {
  %nine = arith.constant 9 : i32
  %w = tensor.insert %nine into %t[%i] : tensor<2xi32>
  %x = tensor.extract %w[%i] : tensor<2xi32>
  return %x : i32
}
func.func private @reads(%t: tensor<2xi32> {bufferization.access = "none"}, %i: index) -> i32 {
  %x = tensor.extract %t[%i] : tensor<2xi32>
  return %x : i32
}
func.func @main() {
  %i = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %old = arith.constant dense<[1, 2]> : tensor<2xi32>
  %t = bufferization.alloc_tensor() copy(%old) : tensor<2xi32>
  %x = func.call @writes(%t, %i) : (tensor<2xi32>, index) -> i32
  vector.print %x : i32
  %w = tensor.insert %nine into %t[%i] : tensor<2xi32>
  %y = func.call @reads(%t, %i) : (tensor<2xi32>, index) -> i32
  vector.print %y : i32
  %z = tensor.extract %w[%i] : tensor<2xi32>
  vector.print %z : i32
  return
}
