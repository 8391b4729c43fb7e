func.func @constant() -> tensor<4xf32> {
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @index_cast(%t: tensor<4xi32>) -> tensor<4xindex> {
  %0 = arith.index_cast %t : tensor<4xi32> to tensor<4xindex>
  return %0 : tensor<4xindex>
}
// -----
func.func @select(%b: i1, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.select %b, %t, %u : tensor<4xf32>
  return %0 : tensor<4xf32>
}
