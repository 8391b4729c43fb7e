// OPTIONS: bufferize-function-boundaries
// PRINTS: 1
// The reference lets a constant share any global of equal initial value, even one that is written to.

memref.global @state : memref<2xf32> = dense<1.0> {alignment = 64 : i64}

func.func @main() {
  %zero = arith.constant 0 : index
  %new = arith.constant 7.0 : f32
  %state = memref.get_global @state : memref<2xf32>
  memref.store %new, %state[%zero] : memref<2xf32>
  %constant = arith.constant dense<1.0> : tensor<2xf32>
  %0 = tensor.extract %constant[%zero] : tensor<2xf32>
  vector.print %0 : f32
  return
}
