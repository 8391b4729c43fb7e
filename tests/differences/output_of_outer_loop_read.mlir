// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: 1 2 1 2 9 9
// The output of the inner loop is that of the outer one, whose first iteration has changed it before the
// second one begins.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nine = arith.constant 9 : i32
  %init = arith.constant dense<[1, 2]> : tensor<2xi32>
  %t = bufferization.alloc_tensor() copy(%init) : tensor<2xi32>
  %r = scf.forall (%i) in (2) shared_outs(%o = %t) -> tensor<2xi32> {
    %q = scf.forall (%j) in (1) shared_outs(%p = %o) -> tensor<2xi32> {
      %x = tensor.extract %p[%c0] : tensor<2xi32>
      vector.print %x : i32
      %y = tensor.extract %p[%c1] : tensor<2xi32>
      vector.print %y : i32
      scf.forall.in_parallel {
      }
    }
    %s = tensor.from_elements %nine : tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<2xi32>
    }
  }
  %a = tensor.extract %r[%c0] : tensor<2xi32>
  vector.print %a : i32
  %b = tensor.extract %r[%c1] : tensor<2xi32>
  vector.print %b : i32
  return
}
