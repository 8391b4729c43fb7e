func.func @transfer_read(%t: tensor<4xf32>, %p: f32) -> vector<2xf32> {
  %c1 = arith.constant 1 : index
  %0 = vector.transfer_read %t[%c1], %p : tensor<4xf32>, vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @transfer_write(%v: vector<2xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %0 = vector.transfer_write %v, %t[%c1] : vector<2xf32>, tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @transfer_write_of_all(%v: vector<4xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0] : vector<4xf32>, tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @gather(%t: tensor<8xf32>, %m: vector<2xi1>, %rest: vector<2xf32>) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %i = arith.constant dense<[5, 2]> : vector<2xindex>
  %0 = vector.gather %t[%c0] [%i], %m, %rest : tensor<8xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @scatter(%t: tensor<8xf32>, %m: vector<2xi1>, %v: vector<2xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %i = arith.constant dense<[5, 2]> : vector<2xindex>
  %0 = vector.scatter %t[%c0] [%i], %m, %v : tensor<8xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @mask(%v: vector<4xf32>, %m: vector<4xi1>, %t: tensor<6xf32>) -> tensor<6xf32> {
  %c1 = arith.constant 1 : index
  %0 = vector.mask %m { vector.transfer_write %v, %t[%c1] : vector<4xf32>, tensor<6xf32> } : vector<4xi1> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
