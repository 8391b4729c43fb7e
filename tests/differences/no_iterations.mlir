// OPTIONS: bufferize-function-boundaries
// PRINTS: 3 3
// A reduction over nothing returns its output as it was, also where the body does not use it. The
// reference takes it for overwritten.

func.func @last(%t: tensor<4x?xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%t : tensor<4x?xf32>) outs(%out : tensor<4xf32>) {
  ^bb0(%new: f32, %unused: f32):
    linalg.yield %new : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %three = arith.constant 3.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %threes = linalg.fill ins(%three : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %nothing = tensor.empty(%zero) : tensor<4x?xf32>
  %r = call @last(%nothing, %threes) : (tensor<4x?xf32>, tensor<4xf32>) -> tensor<4xf32>
  %0 = tensor.extract %r[%zero] : tensor<4xf32>
  %1 = tensor.extract %threes[%zero] : tensor<4xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  return
}
