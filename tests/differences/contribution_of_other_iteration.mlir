// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 2, 1 )
// Each iteration contributes what is in the place of the other one, as it was before the loop.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %initt = arith.constant dense<[1, 2]> : tensor<2xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<2xi32>
  %r = scf.forall (%i) in (2) shared_outs(%o = %t) -> tensor<2xi32> {
    %j = arith.subi %c1, %i : index
    %a = tensor.extract_slice %o[%j] [1] [1] : tensor<2xi32> to tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %a into %o[%i] [1] [1] : tensor<1xi32> into tensor<2xi32>
    }
  }
  %v1 = vector.transfer_read %r[%c0], %zero {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
  vector.print %v1 : vector<2xi32>
  return
}
