func.func @assuming(%b: i1, %t: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %w = shape.const_witness true
  %0 = shape.assuming %w -> (tensor<4xf32>) {
    %1 = tensor.insert %v into %t[%c1] : tensor<4xf32>
    shape.assuming_yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
