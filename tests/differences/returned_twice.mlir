// OPTIONS: bufferize-function-boundaries
// PRINTS: 7 1
// Both results of @twice are one buffer. The reference does not know that results may alias.

func.func @twice(%x: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %empty = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%x : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  return %t, %t : tensor<4xf32>, tensor<4xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %x = arith.constant 7.0 : f32
  %a, %b = call @twice(%one) : (f32) -> (tensor<4xf32>, tensor<4xf32>)
  %written = tensor.insert %x into %a[%zero] : tensor<4xf32>
  %0 = tensor.extract %written[%zero] : tensor<4xf32>
  %1 = tensor.extract %b[%zero] : tensor<4xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  return
}
