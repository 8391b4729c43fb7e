// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: 5 ( 7, 7 )
// While a loop works on a buffer, its body passes the buffer to a function that fills it.

func.func private @fill(%a: tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %five = arith.constant 5 : i32
  %f = linalg.fill ins(%five : i32) outs(%a : tensor<2xi32>) -> tensor<2xi32>
  %x = tensor.extract %f[%c0] : tensor<2xi32>
  vector.print %x : i32
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %e = tensor.empty() : tensor<2xi32>
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %e) -> tensor<2xi32> {
    %f = linalg.fill ins(%seven : i32) outs(%a : tensor<2xi32>) -> tensor<2xi32>
    func.call @fill(%e) : (tensor<2xi32>) -> ()
    %v1 = vector.transfer_read %f[%c0], %zero {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
    vector.print %v1 : vector<2xi32>
    scf.yield %f : tensor<2xi32>
  }
  return
}
