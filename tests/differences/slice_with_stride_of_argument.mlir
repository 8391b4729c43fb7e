// OPTIONS: bufferize-function-boundaries
// PRINTS: 0 1 2
// A stride that nobody knows may be 0: the rows of the slice are then one row, and each iteration over them
// sees what the one before has made of it. The reference computes in place.

func.func private @numbered(%t: tensor<3x2xf32>, %stride: index) -> tensor<3x2xf32> {
  %s = tensor.extract_slice %t[0, 0] [3, 2] [%stride, 1] : tensor<3x2xf32> to tensor<3x2xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } outs(%s : tensor<3x2xf32>) {
  ^bb0(%old: f32):
    %row = linalg.index 0 : index
    %number = arith.index_cast %row : index to i32
    %float = arith.sitofp %number : i32 to f32
    %sum = arith.addf %old, %float : f32
    linalg.yield %sum : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %value = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x2xf32>
  %t = linalg.fill ins(%value : f32) outs(%empty : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = call @numbered(%t, %zero) : (tensor<3x2xf32>, index) -> tensor<3x2xf32>
  %0 = tensor.extract %r[%zero, %one] : tensor<3x2xf32>
  %1 = tensor.extract %r[%one, %one] : tensor<3x2xf32>
  %2 = tensor.extract %r[%two, %one] : tensor<3x2xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  vector.print %2 : f32
  return
}
