// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 2, 3, 1 )
// Contributions are made one after the other, and the second one is of what the first one overwrites.

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %initt = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<3xi32>
  %r = scf.forall (%i) in (1) shared_outs(%o = %t) -> tensor<3xi32> {
    %a = tensor.extract_slice %o[0] [1] [1] : tensor<3xi32> to tensor<1xi32>
    %b = tensor.extract_slice %o[1] [2] [1] : tensor<3xi32> to tensor<2xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %b into %o[0] [2] [1] : tensor<2xi32> into tensor<3xi32>
      tensor.parallel_insert_slice %a into %o[2] [1] [1] : tensor<1xi32> into tensor<3xi32>
    }
  }
  %v1 = vector.transfer_read %r[%c0], %zero {in_bounds = [true]} : tensor<3xi32>, vector<3xi32>
  vector.print %v1 : vector<3xi32>
  return
}
