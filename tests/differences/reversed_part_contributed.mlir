// OPTIONS: bufferize-function-boundaries copy-before-write
// PRINTS: ( 2, 1, 4, 3 )
// Each iteration reverses its own part of the shared output.

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %t = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r = scf.forall (%i) = (0) to (4) step (2) shared_outs(%o = %t) -> tensor<4xi32> {
    %p = tensor.extract_slice %o[%i] [2] [1] : tensor<4xi32> to tensor<2xi32>
    %q = tensor.extract_slice %p[1] [2] [-1] : tensor<2xi32> to tensor<2xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i] [2] [1] : tensor<2xi32> into tensor<4xi32>
    }
  }
  %v1 = vector.transfer_read %r[%c0], %zero {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
  vector.print %v1 : vector<4xi32>
  return
}
