// Each iteration computes a new tensor, but the loop carries another one.
func.func @refused(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c1 to %n step %c1 iter_args(%carried = %t) -> tensor<4xf32> {
    %new = tensor.empty() : tensor<4xf32>
    %exp = linalg.exp ins(%carried : tensor<4xf32>) outs(%new : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %exp : tensor<4xf32>
  }
  return %last : tensor<4xf32>
}
