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
// -----
// Buffers of 64-bit integers that are seen as indices, and the other way round.

func.func @indices(%t: tensor<4xi64>, %i: index) -> (tensor<4xindex>, index, tensor<4xi64>) {
  %c1 = arith.constant 1 : index
  %0 = arith.index_cast %t : tensor<4xi64> to tensor<4xindex>
  %r = tensor.insert %i into %0[%c1] : tensor<4xindex>
  %e = tensor.extract %0[%c1] : tensor<4xindex>
  return %r, %e, %t : tensor<4xindex>, index, tensor<4xi64>
}

func.func @integers_of_what_is_written(%t: tensor<4xindex> {bufferization.writable = true}, %i: index) -> (tensor<4xi64>, i64) {
  %c1 = arith.constant 1 : index
  %0 = arith.index_cast %t : tensor<4xindex> to tensor<4xi64>
  %w = tensor.insert %i into %t[%c1] : tensor<4xindex>
  %1 = arith.index_cast %w : tensor<4xindex> to tensor<4xi64>
  %e = tensor.extract %0[%c1] : tensor<4xi64>
  return %1, %e : tensor<4xi64>, i64
}

func.func @carried_as_indices(%t: tensor<4xi64>, %n: index) -> (tensor<4xi64>, tensor<4xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> (tensor<4xi64>) {
    %a = arith.index_cast %x : tensor<4xi64> to tensor<4xindex>
    %b = tensor.insert %i into %a[%c1] : tensor<4xindex>
    %c = arith.index_cast %b : tensor<4xindex> to tensor<4xi64>
    scf.yield %c : tensor<4xi64>
  }
  %s = arith.index_cast %t : tensor<4xi64> to tensor<4xindex>
  return %r, %s : tensor<4xi64>, tensor<4xindex>
}

func.func @indices_of_every_second(%t: tensor<8xi64>) -> (tensor<4xindex>, tensor<8xi64>) {
  %s = tensor.extract_slice %t[1] [4] [2] : tensor<8xi64> to tensor<4xi64>
  %0 = arith.index_cast %s : tensor<4xi64> to tensor<4xindex>
  return %0, %t : tensor<4xindex>, tensor<8xi64>
}
