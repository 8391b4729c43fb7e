// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: 5 5 5
// A loop may yield a constant, which the next iteration must not write to. The reference does, and
// is stopped, or prints what it changed the constant to.

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %two = arith.constant 2.0 : f32
  %init = tensor.empty() : tensor<4xf32>
  %filled = linalg.fill ins(%two : f32) outs(%init : tensor<4xf32>) -> tensor<4xf32>
  scf.for %i = %zero to %three step %one iter_args(%t = %filled) -> tensor<4xf32> {
    %constant = arith.constant dense<3.0> : tensor<4xf32>
    %element = tensor.extract %constant[%zero] : tensor<4xf32>
    %sum = arith.addf %element, %two : f32
    %u = tensor.insert %sum into %t[%zero] : tensor<4xf32>
    %e = tensor.extract %u[%zero] : tensor<4xf32>
    vector.print %e : f32
    scf.yield %constant : tensor<4xf32>
  }
  return
}
