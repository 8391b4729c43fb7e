// OPTIONS: bufferize-function-boundaries dialect-filter=tensor,func,bufferization,arith,linalg,vector
// PRINTS: ( 5, 5 )
// A branch that a filter leaves out passes buffers to blocks all the same.

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %five = arith.constant 5 : i32
  %nine = arith.constant 9 : i32
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%five : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  cf.br ^next(%t : tensor<2xi32>)
^next(%a: tensor<2xi32>):
  %f = linalg.fill ins(%nine : i32) outs(%a : tensor<2xi32>) -> tensor<2xi32>
  %v1 = vector.transfer_read %t[%c0], %zero {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
  vector.print %v1 : vector<2xi32>
  return
}
