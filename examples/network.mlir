func.func @network(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %u: tensor<64x128xf32>,
                   %v: f32, %i: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<64x64xf32>
  %a = linalg.exp ins(%x : tensor<64x64xf32>) outs(%e0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = tensor.insert %v into %a[%i, %i] : tensor<64x64xf32>
  %c = linalg.fill ins(%zero : f32) outs(%a : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d = linalg.matmul ins(%b, %w : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e1 = tensor.empty() : tensor<64x64xf32>
  %e = linalg.tanh ins(%d : tensor<64x64xf32>) outs(%e1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e2 = tensor.empty() : tensor<64x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64x128xf32>) -> tensor<64x128xf32>
  %g = linalg.matmul ins(%e, %u : tensor<64x64xf32>, tensor<64x128xf32>)
         outs(%f : tensor<64x128xf32>) -> tensor<64x128xf32>
  %e3 = tensor.empty() : tensor<64x128xf32>
  %h = linalg.exp ins(%g : tensor<64x128xf32>) outs(%e3 : tensor<64x128xf32>) -> tensor<64x128xf32>
  %r = tensor.extract %h[%i, %i] : tensor<64x128xf32>
  return %r : f32
}
