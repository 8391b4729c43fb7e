// OPTIONS: bufferize-function-boundaries
// SCHEDULES: 6
// PRINTS: 1 9
// The region uses the buffer until it is awaited. The reference takes the tensor to be read where the buffer
// is made, and updates it in place.

func.func @main() {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%one : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %m = bufferization.to_buffer %t read_only : tensor<2xi32> to memref<2xi32>
  %token = async.execute {
    %x = memref.load %m[%c0] : memref<2xi32>
    vector.print %x : i32
    async.yield
  }
  %u = tensor.insert %nine into %t[%c0] : tensor<2xi32>
  async.await %token : !async.token
  %y = tensor.extract %u[%c0] : tensor<2xi32>
  vector.print %y : i32
  return
}
