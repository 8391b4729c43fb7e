func.func @f(%t: tensor<?xf32>, %s: tensor<4xf32>, %n: index, %i: index) -> (tensor<?xf32>, f32) {
  %head = tensor.extract_slice %t[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %new = tensor.insert_slice %s into %t[%n] [4] [1] : tensor<4xf32> into tensor<?xf32>
  %x = tensor.extract %head[%i] : tensor<?xf32>
  return %new, %x : tensor<?xf32>, f32
}
