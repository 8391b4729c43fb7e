// OPTIONS: bufferize-function-boundaries
// PRINTS: 5 5 5 5
// Without a sign, -1 is the greatest index: the loop in the loop never runs. The reference lets each
// iteration of the outer loop start from a copy without contents.

func.func @main() {
  %minus_one = arith.constant -1 : index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %five = arith.constant 5.0 : f32
  %other = arith.constant 8.0 : f32
  %empty = tensor.empty() : tensor<2xf32>
  %t = linalg.fill ins(%five : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  scf.for %i = %zero to %two step %one {
    %r = scf.for unsigned %j = %minus_one to %two step %one iter_args(%x = %t) -> (tensor<2xf32>) {
      %f = linalg.fill ins(%other : f32) outs(%x : tensor<2xf32>) -> tensor<2xf32>
      scf.yield %f : tensor<2xf32>
    }
    %value = tensor.extract %r[%i] : tensor<2xf32>
    %old = tensor.extract %t[%i] : tensor<2xf32>
    vector.print %value : f32
    vector.print %old : f32
  }
  return
}
