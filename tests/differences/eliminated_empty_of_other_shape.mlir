// PASSES: eliminate-empty-tensors
// OPTIONS: bufferize-function-boundaries
// PRINTS: 2 3
// A tensor and what it is reshaped to may differ in shape though their types do not. The reference
// gives the one the shape of the other.

func.func @make(%t: tensor<4x4xf32>, %n: index, %m: index) -> tensor<4x4xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  %shape = tensor.from_elements %m, %n : tensor<2xindex>
  %empty = tensor.empty(%n, %m) : tensor<?x?xf32>
  %x = linalg.fill ins(%f : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %rows = tensor.dim %x, %zero : tensor<?x?xf32>
  %columns = tensor.dim %x, %one : tensor<?x?xf32>
  vector.print %rows : index
  vector.print %columns : index
  %y = tensor.reshape %x(%shape) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
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
