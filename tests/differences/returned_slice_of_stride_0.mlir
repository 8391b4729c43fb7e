// OPTIONS: bufferize-function-boundaries
// PRINTS: 9 1
// A function returns a slice whose elements are all one. The reference lets the caller insert into it.

func.func private @spread(%t: tensor<2xf32>) -> tensor<2xf32> {
  %s = tensor.extract_slice %t[1] [2] [0] : tensor<2xf32> to tensor<2xf32>
  return %s : tensor<2xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %old = arith.constant 1.0 : f32
  %new = arith.constant 9.0 : f32
  %empty = tensor.empty() : tensor<2xf32>
  %t = linalg.fill ins(%old : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %s = call @spread(%t) : (tensor<2xf32>) -> tensor<2xf32>
  %w = tensor.insert %new into %s[%zero] : tensor<2xf32>
  %first = tensor.extract %w[%zero] : tensor<2xf32>
  %second = tensor.extract %w[%one] : tensor<2xf32>
  vector.print %first : f32
  vector.print %second : f32
  return
}
