// OPTIONS: bufferize-function-boundaries
// PRINTS: 7 1
// A masked write puts something into a part of a tensor, but does not overwrite all of that part: the
// element of %t that it keeps must not have been overwritten by the fill.

func.func @f(%t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7.0 : f32
  %vector = arith.constant dense<5.0> : vector<2xf32>
  %mask = arith.constant dense<[true, false]> : vector<2xi1>
  %part = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %filled = linalg.fill ins(%seven : f32) outs(%part : tensor<2xf32>) -> tensor<2xf32>
  %a = tensor.insert_slice %filled into %t[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %b = vector.transfer_write %vector, %t[%zero], %mask : vector<2xf32>, tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

func.func @main() {
  %one = arith.constant 1 : index
  %value = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%value : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %a, %b = call @f(%t) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %0 = tensor.extract %a[%one] : tensor<4xf32>
  %1 = tensor.extract %b[%one] : tensor<4xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  return
}
