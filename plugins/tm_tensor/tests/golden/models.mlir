func.func @cumulative_sum(%in: tensor<3x4xf32>, %out: tensor<3x4xf32>, %acc: tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>) {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%in : tensor<3x4xf32>) outs(%out, %acc : tensor<3x4xf32>, tensor<3xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tm_tensor.yield %s : f32
  } -> tensor<3x4xf32>, tensor<3xf32>
  return %0#0, %0#1 : tensor<3x4xf32>, tensor<3xf32>
}
func.func @sums_before(%in: tensor<3x2xi32>, %out: tensor<3x2xi32>, %acc: tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>) {
  %0:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%in : tensor<3x2xi32>) outs(%out, %acc : tensor<3x2xi32>, tensor<2xi32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    tm_tensor.yield %s : i32
  } -> tensor<3x2xi32>, tensor<2xi32>
  return %0#0, %0#1 : tensor<3x2xi32>, tensor<2xi32>
}
func.func @add_rows(%updates: tensor<2x3xf32>, %t: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %rows = arith.constant dense<[[2], [2]]> : tensor<2x1xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%updates, %rows : tensor<2x3xf32>, tensor<2x1xi64>) outs(%t : tensor<4x3xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tm_tensor.yield %s : f32
  } -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
func.func @increment(%updates: tensor<2xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  %places = arith.constant dense<[[3], [1]]> : tensor<2x1xi32>
  %one = arith.constant 1.0 : f32
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%updates, %places : tensor<2xf32>, tensor<2x1xi32>) outs(%t : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %y, %one : f32
    tm_tensor.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @sort(%t: tensor<2x4xf32>, %n: tensor<2x4xi64>) -> (tensor<2x4xf32>, tensor<2x4xi64>) {
  %0:2 = tm_tensor.sort dimension(1) outs(%t, %n : tensor<2x4xf32>, tensor<2x4xi64>) {
  ^bb0(%x: f32, %y: f32, %i: i64, %j: i64):
    %s = arith.cmpf ole, %x, %y : f32
    tm_tensor.yield %s : i1
  } -> tensor<2x4xf32>, tensor<2x4xi64>
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<2x4xi64>
}
func.func @top(%t: tensor<2x5xf32>, %out: tensor<2x3xf32>, %n: tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0:2 = tm_tensor.topk dimension(1) ins(%t : tensor<2x5xf32>) outs(%out, %n : tensor<2x3xf32>, tensor<2x3xi32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.cmpf ogt, %x, %y : f32
    tm_tensor.yield %s : i1
  } -> tensor<2x3xf32>, tensor<2x3xi32>
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}
func.func @attention(%q: tensor<1x3x4xf32>, %k: tensor<1x5x4xf32>, %v: tensor<1x5x2xf32>, %m: tensor<1x3x5xf32>, %out: tensor<1x3x2xf32>) -> tensor<1x3x2xf32> {
  %0 = tm_tensor.attention ins(%q, %k, %v, %m : tensor<1x3x4xf32>, tensor<1x5x4xf32>, tensor<1x5x2xf32>, tensor<1x3x5xf32>) outs(%out : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return %0 : tensor<1x3x2xf32>
}
