// OPTIONS: bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map
// PRINTS: 7 1 1
// A vector of rank 0 is one element, and leaves all others as they are. The reference finds no extent that
// is too small.

func.func @write(%t: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %zero = arith.constant 0 : index
  %new = arith.constant dense<7.0> : vector<f32>
  %w = vector.transfer_write %new, %t[%zero, %zero] : vector<f32>, tensor<2x2xf32>
  return %w : tensor<2x2xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %value = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<2x2xf32>
  %t = linalg.fill ins(%value : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %r = call @write(%t) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %written = tensor.extract %r[%zero, %zero] : tensor<2x2xf32>
  %kept = tensor.extract %r[%zero, %one] : tensor<2x2xf32>
  %old = tensor.extract %t[%zero, %zero] : tensor<2x2xf32>
  vector.print %written : f32
  vector.print %kept : f32
  vector.print %old : f32
  return
}
