// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 7, 7 ) ( 9, 9 )
// One tensor is carried in two places, and each iteration fills both. Nobody reads the old contents or
// the results, and so the reference makes them one buffer.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %nine = arith.constant 9 : i32
  %initt = arith.constant dense<[1, 2]> : tensor<2xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<2xi32>
  %r:2 = scf.for %i = %c0 to %c1 step %c1
      iter_args(%a = %t, %b = %t) -> (tensor<2xi32>, tensor<2xi32>) {
    %f = linalg.fill ins(%seven : i32) outs(%a : tensor<2xi32>) -> tensor<2xi32>
    %g = linalg.fill ins(%nine : i32) outs(%b : tensor<2xi32>) -> tensor<2xi32>
    %v1 = vector.transfer_read %f[%c0], %zero {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
    vector.print %v1 : vector<2xi32>
    %v2 = vector.transfer_read %g[%c0], %zero {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
    vector.print %v2 : vector<2xi32>
    scf.yield %f, %g : tensor<2xi32>, tensor<2xi32>
  }
  return
}
