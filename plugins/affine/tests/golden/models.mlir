func.func @for(%t: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %0 = affine.for %i = 0 to 4 iter_args(%a = %t) -> tensor<4xf32> {
    %1 = tensor.insert %x into %a[%i] : tensor<4xf32>
    affine.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
// -----
func.func @for_with_a_scalar(%t: tensor<4xf32>, %x: f32) -> (tensor<4xf32>, f32) {
  %0:2 = affine.for %i = 0 to 3 iter_args(%a = %t, %b = %x) -> (tensor<4xf32>, f32) {
    %1 = tensor.extract %a[%i] : tensor<4xf32>
    %2 = arith.addf %1, %b : f32
    %3 = tensor.insert %2 into %a[%i] : tensor<4xf32>
    affine.yield %3, %2 : tensor<4xf32>, f32
  }
  return %0#0, %0#1 : tensor<4xf32>, f32
}
// -----
func.func @if(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %0 = affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%n) -> tensor<4xf32> {
    affine.yield %a : tensor<4xf32>
  } else {
    affine.yield %b : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
// -----
func.func @parallel(%t: tensor<4xi32>) -> i32 {
  %0 = affine.parallel (%i) = (0) to (4) reduce ("addi") -> i32 {
    %1 = tensor.extract %t[%i] : tensor<4xi32>
    affine.yield %1 : i32
  }
  return %0 : i32
}
