// PASSES: eliminate-empty-tensors
// OPTIONS: bufferize-function-boundaries
// PRINTS: 2
// A loop calls a function that reshapes the tensor that it is given. The reference takes the tensor
// to have the new shape before that.

func.func @transpose(%t: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %shape = tensor.from_elements %m, %n : tensor<2xindex>
  %r = tensor.reshape %t(%shape) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @make(%t: tensor<4x4xf32>, %n: index, %m: index) -> tensor<4x4xf32> {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty(%n, %m) : tensor<?x?xf32>
  %x = linalg.fill ins(%one : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %rows = tensor.dim %x, %zero : tensor<?x?xf32>
  vector.print %rows : index
  %y = scf.for %i = %zero to %step step %step iter_args(%a = %x) -> tensor<?x?xf32> {
    %z = func.call @transpose(%a, %n, %m) : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
    scf.yield %z : tensor<?x?xf32>
  }
  %r = tensor.insert_slice %y into %t[0, 0] [%m, %n] [1, 1] : tensor<?x?xf32> into tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

func.func @main() {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %f = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x4xf32>
  %t = linalg.fill ins(%f : f32) outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = call @make(%t, %two, %three) : (tensor<4x4xf32>, index, index) -> tensor<4x4xf32>
  return
}
