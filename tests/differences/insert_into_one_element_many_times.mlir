// OPTIONS: bufferize-function-boundaries
// PRINTS: 9 1
// With a stride of 0, all elements of a slice are one of the source. The reference inserts in place, which
// changes all of them.

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %old = arith.constant 1.0 : f32
  %new = arith.constant 9.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%old : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %s = tensor.extract_slice %t[1] [3] [0] : tensor<4xf32> to tensor<3xf32>
  %w = tensor.insert %new into %s[%zero] : tensor<3xf32>
  %first = tensor.extract %w[%zero] : tensor<3xf32>
  %second = tensor.extract %w[%one] : tensor<3xf32>
  vector.print %first : f32
  vector.print %second : f32
  return
}
