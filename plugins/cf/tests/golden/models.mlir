func.func @br(%t: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  cf.br ^bb1(%t : tensor<4xf32>)
^bb1(%u: tensor<4xf32>):
  %0 = tensor.insert %v into %u[%c1] : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @cond_br(%b: i1, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %b, ^bb1(%t : tensor<4xf32>), ^bb1(%u : tensor<4xf32>)
^bb1(%x: tensor<4xf32>):
  return %x : tensor<4xf32>
}
