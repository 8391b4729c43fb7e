// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 6, 7, 3, 4 ) ( 6, 7, 7, 8 )
// Of two shared outputs, the second one is written to where the iteration contributes nothing.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %nine = arith.constant 9 : i32
  %initt = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<4xi32>
  %initu = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %u = bufferization.alloc_tensor() copy(%initu) : tensor<4xi32>
  %r:2 = scf.forall (%i) in (2)
      shared_outs(%o = %t, %p = %u) -> (tensor<4xi32>, tensor<4xi32>) {
    %w = tensor.insert %nine into %p[%c3] : tensor<4xi32>
    %x = tensor.extract_slice %w[%i] [2] [1] : tensor<4xi32> to tensor<2xi32>
    %y = tensor.extract_slice %x[1] [1] [1] : tensor<2xi32> to tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %o[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
      tensor.parallel_insert_slice %y into %p[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  %v1 = vector.transfer_read %r#0[%c0], %zero {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
  vector.print %v1 : vector<4xi32>
  %v2 = vector.transfer_read %r#1[%c0], %zero {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
  vector.print %v2 : vector<4xi32>
  return
}
