// OPTIONS: bufferize-function-boundaries
// PRINTS: 15
// Every iteration works on a tensor that is 4 at one place and 1 elsewhere. The reference lets all iterations
// write to one buffer.

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %four = arith.constant 4.0 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %t = linalg.fill ins(%one : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %sum = affine.parallel (%i) = (0) to (3) reduce ("addf") -> (f32) {
    %w = tensor.insert %four into %t[%i] : tensor<3xf32>
    %first = tensor.extract %w[%zero] : tensor<3xf32>
    %own = tensor.extract %w[%i] : tensor<3xf32>
    %both = arith.addf %first, %own : f32
    %less = arith.subf %both, %one : f32
    affine.yield %less : f32
  }
  vector.print %sum : f32
  return
}
