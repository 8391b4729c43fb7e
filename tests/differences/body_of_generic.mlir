// OPTIONS: bufferize-function-boundaries
// PRINTS: 8 8
// The body of a linalg operation runs once for each element, and each time reads the original. The
// reference does not take it for a loop.

func.func @f(%t: tensor<4xf32>, %out: tensor<2xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0 : index
  %new = arith.constant 7.0 : f32
  %r = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]
  } outs(%out : tensor<2xf32>) {
  ^bb0(%unused: f32):
    %old = tensor.extract %t[%zero] : tensor<4xf32>
    %w = tensor.insert %new into %t[%zero] : tensor<4xf32>
    %written = tensor.extract %w[%zero] : tensor<4xf32>
    %sum = arith.addf %old, %written : f32
    linalg.yield %sum : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %last = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%one : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %out = tensor.empty() : tensor<2xf32>
  %r = call @f(%t, %out) : (tensor<4xf32>, tensor<2xf32>) -> tensor<2xf32>
  %0 = tensor.extract %r[%zero] : tensor<2xf32>
  %1 = tensor.extract %r[%last] : tensor<2xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  return
}
