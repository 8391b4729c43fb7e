// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: 7 9
// A function is called with one empty tensor for two arguments, of which it fills one and then the other.

func.func private @fill(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  %nine = arith.constant 9 : i32
  %f = linalg.fill ins(%seven : i32) outs(%a : tensor<2xi32>) -> tensor<2xi32>
  %g = linalg.fill ins(%nine : i32) outs(%b : tensor<2xi32>) -> tensor<2xi32>
  %x = tensor.extract %f[%c1] : tensor<2xi32>
  %y = tensor.extract %g[%c1] : tensor<2xi32>
  vector.print %x : i32
  vector.print %y : i32
  return
}
func.func @main() {
  %e = tensor.empty() : tensor<2xi32>
  call @fill(%e, %e) : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
