func.func private @set(%t: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %v into %t[%c1] : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @call_that_writes(%t: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %0 = func.call @set(%t, %v) : (tensor<4xf32>, f32) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func private @first(%t: tensor<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = tensor.extract %t[%c0] : tensor<4xf32>
  return %0 : f32
}
func.func @call_that_reads(%t: tensor<4xf32>) -> f32 {
  %0 = func.call @first(%t) : (tensor<4xf32>) -> f32
  return %0 : f32
}
// -----
func.func private @new(%v: f32) -> tensor<4xf32> {
  %0 = tensor.splat %v : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @call_that_allocates(%v: f32) -> tensor<4xf32> {
  %0 = func.call @new(%v) : (f32) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func private @constant() -> tensor<2xf32> {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @call_that_gives_a_constant() -> tensor<2xf32> {
  %0 = func.call @constant() : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @function_of_blocks(%b: i1, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %b, ^bb1(%t : tensor<4xf32>), ^bb1(%u : tensor<4xf32>)
^bb1(%x: tensor<4xf32>):
  return %x : tensor<4xf32>
}
// -----
func.func private @twice(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}
func.func @constant(%t: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %f = constant @twice : (f32) -> f32
  %0 = call_indirect %f(%x) : (f32) -> f32
  %1 = tensor.insert %0 into %t[%c1] : tensor<4xf32>
  return %1 : tensor<4xf32>
}
