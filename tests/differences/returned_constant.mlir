// OPTIONS: bufferize-function-boundaries
// PRINTS: 7 1
// What @constant returns is a constant of the program. The reference lets its caller write to it.

func.func @constant() -> tensor<4xf32> {
  %t = arith.constant dense<1.0> : tensor<4xf32>
  return %t : tensor<4xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %new = arith.constant 7.0 : f32
  %a = call @constant() : () -> tensor<4xf32>
  %w = tensor.insert %new into %a[%zero] : tensor<4xf32>
  %0 = tensor.extract %w[%zero] : tensor<4xf32>
  %b = call @constant() : () -> tensor<4xf32>
  %1 = tensor.extract %b[%zero] : tensor<4xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  return
}
