// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 7, 7 ) ( 7, 7 )
// The loop works on the buffer of the empty tensor under the name %a. Nobody reads the old contents,
// and so the reference lets the body fill it under the other name, too.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %nine = arith.constant 9 : i32
  %e = tensor.empty() : tensor<2xi32>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %e) -> tensor<2xi32> {
    %f = linalg.fill ins(%seven : i32) outs(%a : tensor<2xi32>) -> tensor<2xi32>
    %g = linalg.fill ins(%nine : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    %v1 = vector.transfer_read %f[%c0], %zero {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
    vector.print %v1 : vector<2xi32>
    scf.yield %f : tensor<2xi32>
  }
  return
}
