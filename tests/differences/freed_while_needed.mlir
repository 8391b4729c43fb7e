// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: 7 9 2
// The updated tensor would be in the buffer that is freed before it is read, and used for another one.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nine = arith.constant 9 : i32
  %old = arith.constant dense<[1, 2]> : tensor<2xi32>
  %t = bufferization.alloc_tensor() copy(%old) : tensor<2xi32>
  %w = tensor.insert %nine into %t[%c0] : tensor<2xi32>
  bufferization.dealloc_tensor %t : tensor<2xi32>
  %other = arith.constant dense<[7, 7]> : tensor<2xi32>
  %u = bufferization.alloc_tensor() copy(%other) : tensor<2xi32>
  %v = tensor.insert %nine into %u[%c0] : tensor<2xi32>
  %x = tensor.extract %v[%c1] : tensor<2xi32>
  vector.print %x : i32
  %y = tensor.extract %w[%c0] : tensor<2xi32>
  vector.print %y : i32
  %z = tensor.extract %w[%c1] : tensor<2xi32>
  vector.print %z : i32
  return
}
