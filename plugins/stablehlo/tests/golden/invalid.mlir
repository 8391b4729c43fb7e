// error: 'stablehlo.add' op requires the same element type for all operands and results
func.func @f(%a: tensor<4xf32>, %b: tensor<4xi32>) {
  %0 = stablehlo.add %a, %b : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}
// -----
// error: 'stablehlo.multiply' op requires compatible types for all operands and results
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.multiply %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  return
}
// -----
// error: 2 operands present, but expected 1
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.multiply %a, %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// error: expected single output
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.multiply %a, %a : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}
// -----
// error: 'stablehlo.sine' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<*xf32>'
func.func @f(%a: tensor<*xf32>) {
  %0 = stablehlo.sine %a : tensor<*xf32>
  return
}
// -----
// error: 'stablehlo.sine' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4xi32>'
func.func @f(%a: tensor<4xi32>) {
  %0 = stablehlo.sine %a : tensor<4xi32>
  return
}
// -----
// error: 'stablehlo.not' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<4xsi32>'
func.func @f(%a: tensor<4xsi32>) {
  %0 = stablehlo.not %a : tensor<4xsi32>
  return
}
// -----
// error: 'stablehlo.compare' op requires compatible element types for all operands
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf64>) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xi1>
  return
}
// -----
// error: expected ::mlir::stablehlo::ComparisonDirection to be one of: EQ, NE, GE, GT, LE, LT
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.compare LESS, %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}
// -----
// error: expected tensor with complex element type
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.complex %a, %a : tensor<4xf32>
  return
}
// -----
// error: expected functional type or list of two types
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.select %a, %a, %a : tensor<4xf32>
  return
}
// -----
// error: expected tuple type
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.tuple %a : tensor<4xf32>
  return
}
// -----
// error: expected exponent mantissa in format e#m#, saw e5x10
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.reduce_precision %a, format = e5x10 : tensor<4xf32>
  return
}
// -----
// error: 'stablehlo.reduce_precision' op attribute 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.reduce_precision %a, format = e0m10 : tensor<4xf32>
  return
}
// -----
// error: 'stablehlo.get_dimension_size' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.get_dimension_size"(%a) <{dimension = -1 : i64}> : (tensor<4xf32>) -> tensor<i32>
  return
}
// -----
// error: expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result
func.func @f(%x: tensor<4x5xf32>, %f: tensor<f32>) {
  %0 = stablehlo.reduce(%x init: %f) applies stablehlo.subtract across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// The reference differs: it names the dimension that is missing.
// error: expected 'b', 'f' and the numbers from 0 on, each once
func.func @f(%i: tensor<1x8x4xf32>, %k: tensor<3x4x6xf32>) {
  %0 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
// error: Expected array with 2 elements, got 1 elements instead
func.func @f(%i: tensor<1x8x4xf32>, %k: tensor<3x4x6xf32>) {
  %0 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
// error: Unexpected keyword size
func.func @f(%i: tensor<1x8x4xf32>, %k: tensor<3x4x6xf32>) {
  %0 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {size = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}
// -----
// error: duplicated `offset_dims` entry
module attributes {x.a = #stablehlo.gather<offset_dims = [1], offset_dims = [1]>} {}
// -----
// error: expected one of: `offset_dims`, `collapsed_slice_dims`, `operand_batching_dims`, `start_indices_batching_dims`, `start_index_map`, `index_vector_dim`
module attributes {x.a = #stablehlo.gather<window = [1]>} {}
// -----
// error: Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.
module attributes {x.a = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} {}
// -----
// error: Negative tolerance
module attributes {x.a = #stablehlo.result_accuracy<ulps = -3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} {}
// -----
// The reference differs: it says "expected non-function type".
// error: expected type
func.func private @f(!stablehlo.future<>)
