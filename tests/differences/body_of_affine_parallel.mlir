// OPTIONS: bufferize-function-boundaries
// PRINTS: 1 1 1
// Each iteration of affine.parallel reads the element that the one before would have written to. The
// reference takes the body for one that runs once.

func.func @main() {
  %one = arith.constant 1.0 : f32
  %four = arith.constant 4.0 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %t = linalg.fill ins(%one : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %last = arith.constant 2 : index
  affine.parallel (%i) = (0) to (3) {
    %old = tensor.extract %t[%last] : tensor<3xf32>
    vector.print %old : f32
    %w = tensor.insert %four into %t[%last] : tensor<3xf32>
    %new = tensor.extract %w[%i] : tensor<3xf32>
    %unused = arith.addf %new, %new : f32
  }
  return
}
