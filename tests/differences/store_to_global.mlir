// OPTIONS: bufferize-function-boundaries copy-before-write
// PRINTS: 7
// What is stored to a global is read, and not written to. With copy-before-write, the reference
// stores a new buffer without contents.

ml_program.global private mutable @state(dense<1.0> : tensor<4xf32>) : tensor<4xf32>

func.func @main() {
  %zero = arith.constant 0 : index
  %new = arith.constant 7.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%new : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  ml_program.global_store @state = %t : tensor<4xf32>
  %0 = ml_program.global_load @state : tensor<4xf32>
  %1 = tensor.extract %0[%zero] : tensor<4xf32>
  vector.print %1 : f32
  return
}
