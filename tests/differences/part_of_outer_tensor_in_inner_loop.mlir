// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 9, 2, 3 ) ( 1, 9, 3 )
// The part is computed by a loop of its own before it is inserted; the loop around both repeats it.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %nine = arith.constant 9 : i32
  %initt = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<3xi32>
  scf.for %o = %c0 to %c2 step %c1 {
    %s = tensor.extract_slice %t[%o] [1] [1] : tensor<3xi32> to tensor<1xi32>
    %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %s) -> tensor<1xi32> {
      %f = linalg.fill ins(%nine : i32) outs(%a : tensor<1xi32>) -> tensor<1xi32>
      scf.yield %f : tensor<1xi32>
    }
    %u = tensor.insert_slice %r into %t[%o] [1] [1] : tensor<1xi32> into tensor<3xi32>
    %v1 = vector.transfer_read %u[%c0], %zero {in_bounds = [true]} : tensor<3xi32>, vector<3xi32>
    vector.print %v1 : vector<3xi32>
  }
  return
}
