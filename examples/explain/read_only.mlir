// The caller keeps %a, and a constant is for all to read.
func.func @read_only(%a: tensor<4x8xf32> {bufferization.writable = false}, %b: tensor<8x4xf32>,
    %v: f32, %i: index) -> (tensor<4x4xf32>, tensor<4x8xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %product = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>)
      outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
  %changed = tensor.insert %v into %a[%i, %i] : tensor<4x8xf32>
  return %product, %changed : tensor<4x4xf32>, tensor<4x8xf32>
}
