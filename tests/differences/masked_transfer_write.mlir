// OPTIONS: bufferize-function-boundaries
// PRINTS: 1 1
// A write under a mask keeps the elements that are masked out. The reference takes it for a write of
// the whole tensor, so that a copy made for a caller does not get the old contents.

func.func @write_first(%t: tensor<4xf32>, %mask: vector<4xi1>) -> tensor<4xf32> {
  %zero = arith.constant 0 : index
  %new = arith.constant dense<7.0> : vector<4xf32>
  %w = vector.transfer_write %new, %t[%zero], %mask {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %w : tensor<4xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%one : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %mask = vector.constant_mask [1] : vector<4xi1>
  %r = call @write_first(%t, %mask) : (tensor<4xf32>, vector<4xi1>) -> tensor<4xf32>
  %old = tensor.extract %t[%zero] : tensor<4xf32>
  %kept = tensor.extract %r[%three] : tensor<4xf32>
  vector.print %old : f32
  vector.print %kept : f32
  return
}
