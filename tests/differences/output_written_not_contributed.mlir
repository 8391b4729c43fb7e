// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 1, 2, 3, 4 )
// What an iteration writes to a shared output is gone with the iteration, unless it contributes it.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %nine = arith.constant 9 : i32
  %initt = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<4xi32>
  %r = scf.forall (%i) in (1) shared_outs(%o = %t) -> tensor<4xi32> {
    %w = tensor.insert %nine into %o[%c3] : tensor<4xi32>
    %x = tensor.extract %w[%c3] : tensor<4xi32>
    scf.forall.in_parallel {
    }
  }
  %v1 = vector.transfer_read %r[%c0], %zero {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
  vector.print %v1 : vector<4xi32>
  return
}
