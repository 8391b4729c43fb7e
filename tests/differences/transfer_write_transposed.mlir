// OPTIONS: bufferize-function-boundaries
// PRINTS: 7 1 1
// The permutation map sends the dimension of extent 2 of the vector to the columns, of which there are
// three: the last one stays as it is. The reference compares the extents in the order in which the types
// have them, and gives the copy for @write the old contents of nothing.

func.func @write(%t: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %zero = arith.constant 0 : index
  %new = arith.constant dense<7.0> : vector<2x3xf32>
  %w = vector.transfer_write %new, %t[%zero, %zero] {permutation_map = affine_map<(i, j) -> (j, i)>}
    : vector<2x3xf32>, tensor<2x3xf32>
  return %w : tensor<2x3xf32>
}

func.func @main() {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %value = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<2x3xf32>
  %t = linalg.fill ins(%value : f32) outs(%empty : tensor<2x3xf32>) -> tensor<2x3xf32>
  %r = call @write(%t) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %written = tensor.extract %r[%one, %one] : tensor<2x3xf32>
  %kept = tensor.extract %r[%one, %two] : tensor<2x3xf32>
  %old = tensor.extract %t[%one, %one] : tensor<2x3xf32>
  vector.print %written : f32
  vector.print %kept : f32
  vector.print %old : f32
  return
}
