// A matrix product, four rows at a time: the slices are updated in place, nothing is copied.
func.func @tiled_matmul(
    %a: tensor<64x32xf32>, %b: tensor<32x16xf32>,
    %c: tensor<64x16xf32> {bufferization.writable = true}) -> tensor<64x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %result = scf.for %row = %c0 to %c64 step %c4 iter_args(%acc = %c) -> (tensor<64x16xf32>) {
    %a_rows = tensor.extract_slice %a[%row, 0] [4, 32] [1, 1]
        : tensor<64x32xf32> to tensor<4x32xf32>
    %c_rows = tensor.extract_slice %acc[%row, 0] [4, 16] [1, 1]
        : tensor<64x16xf32> to tensor<4x16xf32>
    %product = linalg.matmul ins(%a_rows, %b : tensor<4x32xf32>, tensor<32x16xf32>)
        outs(%c_rows : tensor<4x16xf32>) -> tensor<4x16xf32>
    %next = tensor.insert_slice %product into %acc[%row, 0] [4, 16] [1, 1]
        : tensor<4x16xf32> into tensor<64x16xf32>
    scf.yield %next : tensor<64x16xf32>
  }
  return %result : tensor<64x16xf32>
}
