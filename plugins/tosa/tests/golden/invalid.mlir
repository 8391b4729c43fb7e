// error: invalid rank (must be >= 0): -1
func.func private @f(!tosa.shape<-1>)
// -----
// error: integer value too large
func.func private @f(!tosa.shape<4294967296>)
// -----
// error: expected integer value
func.func private @f(!tosa.shape<?>)
// -----
// error: 'tosa.const_shape' op attribute 'values' failed to satisfy constraint: index elements attribute
%0 = "tosa.const_shape"() <{values = dense<[8, 4]> : tensor<2xi64>}> : () -> !tosa.shape<2>
// -----
// error: 'tosa.const_shape' op expect elements in attribute values with rank 1
%0 = tosa.const_shape {values = dense<4> : tensor<1x2xindex>} : () -> !tosa.shape<2>
// -----
// error: 'tosa.const_shape' op expect number of elements in attribute values (2) to be equal to the rank (1) for the result shape type
%0 = tosa.const_shape {values = dense<4> : tensor<2xindex>} : () -> !tosa.shape<1>
// -----
// error: 'tosa.const_shape' op result #0 must be Shape with static rank and Index element type, but got 'tensor<2xindex>'
%0 = tosa.const_shape {values = dense<4> : tensor<2xindex>} : () -> tensor<2xindex>
// -----
// error: 'tosa.exp2_shape' op shape operand is not compile time resolvable
func.func @f(%shape: !tosa.shape<2>) {
  %0 = tosa.exp2_shape %shape : (!tosa.shape<2>) -> !tosa.shape<2>
  return
}
// -----
// error: 'tosa.concat_shape' op shape operand is not compile time resolvable
func.func @f(%sizes: tensor<2xindex>) {
  %0 = builtin.unrealized_conversion_cast %sizes : tensor<2xindex> to !tosa.shape<2>
  %1 = tosa.concat_shape %0 : (!tosa.shape<2>) -> !tosa.shape<2>
  return
}
// -----
// error: 'tosa.mul_shape' op operands don't have matching ranks
%0 = tosa.const_shape {values = dense<4> : tensor<2xindex>} : () -> !tosa.shape<2>
%1 = tosa.const_shape {values = dense<4> : tensor<1xindex>} : () -> !tosa.shape<1>
%2 = tosa.mul_shape %0, %1 : (!tosa.shape<2>, !tosa.shape<1>) -> !tosa.shape<2>
// -----
// error: 'tosa.log2_floor_shape' op result shape has different rank than operands
%0 = tosa.const_shape {values = dense<4> : tensor<2xindex>} : () -> !tosa.shape<2>
%1 = tosa.log2_floor_shape %0 : (!tosa.shape<2>) -> !tosa.shape<3>
// -----
// error: 'tosa.concat_shape' op requires output shape rank to be equal to the sum of the input shape ranks (4), got 3
%0 = tosa.const_shape {values = dense<4> : tensor<2xindex>} : () -> !tosa.shape<2>
%1 = tosa.concat_shape %0, %0 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<3>
// -----
// error: 'tosa.dim' op operand #0 must be tosa-conformant tensor of at least rank 1, but got 'tensor<f32>'
func.func @f(%t: tensor<f32>) {
  %0 = tosa.dim %t {axis = 0 : i32} : (tensor<f32>) -> !tosa.shape<1>
  return
}
// -----
// error: 'tosa.dim' op operand #0 must be tosa-conformant tensor of at least rank 1, but got 'tensor<4xindex>'
func.func @f(%t: tensor<4xindex>) {
  %0 = tosa.dim %t {axis = 0 : i32} : (tensor<4xindex>) -> !tosa.shape<1>
  return
}
// -----
// error: 'tosa.dim' op operand #0 must be tosa-conformant tensor of at least rank 1, but got 'tensor<2x0xf32>'
func.func @f(%t: tensor<2x0xf32>) {
  %0 = tosa.dim %t {axis = 0 : i32} : (tensor<2x0xf32>) -> !tosa.shape<1>
  return
}
// -----
// error: 'tosa.dim' op expect axis to be in the range [0, 2), got 2
func.func @f(%t: tensor<2x?xf32>) {
  %0 = tosa.dim %t {axis = 2 : i32} : (tensor<2x?xf32>) -> !tosa.shape<1>
  return
}
// -----
// error: 'tosa.dim' op expect output shape type to contain one element, got '!tosa.shape<2>'
func.func @f(%t: tensor<2x?xf32>) {
  %0 = tosa.dim %t {axis = 0 : i32} : (tensor<2x?xf32>) -> !tosa.shape<2>
  return
}
// -----
// error: 'tosa.slice_shape' op operand #1 must be tosa-conformant unranked tensor of 32-bit signless integer values or tosa-conformant scalar tensor of 32-bit signless integer values, but got 'tensor<i32>'
func.func @f(%start: tensor<i32>, %size: tensor<1xi32>) {
  %0 = tosa.const_shape {values = dense<4> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.slice_shape %0, %start, %size : (!tosa.shape<2>, tensor<i32>, tensor<1xi32>) -> !tosa.shape<1>
  return
}
// -----
// error: 'tosa.slice_shape' op expected non-negative start index, got -1
func.func @f(%size: tensor<1xi32>) {
  %start = arith.constant dense<-1> : tensor<1xi32>
  %0 = tosa.const_shape {values = dense<4> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.slice_shape %0, %start, %size : (!tosa.shape<2>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<1>
  return
}
// -----
// error: 'tosa.slice_shape' op expected positive size, got 0
func.func @f(%start: tensor<1xi32>) {
  %size = arith.constant dense<0> : tensor<1xi32>
  %0 = tosa.const_shape {values = dense<4> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.slice_shape %0, %start, %size : (!tosa.shape<2>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<0>
  return
}
// -----
// error: 'tosa.slice_shape' op expected output type size to be equal to size attribute, got 1 vs 2
func.func @f(%start: tensor<1xi32>) {
  %size = arith.constant dense<2> : tensor<1xi32>
  %0 = tosa.const_shape {values = dense<4> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.slice_shape %0, %start, %size : (!tosa.shape<2>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<1>
  return
}
// -----
// error: 'tosa.slice_shape' op expected start + size to be less than or equal to input shape rank (2), got 3
%start = arith.constant dense<1> : tensor<1xi32>
%size = arith.constant dense<2> : tensor<1xi32>
%0 = tosa.const_shape {values = dense<4> : tensor<2xindex>} : () -> !tosa.shape<2>
%1 = tosa.slice_shape %0, %start, %size : (!tosa.shape<2>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<2>
