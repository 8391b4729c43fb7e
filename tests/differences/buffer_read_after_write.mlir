// OPTIONS: bufferize-function-boundaries
// PRINTS: 1 9
// The buffer of a tensor is read after the tensor has been updated in that buffer.

func.func @main() {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %old = arith.constant dense<[1, 2]> : tensor<2xi32>
  %t = bufferization.alloc_tensor() copy(%old) : tensor<2xi32>
  %m = bufferization.to_buffer %t read_only : tensor<2xi32> to memref<2xi32>
  %w = tensor.insert %nine into %t[%c0] : tensor<2xi32>
  %x = memref.load %m[%c0] : memref<2xi32>
  vector.print %x : i32
  %y = tensor.extract %w[%c0] : tensor<2xi32>
  vector.print %y : i32
  return
}
