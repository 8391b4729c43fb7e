// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: 9 1
// Each iteration yields a slice whose elements are all one. The reference lets the next one insert into it.

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %old = arith.constant 1.0 : f32
  %new = arith.constant 9.0 : f32
  %empty = tensor.empty() : tensor<2xf32>
  %t = linalg.fill ins(%old : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %first, %second = scf.for %i = %zero to %two step %one iter_args(%s = %t, %last = %t) -> (tensor<2xf32>, tensor<2xf32>) {
    %w = tensor.insert %new into %s[%zero] : tensor<2xf32>
    %spread = tensor.extract_slice %w[1] [2] [0] : tensor<2xf32> to tensor<2xf32>
    scf.yield %spread, %w : tensor<2xf32>, tensor<2xf32>
  }
  %0 = tensor.extract %second[%zero] : tensor<2xf32>
  %1 = tensor.extract %second[%one] : tensor<2xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  return
}
