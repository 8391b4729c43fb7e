#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @converted(%t: tensor<8x8xf64, #CSR>) -> (tensor<8x8xf64>, tensor<8x8xf64>) {
  %c = arith.constant 1.0 : f64
  %0 = sparse_tensor.convert %t : tensor<8x8xf64, #CSR> to tensor<8x8xf64>
  %1 = linalg.fill ins(%c : f64) outs(%0 : tensor<8x8xf64>) -> tensor<8x8xf64>
  return %0, %1 : tensor<8x8xf64>, tensor<8x8xf64>
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @elementwise(%a: tensor<8x8xf64, #CSR>, %t: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%a, %t : tensor<8x8xf64, #CSR>, tensor<8x8xf64>) outs(%t : tensor<8x8xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %s = arith.addf %x, %y : f64
    linalg.yield %s : f64
  } -> tensor<8x8xf64>
  return %0 : tensor<8x8xf64>
}
// -----
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @elementwise_of_dense(%a: tensor<8x8xf64>, %t: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%a, %t : tensor<8x8xf64>, tensor<8x8xf64>) outs(%t : tensor<8x8xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %s = arith.addf %x, %y : f64
    linalg.yield %s : f64
  } -> tensor<8x8xf64>
  return %0 : tensor<8x8xf64>
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @taken_apart(%t: tensor<8x8xf64, #CSR>, %p: tensor<9xindex>, %c: tensor<7xindex>, %v: tensor<7xf64>) -> (tensor<7xf64>, tensor<7xf64>, tensor<9xindex>) {
  %q, %d, %w, %pl, %cl, %vl = sparse_tensor.disassemble %t : tensor<8x8xf64, #CSR>
    out_lvls(%p, %c : tensor<9xindex>, tensor<7xindex>) out_vals(%v : tensor<7xf64>)
    -> (tensor<9xindex>, tensor<7xindex>), tensor<7xf64>, (index, index), index
  return %v, %w, %q : tensor<7xf64>, tensor<7xf64>, tensor<9xindex>
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @put_together(%p: tensor<9xindex>, %c: tensor<7xindex>, %v: tensor<7xf64>, %f: f64) -> (tensor<8x8xf64, #CSR>, tensor<7xf64>) {
  %0 = sparse_tensor.assemble (%p, %c), %v : (tensor<9xindex>, tensor<7xindex>), tensor<7xf64> to tensor<8x8xf64, #CSR>
  %1 = linalg.fill ins(%f : f64) outs(%v : tensor<7xf64>) -> tensor<7xf64>
  %2 = sparse_tensor.load %0 hasInserts : tensor<8x8xf64, #CSR>
  return %2, %1 : tensor<8x8xf64, #CSR>, tensor<7xf64>
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @read(%s: index, %d: tensor<8x8xf64>) -> (memref<?xf64>, memref<?xindex>, index, tensor<16x8xf64, #CSR>) {
  %0 = sparse_tensor.new %s : index to tensor<8x8xf64, #CSR>
  %1 = sparse_tensor.values %0 : tensor<8x8xf64, #CSR> to memref<?xf64>
  %2 = sparse_tensor.positions %0 {level = 1 : index} : tensor<8x8xf64, #CSR> to memref<?xindex>
  %3 = sparse_tensor.number_of_entries %0 : tensor<8x8xf64, #CSR>
  %4 = sparse_tensor.concatenate %0, %d {dimension = 0 : index} : tensor<8x8xf64, #CSR>, tensor<8x8xf64> to tensor<16x8xf64, #CSR>
  sparse_tensor.foreach in %4 : tensor<16x8xf64, #CSR> do {
  ^bb0(%a: index, %b: index, %x: f64):
  }
  return %1, %2, %3, %4 : memref<?xf64>, memref<?xindex>, index, tensor<16x8xf64, #CSR>
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#turned = affine_map<(d0, d1) -> (d1, d0)>
func.func @turned_both_times(%t: tensor<8x8xf64, #CSR>) -> tensor<8x8xf64, #CSR> {
  %0 = linalg.generic {indexing_maps = [#turned, #turned], iterator_types = ["parallel", "parallel"]}
    ins(%t : tensor<8x8xf64, #CSR>) outs(%t : tensor<8x8xf64, #CSR>) {
  ^bb0(%x: f64, %y: f64):
    %s = arith.mulf %x, %y : f64
    linalg.yield %s : f64
  } -> tensor<8x8xf64, #CSR>
  return %0 : tensor<8x8xf64, #CSR>
}
