ml_program.global private mutable @state(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @exchange(%t: tensor<2xf32>) -> tensor<2xf32> {
  %0 = ml_program.global_load @state : tensor<2xf32>
  ml_program.global_store @state = %t : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
ml_program.global private mutable @state(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @load() -> tensor<2xf32> {
  %0 = ml_program.global_load @state : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
ml_program.global private mutable @state(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @store(%t: tensor<2xf32>) -> tensor<2xf32> {
  ml_program.global_store @state = %t : tensor<2xf32>
  %0 = ml_program.global_load @state : tensor<2xf32>
  return %0 : tensor<2xf32>
}
