// PASSES: eliminate-empty-tensors
// OPTIONS: bufferize-function-boundaries
// PRINTS: 10
// A tensor that is inserted only under a condition may be of another size where it is not. The
// reference makes it a part of the tensor that it is not inserted into.

func.func @make(%t: tensor<8xf32>, %u: tensor<8xf32>, %n: index, %k: index, %c: i1) -> tensor<8xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty(%n) : tensor<?xf32>
  %x = linalg.fill ins(%one : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %size = tensor.dim %x, %zero : tensor<?xf32>
  vector.print %size : index
  %r = scf.if %c -> tensor<8xf32> {
    %i = tensor.insert_slice %x into %t[0] [%k] [1] : tensor<?xf32> into tensor<8xf32>
    scf.yield %i : tensor<8xf32>
  } else {
    scf.yield %u : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

func.func @main() {
  %false = arith.constant false
  %three = arith.constant 3 : index
  %ten = arith.constant 10 : index
  %f = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8xf32>
  %t = linalg.fill ins(%f : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %r = call @make(%t, %t, %ten, %three, %false) : (tensor<8xf32>, tensor<8xf32>, index, index, i1) -> tensor<8xf32>
  return
}
