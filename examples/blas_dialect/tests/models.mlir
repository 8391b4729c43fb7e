func.func @axpy(%a: f32, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = blas.axpy %a, %x into %y : tensor<4xf32> into tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @asum(%x: tensor<4xf32>) -> f32 {
  %0 = blas.asum %x : tensor<4xf32> -> f32
  return %0 : f32
}
