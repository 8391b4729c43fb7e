// An operation that reads each element before it writes it.

#same = affine_map<(d0) -> (d0)>

func.func @in_each_iteration(%t: tensor<4xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %zero) -> (f32) {
    %new = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
        ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) {
    ^bb0(%x: f32, %old: f32):
      %y = arith.mulf %x, %f : f32
      linalg.yield %y : f32
    } -> tensor<4xf32>
    %y = tensor.extract %new[%c1] : tensor<4xf32>
    %next = arith.addf %sum, %y : f32
    scf.yield %next : f32
  }
  return %r : f32
}

// -----

#same = affine_map<(d0) -> (d0)>

func.func @written_by_another(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %filled = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %new = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %old: f32):
    %y = arith.mulf %x, %f : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %filled, %new : tensor<4xf32>, tensor<4xf32>
}
