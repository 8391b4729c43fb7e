// OPTIONS: bufferize-function-boundaries
// PRINTS: 7 1 1
// A vector of rank 1 is written to one row only. The reference compares its extent with the number of
// rows, and takes all of them to be overwritten.

func.func @write(%t: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0 : index
  %new = arith.constant dense<7.0> : vector<3xf32>
  %w = vector.transfer_write %new, %t[%zero, %zero] : vector<3xf32>, tensor<3x2xf32>
  return %w : tensor<3x2xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %value = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<3x2xf32>
  %t = linalg.fill ins(%value : f32) outs(%empty : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = call @write(%t) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %written = tensor.extract %r[%zero, %one] : tensor<3x2xf32>
  %kept = tensor.extract %r[%two, %one] : tensor<3x2xf32>
  %old = tensor.extract %t[%zero, %one] : tensor<3x2xf32>
  vector.print %written : f32
  vector.print %kept : f32
  vector.print %old : f32
  return
}
