// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 5, 5 ) ( 9, 5 )
// The function may return a part of its argument, or a new tensor. What the caller passes is undefined,
// and so the reference takes the result for undefined, too.

func.func private @f(%c: i1, %a: tensor<4xi32>) -> tensor<2xi32> {
  %five = arith.constant 5 : i32
  cf.cond_br %c, ^old, ^new
^old:
  %s = tensor.extract_slice %a[1] [2] [1] : tensor<4xi32> to tensor<2xi32>
  return %s : tensor<2xi32>
^new:
  %e = tensor.empty() : tensor<2xi32>
  %f = linalg.fill ins(%five : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  return %f : tensor<2xi32>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %nine = arith.constant 9 : i32
  %false = arith.constant false
  %e = tensor.empty() : tensor<4xi32>
  %r = call @f(%false, %e) : (i1, tensor<4xi32>) -> tensor<2xi32>
  %w = tensor.insert %nine into %r[%c0] : tensor<2xi32>
  %v1 = vector.transfer_read %r[%c0], %zero {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
  vector.print %v1 : vector<2xi32>
  %v2 = vector.transfer_read %w[%c0], %zero {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
  vector.print %v2 : vector<2xi32>
  return
}
