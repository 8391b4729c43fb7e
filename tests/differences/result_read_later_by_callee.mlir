// OPTIONS: bufferize-function-boundaries
// SCHEDULES: 6
// PRINTS: 1 9
// The function returns a tensor that its region may still read. The reference updates it in place.

func.func private @make(%c0: index) -> (tensor<2xi32>, !async.token) {
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%one : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %token = async.execute {
    %x = tensor.extract %t[%c0] : tensor<2xi32>
    vector.print %x : i32
    async.yield
  }
  return %t, %token : tensor<2xi32>, !async.token
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %t, %token = call @make(%c0) : (index) -> (tensor<2xi32>, !async.token)
  %u = tensor.insert %nine into %t[%c0] : tensor<2xi32>
  async.await %token : !async.token
  %y = tensor.extract %u[%c0] : tensor<2xi32>
  vector.print %y : i32
  return
}
