// OPTIONS: bufferize-function-boundaries
// PRINTS: 1 7
// What was loaded from a global stays what it was when the global is given another value. The
// reference reads the global again.

ml_program.global private mutable @state(dense<1.0> : tensor<4xf32>) : tensor<4xf32>

func.func private @reset(%value: tensor<4xf32>) {
  ml_program.global_store @state = %value : tensor<4xf32>
  return
}

func.func @main() {
  %zero = arith.constant 0 : index
  %new = arith.constant 7.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%new : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %before = ml_program.global_load @state : tensor<4xf32>
  func.call @reset(%t) : (tensor<4xf32>) -> ()
  %after = ml_program.global_load @state : tensor<4xf32>
  %0 = tensor.extract %before[%zero] : tensor<4xf32>
  vector.print %0 : f32
  %1 = tensor.extract %after[%zero] : tensor<4xf32>
  vector.print %1 : f32
  return
}
