// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 5, 6 ) ( 1, 2 )
// Two shared outputs are contributed to each other, as they were before the loop.

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %initt = arith.constant dense<[1, 2]> : tensor<2xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<2xi32>
  %initu = arith.constant dense<[5, 6]> : tensor<2xi32>
  %u = bufferization.alloc_tensor() copy(%initu) : tensor<2xi32>
  %r:2 = scf.forall (%i) in (1)
      shared_outs(%o = %t, %p = %u) -> (tensor<2xi32>, tensor<2xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[0] [2] [1] : tensor<2xi32> into tensor<2xi32>
      tensor.parallel_insert_slice %o into %p[0] [2] [1] : tensor<2xi32> into tensor<2xi32>
    }
  }
  %v1 = vector.transfer_read %r#0[%c0], %zero {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
  vector.print %v1 : vector<2xi32>
  %v2 = vector.transfer_read %r#1[%c0], %zero {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
  vector.print %v2 : vector<2xi32>
  return
}
