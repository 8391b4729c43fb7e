// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 9, 2, 9, 4 )
// Each iteration fills two elements of a shared output, and contributes one of them.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %nine = arith.constant 9 : i32
  %initt = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<4xi32>
  %r = scf.forall (%i) in (2) shared_outs(%o = %t) -> tensor<4xi32> {
    %j = arith.muli %i, %c2 : index
    %s = tensor.extract_slice %o[%j] [2] [1] : tensor<4xi32> to tensor<2xi32>
    %f = linalg.fill ins(%nine : i32) outs(%s : tensor<2xi32>) -> tensor<2xi32>
    %x = tensor.extract_slice %f[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%j] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  %v1 = vector.transfer_read %r[%c0], %zero {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
  vector.print %v1 : vector<4xi32>
  return
}
