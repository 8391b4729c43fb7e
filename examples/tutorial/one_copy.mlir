// One step of a decoder. %cache holds the keys of the last 64 tokens. The new key replaces the
// oldest one, which is in row %row. Then each key gets a score.
func.func @step(%cache: tensor<64x8xf32>, %key: tensor<8xf32>, %query: tensor<8xf32>, %row: index)
    -> (tensor<64x8xf32>, tensor<64xf32>, f32) {
  %c0 = arith.constant 0 : index

  // The first number of the key that is replaced.
  %lost = tensor.extract %cache[%row, %c0] : tensor<64x8xf32>

  // The new key takes the place of the oldest one.
  %updated = tensor.insert_slice %key into %cache[%row, 0] [1, 8] [1, 1]
      : tensor<8xf32> into tensor<64x8xf32>

  // The scores of all keys.
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  %scores = linalg.matvec ins(%updated, %query : tensor<64x8xf32>, tensor<8xf32>)
      outs(%zeros : tensor<64xf32>) -> tensor<64xf32>

  // The exponentials of 16 scores: the new one and its neighbors.
  %c16 = arith.constant 16 : index
  %group = arith.divui %row, %c16 : index
  %from = arith.muli %group, %c16 : index
  %part = tensor.extract_slice %scores[%from] [16] [1] : tensor<64xf32> to tensor<16xf32>
  %grown = linalg.exp ins(%part : tensor<16xf32>) outs(%part : tensor<16xf32>) -> tensor<16xf32>
  %again = arith.divui %row, %c16 : index
  %to = arith.muli %again, %c16 : index
  %weights = tensor.insert_slice %grown into %scores[%to] [16] [1]
      : tensor<16xf32> into tensor<64xf32>
  return %updated, %weights, %lost : tensor<64x8xf32>, tensor<64xf32>, f32
}
