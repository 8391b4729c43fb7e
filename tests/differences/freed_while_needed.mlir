// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: 9 2
// The updated tensor would be in the buffer that is freed before the tensor is read.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nine = arith.constant 9 : i32
  %initt = arith.constant dense<[1, 2]> : tensor<2xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<2xi32>
  %w = tensor.insert %nine into %t[%c0] : tensor<2xi32>
  bufferization.dealloc_tensor %t : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  vector.print %x : i32
  %y = tensor.extract %w[%c1] : tensor<2xi32>
  vector.print %y : i32
  return
}
