// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 7, 7 ) ( 9, 9 )
// Two slices that overlap are carried and filled.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %nine = arith.constant 9 : i32
  %e = tensor.empty() : tensor<3xi32>
  %s = tensor.extract_slice %e[0] [2] [1] : tensor<3xi32> to tensor<2xi32>
  %t = tensor.extract_slice %e[1] [2] [1] : tensor<3xi32> to tensor<2xi32>
  %r:2 = scf.for %i = %c0 to %c1 step %c1
      iter_args(%a = %s, %b = %t) -> (tensor<2xi32>, tensor<2xi32>) {
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
