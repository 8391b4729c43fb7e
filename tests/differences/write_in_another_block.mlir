// OPTIONS: bufferize-function-boundaries
// PRINTS: 1 7
// Block ^write overwrites an argument that ^read reads. The reference only looks for writes in the
// block that the argument belongs to.

func.func @f(%t: tensor<4xf32>) -> (f32, f32) {
  %zero = arith.constant 0 : index
  %new = arith.constant 7.0 : f32
  cf.br ^write
^write:
  %w = tensor.insert %new into %t[%zero] : tensor<4xf32>
  cf.br ^read
^read:
  %old = tensor.extract %t[%zero] : tensor<4xf32>
  %written = tensor.extract %w[%zero] : tensor<4xf32>
  return %old, %written : f32, f32
}

func.func @main() {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%one : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %old, %written = call @f(%t) : (tensor<4xf32>) -> (f32, f32)
  vector.print %old : f32
  vector.print %written : f32
  return
}
