// OPTIONS: bufferize-function-boundaries
// PRINTS: ( 1, 1, 2, 3 )
// In block ^move a part of an argument is put to another place, which overlaps with it. The reference
// only looks for writes in the block that the argument belongs to, and copies the part over itself.

func.func private @f(%t: tensor<4xi32>, %from: index, %to: index) -> tensor<4xi32> {
  cf.br ^move
^move:
  %part = tensor.extract_slice %t[%from] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %moved = tensor.insert_slice %part into %t[%to] [3] [1] : tensor<3xi32> into tensor<4xi32>
  return %moved : tensor<4xi32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %pad = arith.constant 0 : i32
  %known = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %t = bufferization.alloc_tensor() copy(%known) : tensor<4xi32>
  %moved = call @f(%t, %zero, %one) : (tensor<4xi32>, index, index) -> tensor<4xi32>
  %v = vector.transfer_read %moved[%zero], %pad {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
  vector.print %v : vector<4xi32>
  return
}
