func.func @cast(%t: tensor<?xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %t : tensor<?xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @collapse_shape(%t: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %0 : tensor<6xf32>
}
// -----
func.func @collapse_shape_of_a_slice(%t: tensor<4x4xf32>) -> tensor<4xf32> {
  %0 = tensor.extract_slice %t[1, 1] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  return %1 : tensor<4xf32>
}
// -----
func.func @concat(%a: tensor<2xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @dim(%t: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %t, %c0 : tensor<?xf32>
  return %0 : index
}
// -----
func.func @empty(%n: index) -> tensor<?xf32> {
  %0 = tensor.empty(%n) : tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @expand_shape(%t: tensor<6xf32>) -> tensor<2x3xf32> {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// -----
func.func @extract(%t: tensor<4xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = tensor.extract %t[%c1] : tensor<4xf32>
  return %0 : f32
}
// -----
func.func @extract_slice(%t: tensor<4x4xf32>) -> tensor<2x2xf32> {
  %0 = tensor.extract_slice %t[1, 1] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
// -----
func.func @from_elements(%a: f32, %b: f32) -> tensor<2xf32> {
  %0 = tensor.from_elements %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @generate(%n: index) -> tensor<?xindex> {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<?xindex>
  return %0 : tensor<?xindex>
}
// -----
func.func @insert(%t: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %v into %t[%c1] : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @insert_slice(%s: tensor<2xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.insert_slice %s into %t[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @insert_slice_of_all(%s: tensor<4xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.insert_slice %s into %t[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @pad(%t: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
  %0 = tensor.pad %t low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @parallel_insert_slice(%s: tensor<2xf32>, %t: tensor<8xf32>) -> tensor<8xf32> {
  %0 = scf.forall (%i) = (0) to (6) step (3) shared_outs(%o = %t) -> tensor<8xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}
// -----
func.func @rank(%t: tensor<*xf32>) -> index {
  %0 = tensor.rank %t : tensor<*xf32>
  return %0 : index
}
// -----
func.func @reshape(%t: tensor<6xf32>) -> tensor<2x3xf32> {
  %s = arith.constant dense<[2, 3]> : tensor<2xindex>
  %0 = tensor.reshape %t(%s) : (tensor<6xf32>, tensor<2xindex>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// -----
func.func @splat(%v: f32) -> tensor<4xf32> {
  %0 = tensor.splat %v : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @bitcast(%t: tensor<4xf32>) -> tensor<4xi32> {
  %0 = tensor.bitcast %t : tensor<4xf32> to tensor<4xi32>
  return %0 : tensor<4xi32>
}
// -----
func.func @bitcast_without_sign(%t: tensor<4xi8>) -> tensor<?xi8> {
  %0 = tensor.bitcast %t : tensor<4xi8> to tensor<?xui8>
  %1 = tensor.bitcast %0 : tensor<?xui8> to tensor<?xi8>
  return %1 : tensor<?xi8>
}
// -----
func.func @gather(%t: tensor<4x3xf32>) -> tensor<2x1x3xf32> {
  %i = arith.constant dense<[[3], [1]]> : tensor<2x1xindex>
  %0 = tensor.gather %t[%i] gather_dims([0]) : (tensor<4x3xf32>, tensor<2x1xindex>) -> tensor<2x1x3xf32>
  return %0 : tensor<2x1x3xf32>
}
// -----
func.func @gather_elements(%t: tensor<4x3xf32>) -> tensor<2xf32> {
  %i = arith.constant dense<[[3, 0], [1, 2]]> : tensor<2x2xi32>
  %0 = tensor.gather %t[%i] gather_dims([0, 1]) unique : (tensor<4x3xf32>, tensor<2x2xi32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @scatter(%s: tensor<2x3xf32>, %t: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %i = arith.constant dense<[[3], [1]]> : tensor<2x1xindex>
  %0 = tensor.scatter %s into %t[%i] scatter_dims([0]) unique : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<2x1xindex>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
// -----
func.func @scatter_one(%s: tensor<1x3xf32>, %t: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %i = arith.constant dense<2> : tensor<1xindex>
  %0 = tensor.scatter %s into %t[%i] scatter_dims([0]) unique : (tensor<1x3xf32>, tensor<4x3xf32>, tensor<1xindex>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
