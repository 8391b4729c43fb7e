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
// -----
// The reference differs: it says "expected one of [none, "8k"8k] for supported TOSA levels, got: nne".
// error: expected ::mlir::tosa::Level to be one of: none, 8k
module attributes {x.f = #tosa.target_env<specification_version = "1.0", level = nne, profiles = [pro_int], extensions = [int16]>} {}
// -----
// error: expected 'level'
module attributes {x.f = #tosa.target_env<specification_version = "1.0", profiles = [pro_int], extensions = [int16]>} {}
// -----
// error: expected ::mlir::tosa::Level to be one of: none, 8k
module attributes {x.f = #tosa.level<foo>} {}
// -----
// error: expected ::mlir::tosa::NanPropagationMode to be one of: PROPAGATE, IGNORE
module attributes {x.f = #tosa.nan_mode<foo>} {}
// -----
// error: expected '<'
module attributes {x.f = #tosa.nan_mode IGNORE} {}
// -----
// error: expected ','
module attributes {x.f = #tosa.unary_quant<input_zp = 1>} {}
// -----
// error: duplicate or unknown struct parameter name: input_zp
module attributes {x.f = #tosa.unary_quant<input_zp = 1, input_zp = 2>} {}
// -----
// error: duplicate or unknown struct parameter name: zp
module attributes {x.f = #tosa.unary_quant<input_zp = 1, zp = 2>} {}
// -----
// error: expected integer value
module attributes {x.f = #tosa.unary_quant<input_zp = 1, output_zp = x>} {}
// -----
// error: expected '='
func.func @f(%a: tensor<4x5xf32>) {
  %0 = tosa.argmax %a {axis = 0 : i32, nan_mode} : (tensor<4x5xf32>) -> tensor<5xi32>
  return
}
// -----
// The reference differs: it says "'tosa.argmax' invalid nan_mode value: FOO".
// error: expected ::mlir::tosa::NanPropagationMode to be one of: PROPAGATE, IGNORE
func.func @f(%a: tensor<4x5xf32>) {
  %0 = tosa.argmax %a {axis = 0 : i32, nan_mode = FOO} : (tensor<4x5xf32>) -> tensor<5xi32>
  return
}
// -----
// error: 'tosa.argmax' op requires attribute 'axis'
func.func @f(%a: tensor<4x5xf32>) {
  %0 = tosa.argmax %a {nan_mode = IGNORE} : (tensor<4x5xf32>) -> tensor<5xi32>
  return
}
// -----
// error: number of operands and types do not match: got 2 operands and 1 types
func.func @f(%a: tensor<4x5xf32>) {
  %0 = tosa.argmax %a, %a {axis = 0 : i32} : (tensor<4x5xf32>) -> tensor<5xi32>
  return
}
// -----
// error: redefinition of symbol named 'a'
tosa.variable @a = dense<7> : tensor<2x4xi32>
tosa.variable @a = dense<7> : tensor<2x4xi32>
// -----
// error: 'tosa.variable_write' op 'a' has not been declared by 'tosa.variable'
func.func @f(%x: tensor<2x4xi32>) {
  tosa.variable_write @a, %x : tensor<2x4xi32>
  return
}
// -----
// error: 'tosa.variable_write' op require same shapes for 'input1' ('tensor<2x3xi32>') and the input tensor ('tensor<2x4xi32>')
tosa.variable @a = dense<7> : tensor<2x4xi32>
func.func @f(%x: tensor<2x3xi32>) {
  tosa.variable_write @a, %x : tensor<2x3xi32>
  return
}
// -----
// error: 'tosa.variable_read' op require same element type for 'output1' ('i8') and the input tensor ('i32')
tosa.variable @a = dense<7> : tensor<2x4xi32>
func.func @f() {
  %0 = tosa.variable_read @a : tensor<2x4xi8>
  return
}
// -----
// error: 'tosa.variable' op symbol's parent must have the SymbolTable trait
func.func @f() {
  tosa.variable @a = dense<7> : tensor<2x4xi32>
  %0 = tosa.variable_read @a : tensor<2x4xi32>
  return
}
// -----
// error: expected shaped type
tosa.variable @a : i32
// -----
// error: expected ranked type
tosa.variable @a : tensor<*xi32>
// -----
// error: expected shaped type
tosa.variable @a = "x"
// -----
// error: expected shaped type
tosa.variable @a = 5
// -----
// error: expected ':'
tosa.variable @a
tosa.variable @b : tensor<i8>
// -----
// error: 'tosa.variable' op attribute 'var_shape' failed to satisfy constraint: index elements attribute
"tosa.variable"() <{sym_name = "e", var_shape = dense<[2]> : tensor<1xi32>, type = i8}> : () -> ()
// -----
// error: 'tosa.cond_if' op require same number of values in 'then_graph' arguments (0) and 'input_list' (1)
func.func @f(%c: tensor<i1>, %a: tensor<4xf32>) {
  %0 = tosa.cond_if %c (%x = %a) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
    tosa.yield %a : tensor<4xf32>
  } else {
  ^bb0(%x: tensor<4xf32>):
    tosa.yield %a : tensor<4xf32>
  }
  return
}
// -----
// error: 'tosa.cond_if' op require same shapes for 'else_graph' arguments ('tensor<5xf32>') and 'input_list' ('tensor<4xf32>')
func.func @f(%c: tensor<i1>, %a: tensor<4xf32>) {
  %0 = tosa.cond_if %c (%x = %a) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%x: tensor<4xf32>):
    tosa.yield %a : tensor<4xf32>
  } else {
  ^bb0(%x: tensor<5xf32>):
    tosa.yield %a : tensor<4xf32>
  }
  return
}
// -----
// error: 'tosa.cond_if' op require same shapes for 'then_graph' results ('tensor<4xf32>') and 'output_list' ('tensor<5xf32>')
func.func @f(%c: tensor<i1>, %a: tensor<4xf32>) {
  %0 = tosa.cond_if %c : tensor<i1> -> tensor<5xf32> {
    tosa.yield %a : tensor<4xf32>
  } else {
    tosa.yield %a : tensor<4xf32>
  }
  return
}
// -----
// error: 'tosa.cond_if' op require same element type for 'else_graph' results ('i8') and 'output_list' ('f32')
func.func @f(%c: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xi8>) {
  %0 = tosa.cond_if %c : tensor<i1> -> tensor<4xf32> {
    tosa.yield %a : tensor<4xf32>
  } else {
    tosa.yield %b : tensor<4xi8>
  }
  return
}
// -----
// error: 'tosa.cond_if' op 'condition' must be a size 1 tensor, got 'tensor<2xi1>'
func.func @f(%c: tensor<2xi1>, %a: tensor<4xf32>) {
  %0 = tosa.cond_if %c : tensor<2xi1> -> tensor<4xf32> {
    tosa.yield %a : tensor<4xf32>
  } else {
    tosa.yield %a : tensor<4xf32>
  }
  return
}
// -----
// error: expected as many input types as operands (expected 1 got 0)
func.func @f(%c: tensor<i1>, %a: tensor<4xf32>) {
  %0 = tosa.cond_if %c (%x = %a) : tensor<i1> () -> tensor<4xf32> {
    tosa.yield %a : tensor<4xf32>
  } else {
    tosa.yield %a : tensor<4xf32>
  }
  return
}
// -----
// error: 'tosa.cond_if' op region #1 ('else_graph') failed to verify constraint: region with 1 blocks
func.func @f(%c: tensor<i1>, %a: tensor<4xf32>) {
  %0 = tosa.cond_if %c : tensor<i1> -> tensor<4xf32> {
    tosa.yield %a : tensor<4xf32>
  }
  return
}
// -----
// error: 'tosa.while_loop' op require same shapes for 'input_list' ('tensor<4xf32>') and 'output_list' ('tensor<5xf32>')
func.func @f(%c: tensor<i1>, %a: tensor<4xf32>) {
  %0 = tosa.while_loop (%x = %a) : (tensor<4xf32>) -> tensor<5xf32> {
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%y: tensor<4xf32>):
    tosa.yield %y : tensor<4xf32>
  }
  return
}
// -----
// error: 'tosa.while_loop' op require same shapes for 'body_graph' arguments ('tensor<5xf32>') and 'input_list' ('tensor<4xf32>')
func.func @f(%c: tensor<i1>, %a: tensor<4xf32>) {
  %0 = tosa.while_loop (%x = %a) : (tensor<4xf32>) -> tensor<4xf32> {
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%y: tensor<5xf32>):
    tosa.yield %a : tensor<4xf32>
  }
  return
}
// -----
// error: 'tosa.while_loop' op require same number of values in 'body_graph' results (2) and 'input_list' (1)
func.func @f(%c: tensor<i1>, %a: tensor<4xf32>) {
  %0 = tosa.while_loop (%x = %a) : (tensor<4xf32>) -> tensor<4xf32> {
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%y: tensor<4xf32>):
    tosa.yield %a, %a : tensor<4xf32>, tensor<4xf32>
  }
  return
}
// -----
// error: 'tosa.while_loop' op require 'cond_graph' only have one result
func.func @f(%c: tensor<i1>, %a: tensor<4xf32>) {
  %0 = tosa.while_loop (%x = %a) : (tensor<4xf32>) -> tensor<4xf32> {
    tosa.yield %c, %c : tensor<i1>, tensor<i1>
  } do {
  ^bb0(%y: tensor<4xf32>):
    tosa.yield %a : tensor<4xf32>
  }
  return
}
// -----
// error: 'tosa.while_loop' op 'cond_graph' result must be a size 1 tensor, got 'tensor<3xi1>'
func.func @f(%c: tensor<3xi1>, %a: tensor<4xf32>) {
  %0 = tosa.while_loop (%x = %a) : (tensor<4xf32>) -> tensor<4xf32> {
    tosa.yield %c : tensor<3xi1>
  } do {
  ^bb0(%y: tensor<4xf32>):
    tosa.yield %a : tensor<4xf32>
  }
  return
}
// -----
// error: 'tosa.while_loop' op 'cond_graph' result must be a boolean tensor, got 'tensor<1xi8>'
func.func @f(%c: tensor<1xi8>, %a: tensor<4xf32>) {
  %0 = tosa.while_loop (%x = %a) : (tensor<4xf32>) -> tensor<4xf32> {
    tosa.yield %c : tensor<1xi8>
  } do {
  ^bb0(%y: tensor<4xf32>):
    tosa.yield %a : tensor<4xf32>
  }
  return
}
// -----
// error: expected as many input types as operands (expected 1 got 0)
func.func @f(%a: tensor<4xf32>) {
  %0 = tosa.while_loop (%x = %a) : () -> tensor<4xf32> {
  } do {
  }
  return
}
// -----
// error: 'tosa.const' op expected tensors for attr/result type
%0 = "tosa.const"() <{values = dense<1> : vector<2xi8>}> : () -> tensor<2xi8>
// -----
// error: 'tosa.const' op expected same attr/result element types
%0 = "tosa.const"() <{values = dense<1> : tensor<2xi8>}> : () -> tensor<2xi16>
// -----
// error: 'tosa.const' op failed to verify that all of {values, output} have same shape
%0 = "tosa.const"() <{values = dense<1> : tensor<2xi8>}> : () -> tensor<3xi8>
// -----
// error: 'tosa.clamp' op min/max attributes should not be 'NaN', got min_val=0.000000e+00 : f32, max_val=0x7FC00000 : f32
func.func @f(%f: tensor<4xf32>) {
  %0 = tosa.clamp %f {min_val = 0.0 : f32, max_val = 0x7FC00000 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// error: 'tosa.clamp' op expected min_val <= max_val, got min_val=2.000000e+00 : f32, max_val=1.000000e+00 : f32
func.func @f(%f: tensor<4xf32>) {
  %0 = tosa.clamp %f {min_val = 2.0 : f32, max_val = 1.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// error: 'tosa.clamp' op expected min_val <= max_val, got min_val=200 : ui8, max_val=100 : ui8
func.func @f(%f: tensor<4xui8>) {
  %0 = tosa.clamp %f {min_val = 200 : ui8, max_val = 100 : ui8} : (tensor<4xui8>) -> tensor<4xui8>
  return
}
// -----
// error: 'tosa.reshape' op expected at most one target dimension to be -1
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.const_shape {values = dense<-1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.reshape %a, %0 : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<3x2xf32>
  return
}
// -----
// error: 'tosa.reshape' op cannot reshape 6 elements into 7
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.const_shape {values = dense<[7, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.reshape %a, %0 : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<7x?xf32>
  return
}
// -----
// error: 'tosa.reshape' op new shape has invalid tensor dimension size -3
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.const_shape {values = dense<[-3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.reshape %a, %0 : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<?x2xf32>
  return
}
// -----
// error: 'tosa.pad' op invalid padding values at dimension 1: values must be non-negative or -1 for dynamic padding, got [-2, 1]
func.func @f(%a: tensor<2x3xf32>, %c: tensor<1xf32>) {
  %2 = tosa.const_shape {values = dense<[1, 2, -2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.pad %a, %2, %c : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<5x4xf32>
  return
}
// -----
// error: 'tosa.tile' op expect element of 'multiples' to be positive integer or -1.
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.const_shape {values = dense<[0, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.tile %a, %0 : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<?x6xf32>
  return
}
// -----
// error: 'tosa.transpose' op expected valid permutation indices
func.func @f(%a: tensor<2x3xf32>) {
  %1 = tosa.transpose %a {perms = array<i32: 1, 1>} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}
// -----
// error: 'tosa.concat' op expect output rank to match inputs rank, got 1 vs 2
func.func @f(%a: tensor<?x?xf32>) {
  %1 = "tosa.concat"(%a, %a) <{axis = 0 : i32}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?xf32>
  return
}
// -----
// error: 'tosa.concat' op Cannot concat tensors with different sizes on the non-axis dimension 0
func.func @f(%a: tensor<2x?xf32>, %b: tensor<*xf32>, %c: tensor<3x?xf32>) {
  %1 = "tosa.concat"(%a, %b, %c) <{axis = 1 : i32}> : (tensor<2x?xf32>, tensor<*xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>
  return
}
// -----
// error: 'tosa.concat' op expect at least one input
%1 = "tosa.concat"() <{axis = 1 : i32}> : () -> tensor<?x?xf32>
// -----
// error: 'tosa.resize' op expect all scale values to be > 0, got 2, 0, 2, 1
func.func @f(%i: tensor<1x8x8x3xf32>) {
  %0 = tosa.const_shape {values = dense<[2, 0, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.resize %i, %0, %1, %1 {mode = BILINEAR} : (tensor<1x8x8x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x15x15x3xf32>
  return
}
// -----
// error: 'tosa.resize' op expected (input_width - 1) * scale_x_n - offset_x + border_x to be wholly divisible by scale_x_d, got ((8 - 1) * 2 - 0 + 0) / 3
func.func @f(%i: tensor<1x8x8x3xf32>) {
  %0 = tosa.const_shape {values = dense<[2, 1, 2, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.resize %i, %0, %1, %1 {mode = BILINEAR} : (tensor<1x8x8x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x15x15x3xf32>
  return
}
// -----
// error: 'tosa.rescale' op expect input_zp of 0 or 32768 for unsigned int16 input, got 5
func.func @f(%a: tensor<4x3xi16>, %m: tensor<1xi16>, %s: tensor<1xi8>) {
  %0 = "tosa.const"() <{values = dense<5> : tensor<1xi16>}> : () -> tensor<1xi16>
  %1 = tosa.rescale %a, %m, %s, %0, %0 {input_unsigned = true, output_unsigned = true, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = false} : (tensor<4x3xi16>, tensor<1xi16>, tensor<1xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<4x3xi16>
  return
}
// -----
// error: 'tosa.rescale' op expect input_zp of 0, got 4294967291
func.func @f(%a: tensor<4x3xi32>, %m: tensor<1xi16>, %s: tensor<1xi8>) {
  %0 = "tosa.const"() <{values = dense<-5> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = tosa.rescale %a, %m, %s, %0, %0 {input_unsigned = true, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = false} : (tensor<4x3xi32>, tensor<1xi16>, tensor<1xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<4x3xi32>
  return
}
// -----
// error: 'tosa.rescale' op requires input to be at least rank 1 when per_channel is true, but got rank 0
func.func @f(%a: tensor<i8>, %m: tensor<1xi16>, %s: tensor<1xi8>, %z: tensor<1xi8>) {
  %1 = tosa.rescale %a, %m, %s, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = false} : (tensor<i8>, tensor<1xi16>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<i8>
  return
}
// -----
// error: 'tosa.mul' op require shift to be 0 for float type
func.func @f(%i: tensor<*xf32>, %o: tensor<1xi32>) {
  %0 = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = tosa.mul %i, %i, %0 : (tensor<*xf32>, tensor<*xf32>, tensor<1xi8>) -> tensor<*xf32>
  return
}
// -----
// error: 'tosa.avg_pool2d' op accumulator type for f16 tensor is not f16/f32
func.func @f(%a: tensor<1x8x8x4xf16>, %z: tensor<1xf16>) {
  %0 = tosa.avg_pool2d %a, %z, %z {acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x4x4x4xf16>
  return
}
// -----
// error: 'tosa.rfft2d' op requires a floating point type
func.func @f(%a: tensor<2x4x8xi32>) {
  %0, %1 = tosa.rfft2d %a : (tensor<2x4x8xi32>) -> (tensor<2x4x5xi32>, tensor<2x4x5xi32>)
  return
}
// -----
// error: 'tosa.scatter' op requires dimensions K >= W, got K=3 and W=4
func.func @f(%v: tensor<2x3x?xf32>, %i: tensor<2x4xi32>, %x: tensor<2x4x?xf32>) {
  %0 = tosa.scatter %v, %i, %x : (tensor<2x3x?xf32>, tensor<2x4xi32>, tensor<2x4x?xf32>) -> tensor<2x3x?xf32>
  return
}
// -----
// error: 'tosa.transpose_conv2d' op expect all stride values to be >= 1, got [1, 0]
func.func @f(%a: tensor<1x8x8x4xf32>, %w: tensor<6x3x3x4xf32>, %b: tensor<6xf32>, %z: tensor<1xf32>) {
  %0 = tosa.transpose_conv2d %a, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 0>} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x10x10x6xf32>
  return
}
// -----
// error: 'tosa.transpose_conv2d' op expected out_pad_left > -KW, but got: out_pad_left=-3 and KW=3
func.func @f(%a: tensor<1x8x8x4xf32>, %w: tensor<6x3x3x4xf32>, %b: tensor<6xf32>, %z: tensor<1xf32>) {
  %0 = tosa.transpose_conv2d %a, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, -3, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x10x10x6xf32>
  return
}
// -----
// error: 'tosa.reverse' op expected non-negative reverse axis
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.reverse %a {axis = -1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// error: 'tosa.transpose' op expected input1 and output to have same numbers of elements, got 6 and 9
func.func @f(%a: tensor<2x3xf32>) {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op expect B matrix batch size to be broadcast compatible with A, got D=3 vs N=2
func.func @f(%a: tensor<2x4x32xf8E5M2>, %as: tensor<2x4x1xf8E8M0FNU>, %b: tensor<3x8x32xf8E5M2>, %bs: tensor<3x8x1xf8E8M0FNU>) {
  %0 = tosa.matmul_t_block_scaled %a, %as, %b, %bs {block_size = BLOCK_SIZE_32} : (tensor<2x4x32xf8E5M2>, tensor<2x4x1xf8E8M0FNU>, tensor<3x8x32xf8E5M2>, tensor<3x8x1xf8E8M0FNU>) -> tensor<2x4x8xf32>
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op expect C to be a multiple of block size, got C=33, block_size=32
func.func @f(%a: tensor<2x4x33xf8E5M2>, %as: tensor<2x4x1xf8E8M0FNU>, %b: tensor<2x8x33xf8E5M2>, %bs: tensor<2x8x1xf8E8M0FNU>) {
  %0 = tosa.matmul_t_block_scaled %a, %as, %b, %bs {block_size = BLOCK_SIZE_32} : (tensor<2x4x33xf8E5M2>, tensor<2x4x1xf8E8M0FNU>, tensor<2x8x33xf8E5M2>, tensor<2x8x1xf8E8M0FNU>) -> tensor<2x4x8xf32>
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op expect scale operands dimension 2 to equal C/block_size (32/32), got 2
func.func @f(%a: tensor<2x4x32xf8E5M2>, %as: tensor<2x4x2xf8E8M0FNU>, %b: tensor<2x8x32xf8E5M2>, %bs: tensor<2x8x2xf8E8M0FNU>) {
  %0 = tosa.matmul_t_block_scaled %a, %as, %b, %bs {block_size = BLOCK_SIZE_32} : (tensor<2x4x32xf8E5M2>, tensor<2x4x2xf8E8M0FNU>, tensor<2x8x32xf8E5M2>, tensor<2x8x2xf8E8M0FNU>) -> tensor<2x4x8xf32>
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op expected output shape 1, 4, 8 to be compatible with expected output shape 2, 4, 8
func.func @f(%a: tensor<2x4x32xf8E5M2>, %as: tensor<2x4x1xf8E8M0FNU>, %b: tensor<1x8x32xf8E5M2>, %bs: tensor<1x8x1xf8E8M0FNU>) {
  %0 = tosa.matmul_t_block_scaled %a, %as, %b, %bs {block_size = BLOCK_SIZE_32} : (tensor<2x4x32xf8E5M2>, tensor<2x4x1xf8E8M0FNU>, tensor<1x8x32xf8E5M2>, tensor<1x8x1xf8E8M0FNU>) -> tensor<1x4x8xf32>
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op expect C to be a multiple of block size, got C=33, block_size=32
func.func @f(%a: tensor<?x4x?xf8E5M2>, %as: tensor<2x4x1xf8E8M0FNU>, %b: tensor<1x8x33xf8E5M2>, %bs: tensor<?x?x1xf8E8M0FNU>) {
  %0 = tosa.matmul_t_block_scaled %a, %as, %b, %bs {block_size = BLOCK_SIZE_32} : (tensor<?x4x?xf8E5M2>, tensor<2x4x1xf8E8M0FNU>, tensor<1x8x33xf8E5M2>, tensor<?x?x1xf8E8M0FNU>) -> tensor<1x4x8xf32>
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op expect A_data and B_data to have same element type, got 'f8E5M2' and 'f8E4M3FN'
func.func @f(%a: tensor<2x4x32xf8E5M2>, %as: tensor<2x4x1xf8E8M0FNU>, %b: tensor<2x8x32xf8E4M3FN>, %bs: tensor<2x8x1xf8E8M0FNU>) {
  %0 = tosa.matmul_t_block_scaled %a, %as, %b, %bs {block_size = BLOCK_SIZE_32} : (tensor<2x4x32xf8E5M2>, tensor<2x4x1xf8E8M0FNU>, tensor<2x8x32xf8E4M3FN>, tensor<2x8x1xf8E8M0FNU>) -> tensor<2x4x8xf32>
  return
}
// -----
// error: 'tosa.exp2_shape' op result shape has different rank than operands
func.func @f(%0: !tosa.shape<2>) {
  %r = "tosa.exp2_shape"(%0) : (!tosa.shape<2>) -> (!tosa.shape<3>)
  return
}
// -----
// error: 'tosa.log' op requires the same shape for all operands and results
func.func @f(%0: tensor<f32>) {
  %r = "tosa.log"(%0) : (tensor<f32>) -> (tensor<4x?xf32>)
  return
}
// -----
// error: 'tosa.logical_not' op operand #0 must be tosa-conformant tensor of 1-bit signless integer values, but got 'tensor<0x?xi1>'
func.func @f(%0: tensor<0x?xi1>) {
  %r = "tosa.logical_not"(%0) : (tensor<0x?xi1>) -> (tensor<4x2xi1>)
  return
}
// -----
// error: 'tosa.logical_or' op operands don't have matching ranks
func.func @f(%0: tensor<i1>, %1: tensor<4x?xi1>) {
  %r = "tosa.logical_or"(%0, %1) : (tensor<i1>, tensor<4x?xi1>) -> (tensor<4x?xi1>)
  return
}
// -----
// error: 'tosa.const_shape' op expect number of elements in attribute values (0) to be equal to the rank (1) for the result shape type
func.func @f() {
  %r = "tosa.const_shape"() <{"values" = dense<> : tensor<0xindex>}> : () -> (!tosa.shape<1>)
  return
}
// -----
// error: 'tosa.exp2_shape' op shape operand is not compile time resolvable
func.func @f(%0: !tosa.shape<3>) {
  %r = "tosa.exp2_shape"(%0) : (!tosa.shape<3>) -> (!tosa.shape<3>)
  return
}
// -----
// error: 'tosa.exp' op requires the same element type for all operands and results
func.func @f(%0: tensor<*xi8>) {
  %r = "tosa.exp"(%0) : (tensor<*xi8>) -> (tensor<4x2xf16>)
  return
}
// -----
// error: 'tosa.const' op failed to verify that all of {values, output} have same shape
func.func @f() {
  %r = "tosa.const"() <{"values" = dense<[1, 2]> : tensor<2xi8>}> : () -> (tensor<i8>)
  return
}
// -----
// error: 'tosa.pow' op result type '?' not broadcast compatible with broadcasted operands's shapes '1x?'
func.func @f(%0: tensor<?xf32>, %1: tensor<1x?xf32>) {
  %r = "tosa.pow"(%0, %1) : (tensor<?xf32>, tensor<1x?xf32>) -> (tensor<?xf32>)
  return
}
// -----
// error: 'tosa.reduce_sum' op inferred type(s) 'tensor<*xi1>' are incompatible with return type(s) of operation 'tensor<*xf32>'
func.func @f(%0: tensor<*xi1>) {
  %r = "tosa.reduce_sum"(%0) <{"axis" = 3 : i32}> : (tensor<*xi1>) -> (tensor<*xf32>)
  return
}
// -----
// error: 'tosa.avg_pool2d' op input zero point must be zero for non-int8 integer types
func.func @f(%0: tensor<1x8x8x4xf32>, %2: tensor<1xf32>) {
  %1 = "tosa.const"() <{values = dense<1.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = "tosa.avg_pool2d"(%0, %1, %2) <{"acc_type" = f32, "kernel" = array<i64: 2, 2>, "pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 2, 2>}> : (tensor<1x8x8x4xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<*xf32>)
  return
}
// -----
// error: 'tosa.transpose' op failed to verify that all of {input1, output} have same element type
func.func @f(%0: tensor<*xf32>) {
  %r = "tosa.transpose"(%0) <{"perms" = array<i32: 1, 0>}> : (tensor<*xf32>) -> (tensor<*xi64>)
  return
}
// -----
// error: 'tosa.table' op dim(result, 0) = 2 doesn't match dim(input, 0) = 1
func.func @f(%0: tensor<1x?xi16>, %1: tensor<512xi16>) {
  %r = "tosa.table"(%0, %1) : (tensor<1x?xi16>, tensor<512xi16>) -> (tensor<2x?xi32>)
  return
}
// -----
// error: 'tosa.concat' op requires sum of axis dimensions of input1 equal to output axis dimension, got 4 and 2
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "tosa.concat"(%0, %1) <{"axis" = 0 : i32}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x6xf32>)
  return
}
// -----
// error: 'tosa.argmax' op expected output shape '', got '5'
func.func @f(%0: tensor<5xf32>) {
  %r = "tosa.argmax"(%0) <{"axis" = 0 : i32, "nan_mode" = #tosa.nan_mode<IGNORE>}> : (tensor<5xf32>) -> (tensor<5xi32>)
  return
}
// -----
// error: 'tosa.logical_not' op result #0 must be tosa-conformant tensor of 1-bit signless integer values, but got 'tensor<*xi64>'
func.func @f(%0: tensor<4x?xi1>) {
  %r = "tosa.logical_not"(%0) : (tensor<4x?xi1>) -> (tensor<*xi64>)
  return
}
// -----
// error: 'tosa.pow' op result type '4x?' not broadcast compatible with broadcasted operands's shapes '1x4x2'
func.func @f(%0: tensor<4x?xf32>, %1: tensor<1x?x2xf32>) {
  %r = "tosa.pow"(%0, %1) : (tensor<4x?xf32>, tensor<1x?x2xf32>) -> (tensor<4x?xf32>)
  return
}
// -----
// error: 'tosa.reverse' op operand #0 must be tosa-conformant tensor of at least rank 1, but got 'tensor<*xsi8>'
func.func @f(%0: tensor<*xsi8>) {
  %r = "tosa.reverse"(%0) <{"axis" = 2 : i32}> : (tensor<*xsi8>) -> (tensor<*xf32>)
  return
}
// -----
// error: 'tosa.reverse' op expect input and output to have same element type, got 'i8' and 'f32'
func.func @f(%0: tensor<*xi8>) {
  %r = "tosa.reverse"(%0) <{"axis" = 2 : i32}> : (tensor<*xi8>) -> (tensor<*xf32>)
  return
}
// -----
// error: 'tosa.log' op operand #0 must be tosa-conformant tensor of number values, but got 'tensor<*xsi8>'
func.func @f(%0: tensor<*xsi8>) {
  %r = "tosa.log"(%0) : (tensor<*xsi8>) -> (tensor<*xsi8>)
  return
}
// -----
// error: 'tosa.transpose' op expected valid permutation indices
func.func @f(%0: tensor<?x3xf32>) {
  %r = "tosa.transpose"(%0) <{"perms" = array<i32: 0, 0>}> : (tensor<?x3xf32>) -> (tensor<*xf32>)
  return
}
// -----
// error: 'tosa.equal' op requires the same element type for all operands
func.func @f(%0: tensor<4x?xi1>, %1: tensor<*xf32>) {
  %r = "tosa.equal"(%0, %1) : (tensor<4x?xi1>, tensor<*xf32>) -> (tensor<4x8xi1>)
  return
}
// -----
// error: 'tosa.pad' op expect same input and output tensor rank, but got inputRank: 1, outputRank: 2
func.func @f(%0: tensor<3xf32>, %2: tensor<1xf32>) {
  %1 = "tosa.const_shape"() <{values = dense<[1, 2, 0, 1]> : tensor<4xindex>}> : () -> !tosa.shape<4>
  %r = "tosa.pad"(%0, %1, %2) : (tensor<3xf32>, !tosa.shape<4>, tensor<1xf32>) -> (tensor<5x4xf32>)
  return
}
// -----
// error: 'tosa.negate' op expect both output and its zero point are the same element type, got 'f32' and 'i1'
func.func @f(%0: tensor<4x?xf32>, %1: tensor<1xf32>, %2: tensor<1xi1>) {
  %r = "tosa.negate"(%0, %1, %2) : (tensor<4x?xf32>, tensor<1xf32>, tensor<1xi1>) -> (tensor<4x?xf32>)
  return
}
// -----
// error: 'tosa.max_pool2d' op expect all padding values to be >= 0, got 0, 0, 0, -2
func.func @f(%0: tensor<1x8x8x4xf32>) {
  %r = "tosa.max_pool2d"(%0) <{"kernel" = array<i64: 2, 2>, "nan_mode" = #tosa.nan_mode<IGNORE>, "pad" = array<i64: 0, 0, 0, -2>, "stride" = array<i64: 2, 2>}> : (tensor<1x8x8x4xf32>) -> (tensor<1x8x8x4xf32>)
  return
}
// -----
// error: 'tosa.rfft2d' op result #1 must be 3-d tosa-conformant tensor, but got 'tensor<4x5xf32>'
func.func @f(%0: tensor<2x4x8xf32>) {
  %r:2 = "tosa.rfft2d"(%0) : (tensor<2x4x8xf32>) -> (tensor<2x4x5xf32>, tensor<4x5xf32>)
  return
}
// -----
// error: 'tosa.rescale' op expect output_zp of 0, got 1
func.func @f(%0: tensor<4x3xi8>, %1: tensor<1xi32>, %2: tensor<1xi8>, %3: tensor<1xi8>) {
  %4 = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tosa.rescale"(%0, %1, %2, %3, %4) <{"input_unsigned" = false, "output_unsigned" = false, "per_channel" = true, "rounding_mode" = #tosa.rounding_mode<DOUBLE_ROUND>, "scale32" = true}> : (tensor<4x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> (tensor<4x3xi32>)
  return
}
// -----
// error: 'tosa.negate' op operand #1 must be tosa-conformant unranked tensor of unsigned integer or signless integer or floating-point values or tosa-conformant scalar tensor of unsigned integer or signless integer or floating-point values, but got 'tensor<f32>'
func.func @f(%0: tensor<4x?xf32>, %1: tensor<f32>, %2: tensor<*xf32>) {
  %r = "tosa.negate"(%0, %1, %2) : (tensor<4x?xf32>, tensor<f32>, tensor<*xf32>) -> (tensor<f32>)
  return
}
// -----
// error: 'tosa.clamp' op min/max attributes types are incompatible with input/output element types.
func.func @f(%0: tensor<?xi32>) {
  %r = "tosa.clamp"(%0) <{"max_val" = 7 : i64, "min_val" = -1 : i32, "nan_mode" = #tosa.nan_mode<IGNORE>}> : (tensor<?xi32>) -> (tensor<?xi32>)
  return
}
// -----
// error: 'tosa.dim' op attribute 'axis' failed to satisfy constraint: 32-bit signless integer attribute
func.func @f(%0: tensor<*xsi8>) {
  %r = "tosa.dim"(%0) <{"axis" = 7 : i8}> : (tensor<*xsi8>) -> (!tosa.shape<1>)
  return
}
// -----
// error: 'tosa.dim' op expect output shape type to contain one element, got '!tosa.shape<2>'
func.func @f(%0: tensor<*xui8>) {
  %r = "tosa.dim"(%0) <{"axis" = 7 : i32}> : (tensor<*xui8>) -> (!tosa.shape<2>)
  return
}
// -----
// error: 'tosa.reverse' op result #0 must be tosa-conformant tensor of at least rank 1, but got 'tensor<*xsi8>'
func.func @f(%0: tensor<*xf32>) {
  %r = "tosa.reverse"(%0) <{"axis" = 2 : i32}> : (tensor<*xf32>) -> (tensor<*xsi8>)
  return
}
// -----
// error: 'tosa.gather' op requires indices dimension 0 to have size 1, got 2
func.func @f(%0: tensor<1x8x?xf32>, %1: tensor<2x4xi32>) {
  %r = "tosa.gather"(%0, %1) : (tensor<1x8x?xf32>, tensor<2x4xi32>) -> (tensor<2x4x?xf32>)
  return
}
// -----
// error: 'tosa.mul' op operand #2 must be tosa-conformant unranked tensor of 8-bit signless integer values or tosa-conformant scalar tensor of 8-bit signless integer values, but got 'tensor<i8>'
func.func @f(%0: tensor<4x?xi8>, %1: tensor<4x?xi8>, %2: tensor<i8>) {
  %r = "tosa.mul"(%0, %1, %2) : (tensor<4x?xi8>, tensor<4x?xi8>, tensor<i8>) -> (tensor<i8>)
  return
}
// -----
// error: 'tosa.reduce_all' op expect output tensor rank to be equal to input tensor rank
func.func @f(%0: tensor<?xi1>) {
  %r = "tosa.reduce_all"(%0) <{"axis" = 0 : i32}> : (tensor<?xi1>) -> (tensor<1x?xi1>)
  return
}
// -----
// error: 'tosa.matmul' op a zero point must be zero for non-int8 integer types
func.func @f(%0: tensor<*xf32>, %1: tensor<2x8x3xf32>, %3: tensor<1xf32>) {
  %2 = "tosa.const"() <{values = dense<1.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = "tosa.matmul"(%0, %1, %2, %3) : (tensor<*xf32>, tensor<2x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<*xf32>)
  return
}
// -----
// error: 'tosa.cos' op result #0 must be tosa-conformant tensor of floating-point values, but got 'tensor<4x?xi1>'
func.func @f(%0: tensor<?xf32>) {
  %r = "tosa.cos"(%0) : (tensor<?xf32>) -> (tensor<4x?xi1>)
  return
}
// -----
// error: 'tosa.max_pool2d' op calculated output height did not match expected: calculated=4, expected=7
func.func @f(%0: tensor<1x8x8x4xf32>) {
  %r = "tosa.max_pool2d"(%0) <{"kernel" = array<i64: 2, 2>, "nan_mode" = #tosa.nan_mode<IGNORE>, "pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 2, 2>}> : (tensor<1x8x8x4xf32>) -> (tensor<1x7x4x4xf32>)
  return
}
// -----
// error: 'tosa.rfft2d' op expected output shapes to match, got 'tensor<2x5x5xf32>', 'tensor<2x4x5xf32>'
func.func @f(%0: tensor<*xf32>) {
  %r:2 = "tosa.rfft2d"(%0) : (tensor<*xf32>) -> (tensor<2x5x5xf32>, tensor<2x4x5xf32>)
  return
}
// -----
// error: 'tosa.pad' op operand #2 must be tosa-conformant unranked tensor of unsigned integer or signless integer or floating-point values or tosa-conformant scalar tensor of number values, but got 'tensor<f32>'
func.func @f(%0: tensor<2x3xf32>, %2: tensor<f32>) {
  %1 = "tosa.const_shape"() <{values = dense<[1, 2, 0, 1]> : tensor<4xindex>}> : () -> !tosa.shape<4>
  %r = "tosa.pad"(%0, %1, %2) : (tensor<2x3xf32>, !tosa.shape<4>, tensor<f32>) -> (tensor<5x4xf32>)
  return
}
// -----
// error: 'tosa.rfft2d' op operand #0 must be 3-d tosa-conformant tensor, but got 'tensor<4x8xi64>'
func.func @f(%0: tensor<4x8xi64>) {
  %r:2 = "tosa.rfft2d"(%0) : (tensor<4x8xi64>) -> (tensor<4x8xf32>, tensor<2x4x5xf32>)
  return
}
// -----
// error: 'tosa.add' op operands don't have broadcast-compatible shapes
func.func @f(%0: tensor<4x?xf32>, %1: tensor<5x?xf32>) {
  %r = "tosa.add"(%0, %1) : (tensor<4x?xf32>, tensor<5x?xf32>) -> (tensor<4x?xf32>)
  return
}
// -----
// error: 'tosa.abs' op result #0 must be tosa-conformant tensor of number values, but got 'tensor<0x?xf32>'
func.func @f(%0: tensor<*xf32>) {
  %r = "tosa.abs"(%0) : (tensor<*xf32>) -> (tensor<0x?xf32>)
  return
}
// -----
// error: 'tosa.const' op expected same attr/result element types
func.func @f() {
  %r = "tosa.const"() <{"values" = dense<[1, 2]> : tensor<2xi8>}> : () -> (tensor<2xi1>)
  return
}
// -----
// error: 'tosa.cast_to_block_scaled' op require compatible shapes for input_data ('tensor<160xf32>') and output_data ('tensor<3x160xf4E2M1FN>')
func.func @f(%0: tensor<160xf32>) {
  %r:2 = "tosa.cast_to_block_scaled"(%0) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<160xf32>) -> (tensor<3x160xf4E2M1FN>, tensor<3x5xf8E8M0FNU>)
  return
}
// -----
// error: 'tosa.transpose_conv2d' op weight zero point must be zero for non-int8 integer types
func.func @f(%0: tensor<1x8x8x4xf32>, %1: tensor<6x3x3x4xf32>, %2: tensor<6xf32>, %3: tensor<1xf32>) {
  %4 = "tosa.const"() <{values = dense<-1.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = "tosa.transpose_conv2d"(%0, %1, %2, %3, %4) <{"acc_type" = f32, "out_pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x8x8x4xf32>)
  return
}
// -----
// error: 'tosa.max_pool2d' op expected top/bottom padding to be less than the height of the kernel, got pad_top=0, pad_bottom=2, kernel_y=2
func.func @f(%0: tensor<1x8x8x4xf32>) {
  %r = "tosa.max_pool2d"(%0) <{"kernel" = array<i64: 2, 2>, "nan_mode" = #tosa.nan_mode<IGNORE>, "pad" = array<i64: 0, 2, 0, 0>, "stride" = array<i64: 2, 7>}> : (tensor<1x8x8x4xf32>) -> (tensor<1x4x4x4xf32>)
  return
}
// -----
// error: 'tosa.reduce_any' op expect reduced dimension size to be 1, got 4
func.func @f(%0: tensor<*xi1>) {
  %r = "tosa.reduce_any"(%0) <{"axis" = 0 : i32}> : (tensor<*xi1>) -> (tensor<4x1xi1>)
  return
}
// -----
// error: 'tosa.transpose_conv2d' op expect both bias and result to have same element type, got 'f32' and 'f16'
func.func @f(%0: tensor<1x8x8x4xf32>, %1: tensor<6x3x3x4xf32>, %2: tensor<6xf32>, %3: tensor<1xf32>, %4: tensor<1xf32>) {
  %r = "tosa.transpose_conv2d"(%0, %1, %2, %3, %4) <{"acc_type" = f32, "out_pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x10x10x6xf16>)
  return
}
// -----
// error: 'tosa.transpose_conv2d' op expect both input and weight to be float or not together, got 'f32' and 'i8'
func.func @f(%0: tensor<1x8x8x4xf32>, %1: tensor<6x3x3x4xi8>, %2: tensor<6xf32>, %3: tensor<1xf32>, %4: tensor<1xf32>) {
  %r = "tosa.transpose_conv2d"(%0, %1, %2, %3, %4) <{"acc_type" = f32, "out_pad" = array<i64: 5, 0, 0, 0>, "stride" = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xi8>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x10x10x6xf32>)
  return
}
// -----
// error: 'tosa.slice' op expect input1 and output to have the same ranks, got 1 and 2
func.func @f(%0: tensor<3xf32>) {
  %1 = "tosa.const_shape"() <{values = dense<[0, 1]> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %2 = "tosa.const_shape"() <{values = dense<2> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %r = "tosa.slice"(%0, %1, %2) : (tensor<3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> (tensor<2x2xf32>)
  return
}
// -----
// error: 'tosa.rfft2d' op expected batch and height dimensions of input/output to match, got input='tensor<2x2x8xf32>' output='tensor<2x4x5xf32>'
func.func @f(%0: tensor<2x2x8xf32>) {
  %r:2 = "tosa.rfft2d"(%0) : (tensor<2x2x8xf32>) -> (tensor<2x4x5xf32>, tensor<2x4x5xf32>)
  return
}
// -----
// error: 'tosa.concat' op expect axis to be within range 0 < axis < rank(input1[firstRankedTensorIdx]), got 1
func.func @f(%0: tensor<3xf32>, %1: tensor<2x3xf32>) {
  %r = "tosa.concat"(%0, %1) <{"axis" = 1 : i32}> : (tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x6xf32>)
  return
}
// -----
// error: 'tosa.dim' op result #0 must be Shape with static rank and Index element type, but got 'tensor<*xf32>'
func.func @f(%0: tensor<*xf32>) {
  %r = "tosa.dim"(%0) <{"axis" = 1 : i32}> : (tensor<*xf32>) -> (tensor<*xf32>)
  return
}
// -----
// error: 'tosa.rescale' op expect i32 element type for multiplier for scale32=true, got 'i16'
func.func @f(%0: tensor<1x3xi8>, %1: tensor<3xi16>, %2: tensor<3xi8>, %3: tensor<1xi8>, %4: tensor<1xi8>) {
  %r = "tosa.rescale"(%0, %1, %2, %3, %4) <{"input_unsigned" = false, "output_unsigned" = true, "per_channel" = true, "rounding_mode" = #tosa.rounding_mode<SINGLE_ROUND>, "scale32" = true}> : (tensor<1x3xi8>, tensor<3xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> (tensor<1x3xi8>)
  return
}
// -----
// error: 'tosa.gather' op operand #1 must be tosa-conformant unranked tensor of number values or 2D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<4xi32>'
func.func @f(%0: tensor<2x8x?xf32>, %1: tensor<4xi32>) {
  %r = "tosa.gather"(%0, %1) : (tensor<2x8x?xf32>, tensor<4xi32>) -> (tensor<4xi32>)
  return
}
// -----
// error: 'tosa.pow' op result type '?' not broadcast compatible with broadcasted operands's shapes '1x7'
func.func @f(%0: tensor<?xf32>, %1: tensor<1x7xf32>) {
  %r = "tosa.pow"(%0, %1) : (tensor<?xf32>, tensor<1x7xf32>) -> (tensor<?xf32>)
  return
}
// -----
// error: 'tosa.gather' op requires output dimension 1 to have size 4, got 8
func.func @f(%0: tensor<2x8x?xf32>, %1: tensor<2x4xi32>) {
  %r = "tosa.gather"(%0, %1) : (tensor<2x8x?xf32>, tensor<2x4xi32>) -> (tensor<2x8x?xf32>)
  return
}
// -----
// error: 'tosa.reduce_sum' op reduce axis must not be negative
func.func @f(%0: tensor<*xf32>) {
  %r = "tosa.reduce_sum"(%0) <{"axis" = -1 : i32}> : (tensor<*xf32>) -> (tensor<*xf32>)
  return
}
// -----
// error: vector types must have positive constant sizes but got 0
func.func @f(%0: vector<i32>, %1: vector<4xi32>, %2: vector<4xi8>) {
  %r = "tosa.apply_scale"(%0, %1, %2) <{"rounding_mode" = #tosa.rounding_mode<INEXACT_ROUND>}> : (vector<i32>, vector<4xi32>, vector<4xi8>) -> (vector<0xi32>)
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op operand #0 must be tosa-conformant unranked tensor of micro-scaling format number values or 3D tensor of micro-scaling format number values, but got 'tensor<*xf16>'
func.func @f(%0: tensor<*xf16>, %1: tensor<2x4x1xf8E8M0FNU>, %2: tensor<2x4x32x!tosa.mxint8>, %3: tensor<2x4x1xf8E8M0FNU>) {
  %r = "tosa.matmul_t_block_scaled"(%0, %1, %2, %3) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<*xf16>, tensor<2x4x1xf8E8M0FNU>, tensor<2x4x32x!tosa.mxint8>, tensor<2x4x1xf8E8M0FNU>) -> (tensor<2x4x4xf32>)
  return
}
// -----
// error: 'tosa.cos' op operand #0 must be tosa-conformant tensor of floating-point values, but got 'tensor<4x?xi8>'
func.func @f(%0: tensor<4x?xi8>) {
  %r = "tosa.cos"(%0) : (tensor<4x?xi8>) -> (tensor<?xf32>)
  return
}
// -----
// error: 'tosa.max_pool2d' op expected input_width + pad_left + pad_right - kernel_x to be wholly divisible by stride_x, got (3 + 0 + 0 - 2) / 2
func.func @f(%0: tensor<1x8x3x4xf32>) {
  %r = "tosa.max_pool2d"(%0) <{"kernel" = array<i64: 2, 2>, "nan_mode" = #tosa.nan_mode<IGNORE>, "pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 2, 2>}> : (tensor<1x8x3x4xf32>) -> (tensor<1x4x4x4xf32>)
  return
}
// -----
// error: floating point value not valid for specified type
func.func @f(%0: tensor<?xf32>) {
  %r = "tosa.clamp"(%0) <{"max_val" = 1.000000e+09 : i32, "min_val" = -1.000000e+00 : f32, "nan_mode" = #tosa.nan_mode<PROPAGATE>}> : (tensor<?xf32>) -> (tensor<4x?xf32>)
  return
}
// -----
// error: 'tosa.scatter' op requires input dimension 1 to have size 2, got 4
func.func @f(%0: tensor<2x8x3xf32>, %1: tensor<2x2xi32>, %2: tensor<2x4x?xf32>) {
  %r = "tosa.scatter"(%0, %1, %2) : (tensor<2x8x3xf32>, tensor<2x2xi32>, tensor<2x4x?xf32>) -> (tensor<2x8x?xf32>)
  return
}
// -----
// error: 'tosa.argmax' op result tensor is not of integer type
func.func @f(%0: tensor<*xf32>) {
  %r = "tosa.argmax"(%0) <{"axis" = 0 : i32, "nan_mode" = #tosa.nan_mode<IGNORE>}> : (tensor<*xf32>) -> (tensor<5xf32>)
  return
}
// -----
// error: 'tosa.reduce_any' op expect input tensor rank (1) to be larger than reduce axis (1)
func.func @f(%0: tensor<?xi1>) {
  %r = "tosa.reduce_any"(%0) <{"axis" = 1 : i32}> : (tensor<?xi1>) -> (tensor<?xi1>)
  return
}
// -----
// error: integer constant out of range for attribute
func.func @f(%0: tensor<?xui8>) {
  %r = "tosa.clamp"(%0) <{"max_val" = 260 : ui8, "min_val" = 1 : ui8, "nan_mode" = #tosa.nan_mode<PROPAGATE>}> : (tensor<?xui8>) -> (tensor<4x?xui8>)
  return
}
// -----
// error: 'tosa.concat' op expect all operands to have the same rank, but got 2 vs 1 on operands 0 and 1
func.func @f(%0: tensor<2x3xf32>, %1: tensor<3xf32>) {
  %r = "tosa.concat"(%0, %1) <{"axis" = 1 : i32}> : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<3xf32>)
  return
}
// -----
// error: 'tosa.transpose' op expected input tensor rank to equal result tensor rank
func.func @f(%0: tensor<?x5xf32>) {
  %r = "tosa.transpose"(%0) <{"perms" = array<i32: 1, 0>}> : (tensor<?x5xf32>) -> (tensor<?xf32>)
  return
}
// -----
// error: 'tosa.rescale' op operand #2 must be 1D tensor of 8-bit signless integer values, but got 'tensor<*xi8>'
func.func @f(%0: tensor<4x3xi8>, %1: tensor<3xi16>, %2: tensor<*xi8>, %3: tensor<1xi8>, %4: tensor<1xi8>) {
  %r = "tosa.rescale"(%0, %1, %2, %3, %4) <{"input_unsigned" = false, "output_unsigned" = true, "per_channel" = true, "rounding_mode" = #tosa.rounding_mode<SINGLE_ROUND>, "scale32" = false}> : (tensor<4x3xi8>, tensor<3xi16>, tensor<*xi8>, tensor<1xi8>, tensor<1xi8>) -> (tensor<4x3xi8>)
  return
}
// -----
// error: 'tosa.apply_scale' op operand #2 must be signless-integer-8-bit-like, but got 'i32'
func.func @f(%0: i8, %1: i32, %2: i32) {
  %r = "tosa.apply_scale"(%0, %1, %2) <{"rounding_mode" = #tosa.rounding_mode<SINGLE_ROUND>}> : (i8, i32, i32) -> (i32)
  return
}
// -----
// error: 'tosa.cast_from_block_scaled' op expect last dimension of input_scale (2) to be equal to last dimension of input_data / block_size (5)
func.func @f(%0: tensor<3x160xf8E5M2>, %1: tensor<3x2xf8E8M0FNU>) {
  %r = "tosa.cast_from_block_scaled"(%0, %1) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<3x160xf8E5M2>, tensor<3x2xf8E8M0FNU>) -> (tensor<3x160xi64>)
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op expected C/block_size of b_scale to match size 4, got 1
func.func @f(%0: tensor<2x4x32x!tosa.mxint8>, %1: tensor<2x4x4xf8E8M0FNU>, %2: tensor<2x4x32x!tosa.mxint8>, %3: tensor<2x4x1xf8E8M0FNU>) {
  %r = "tosa.matmul_t_block_scaled"(%0, %1, %2, %3) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<2x4x32x!tosa.mxint8>, tensor<2x4x4xf8E8M0FNU>, tensor<2x4x32x!tosa.mxint8>, tensor<2x4x1xf8E8M0FNU>) -> (tensor<2x4x4xf32>)
  return
}
// -----
// error: 'tosa.concat_shape' op requires output shape rank to be equal to the sum of the input shape ranks (0), got 1
func.func @f() {
  %r = "tosa.concat_shape"() : () -> (!tosa.shape<1>)
  return
}
// -----
// error: 'tosa.reshape' op new shape does not match result rank
func.func @f(%0: tensor<3xf16>) {
  %1 = "tosa.const_shape"() <{values = dense<[3, -1]> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %r = "tosa.reshape"(%0, %1) : (tensor<3xf16>, !tosa.shape<2>) -> (tensor<3xf16>)
  return
}
// -----
// error: 'tosa.reshape' op new shape is inconsistent with result shape
func.func @f(%0: tensor<3xf32>) {
  %1 = "tosa.const_shape"() <{values = dense<[3, 0]> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %r = "tosa.reshape"(%0, %1) : (tensor<3xf32>, !tosa.shape<2>) -> (tensor<3x2xf32>)
  return
}
// -----
// error: 'tosa.mul' op result type has different rank than a, got 1 vs 2
func.func @f(%0: tensor<4x?xi8>, %1: tensor<4x?xi8>, %2: tensor<1xi8>) {
  %r = "tosa.mul"(%0, %1, %2) : (tensor<4x?xi8>, tensor<4x?xi8>, tensor<1xi8>) -> (tensor<?xi32>)
  return
}
// -----
// error: 'tosa.concat' op expect all operand shapes to have the same sizes on non-axis dimensions, but got 2 vs 5 at index 0 on operands 0 and 1
func.func @f(%0: tensor<5x3xf32>, %1: tensor<2x3xf32>) {
  %r = "tosa.concat"(%0, %1) <{"axis" = 1 : i32}> : (tensor<5x3xf32>, tensor<2x3xf32>) -> (tensor<6xf32>)
  return
}
// -----
// error: 'tosa.negate' op output zero point must be zero for non-int8 integer types
func.func @f(%0: tensor<4x?xf32>, %1: tensor<*xf32>) {
  %2 = "tosa.const"() <{values = dense<1.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = "tosa.negate"(%0, %1, %2) : (tensor<4x?xf32>, tensor<*xf32>, tensor<1xf32>) -> (tensor<4x?xf32>)
  return
}
// -----
// error: 'tosa.apply_scale' op result #0 must be signless-integer-like, but got 'f32'
func.func @f(%0: i8, %1: i32, %2: i8) {
  %r = "tosa.apply_scale"(%0, %1, %2) <{"rounding_mode" = #tosa.rounding_mode<SINGLE_ROUND>}> : (i8, i32, i8) -> (f32)
  return
}
// -----
// error: 'tosa.rescale' op operand #1 must be 1D tensor of 16-bit signless integer or 32-bit signless integer values, but got 'tensor<3xi8>'
func.func @f(%0: tensor<4x3xi8>, %1: tensor<3xi8>, %2: tensor<3xi8>, %3: tensor<5xi8>, %4: tensor<1xi8>) {
  %r = "tosa.rescale"(%0, %1, %2, %3, %4) <{"input_unsigned" = false, "output_unsigned" = true, "per_channel" = true, "rounding_mode" = #tosa.rounding_mode<SINGLE_ROUND>, "scale32" = false}> : (tensor<4x3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<5xi8>, tensor<1xi8>) -> (tensor<4x3xi8>)
  return
}
// -----
// error: 'tosa.rescale' op expected output and output_zp to both be integer of the same bitwidth, but got 'i1' vs. 'i8'
func.func @f(%0: tensor<4x3xi8>, %1: tensor<3xi16>, %2: tensor<3xi8>, %3: tensor<1xi8>, %4: tensor<1xi8>) {
  %r = "tosa.rescale"(%0, %1, %2, %3, %4) <{"input_unsigned" = false, "output_unsigned" = true, "per_channel" = true, "rounding_mode" = #tosa.rounding_mode<SINGLE_ROUND>, "scale32" = false}> : (tensor<4x3xi8>, tensor<3xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> (tensor<4x3xi1>)
  return
}
// -----
// error: 'tosa.mul' op require shift to be 0 for float type
func.func @f(%0: tensor<4x?xf32>, %1: tensor<*xf32>) {
  %2 = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.mul"(%0, %1, %2) : (tensor<4x?xf32>, tensor<*xf32>, tensor<1xi8>) -> (tensor<*xf32>)
  return
}
// -----
// error: 'tosa.max_pool2d' op expected input_height + pad_top + pad_bottom - kernel_y to be wholly divisible by stride_y, got (8 + 1 + 0 - 2) / 2
func.func @f(%0: tensor<1x8x8x4xf32>) {
  %r = "tosa.max_pool2d"(%0) <{"kernel" = array<i64: 2, 2>, "nan_mode" = #tosa.nan_mode<IGNORE>, "pad" = array<i64: 1, 0, 0, 0>, "stride" = array<i64: 2, 2>}> : (tensor<1x8x8x4xf32>) -> (tensor<1x4x4x4xf32>)
  return
}
// -----
// error: 'tosa.transpose_conv2d' op bias channels expected to be equal to output channels (4) or 1, got 6
func.func @f(%0: tensor<1x8x8x4xf32>, %1: tensor<6x3x3x4xf32>, %2: tensor<6xf32>, %3: tensor<1xf32>, %4: tensor<1xf32>) {
  %r = "tosa.transpose_conv2d"(%0, %1, %2, %3, %4) <{"acc_type" = f32, "out_pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x10x10x4xf32>)
  return
}
// -----
// error: 'tosa.tile' op expect same input and output tensor rank.
func.func @f(%0: tensor<2x3xf32>) {
  %1 = "tosa.const_shape"() <{values = dense<2> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %r = "tosa.tile"(%0, %1) : (tensor<2x3xf32>, !tosa.shape<2>) -> (tensor<6xf32>)
  return
}
// -----
// error: 'tosa.equal' op result type has different rank than operands
func.func @f(%0: tensor<?xf32>, %1: tensor<*xf32>) {
  %r = "tosa.equal"(%0, %1) : (tensor<?xf32>, tensor<*xf32>) -> (tensor<4x8xi1>)
  return
}
// -----
// error: 'tosa.cast_from_block_scaled' op require compatible shapes for input_data ('tensor<3x160xf8E5M2>') and input_scale ('tensor<5xf8E8M0FNU>') except for the last dimension
func.func @f(%0: tensor<3x160xf8E5M2>, %1: tensor<5xf8E8M0FNU>) {
  %r = "tosa.cast_from_block_scaled"(%0, %1) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<3x160xf8E5M2>, tensor<5xf8E8M0FNU>) -> (tensor<*xf32>)
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op operand #1 must be tosa-conformant unranked tensor of micro-scaling format scale number values or 3D tensor of micro-scaling format scale number values, but got 'tensor<2x4x1xi8>'
func.func @f(%0: tensor<2x4x32x!tosa.mxint8>, %1: tensor<2x4x1xi8>, %2: tensor<2x4x32x!tosa.mxint8>, %3: tensor<?x4x1xf8E8M0FNU>) {
  %r = "tosa.matmul_t_block_scaled"(%0, %1, %2, %3) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<2x4x32x!tosa.mxint8>, tensor<2x4x1xi8>, tensor<2x4x32x!tosa.mxint8>, tensor<?x4x1xf8E8M0FNU>) -> (tensor<2x4x4xf32>)
  return
}
// -----
// error: 'tosa.conv2d' op attribute 'acc_type' failed to satisfy constraint: type attribute of 32-bit signless integer or 48-bit signless integer or 16-bit float or 32-bit float
func.func @f(%0: tensor<1x8x8x4xf32>, %1: tensor<6x3x3x4xf32>, %2: tensor<6xf32>, %3: tensor<1xf32>, %4: tensor<1xf32>) {
  %r = "tosa.conv2d"(%0, %1, %2, %3, %4) <{"acc_type" = i64, "dilation" = array<i64: 1, 1>, "pad" = array<i64: 1, 1, 1, 1>, "stride" = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x8x8x6xf32>)
  return
}
// -----
// error: 'tosa.concat' op expect output rank to match inputs rank, got 1 vs 2
func.func @f(%0: tensor<2x3xf32>, %1: tensor<2x3xf32>) {
  %r = "tosa.concat"(%0, %1) <{"axis" = 1 : i32}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<6xf32>)
  return
}
// -----
// error: 'tosa.rfft2d' op expected height to be a power of two, got 7
func.func @f(%0: tensor<2x7x8xf32>) {
  %r:2 = "tosa.rfft2d"(%0) : (tensor<2x7x8xf32>) -> (tensor<2x4x5xf32>, tensor<2x4x5xf32>)
  return
}
// -----
// error: 'tosa.pad' op mismatch in output shape at dimension 0: expected 8 + 1 + 2 = 11, but got 8
func.func @f(%0: tensor<8x3xf32>, %2: tensor<1xf32>) {
  %1 = "tosa.const_shape"() <{values = dense<[1, 2, 0, 1]> : tensor<4xindex>}> : () -> !tosa.shape<4>
  %r = "tosa.pad"(%0, %1, %2) : (tensor<8x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> (tensor<8x3xf32>)
  return
}
// -----
// error: 'tosa.negate' op requires the same shape for input1 and output
func.func @f(%0: tensor<2x?xf32>, %1: tensor<1xf32>, %2: tensor<1xf32>) {
  %r = "tosa.negate"(%0, %1, %2) : (tensor<2x?xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<4x?xf32>)
  return
}
// -----
// error: 'tosa.rescale' op expected input and input_zp to both be integer of the same bitwidth, but got 'i64' vs. 'i8'
func.func @f(%0: tensor<4x3xi64>, %1: tensor<1xi32>, %2: tensor<1xi8>, %3: tensor<1xi8>, %4: tensor<1xi32>) {
  %r = "tosa.rescale"(%0, %1, %2, %3, %4) <{"input_unsigned" = false, "output_unsigned" = false, "per_channel" = false, "rounding_mode" = #tosa.rounding_mode<DOUBLE_ROUND>, "scale32" = true}> : (tensor<4x3xi64>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> (tensor<4x3xi32>)
  return
}
// -----
// error: 'tosa.negate' op input1 zero point must be zero for non-int8 integer types
func.func @f(%0: tensor<4x?xf32>, %2: tensor<1xf32>) {
  %1 = "tosa.const"() <{values = dense<1.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = "tosa.negate"(%0, %1, %2) : (tensor<4x?xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<4x?xf32>)
  return
}
// -----
// error: 'tosa.transpose_conv2d' op dimension mismatch: expected OW == (IW - 1) * stride_x + out_pad_left + out_pad_right + KW, but got 10 != (8 - 1) * 1 + 0 + 1 + 3
func.func @f(%0: tensor<1x8x8x4xf32>, %1: tensor<6x3x3x4xf32>, %2: tensor<6xf32>, %3: tensor<1xf32>, %4: tensor<1xf32>) {
  %r = "tosa.transpose_conv2d"(%0, %1, %2, %3, %4) <{"acc_type" = f32, "out_pad" = array<i64: 0, 0, 0, 1>, "stride" = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x10x10x6xf32>)
  return
}
// -----
// error: 'tosa.reshape' op cannot reshape 3 elements into 6
func.func @f(%0: tensor<3xf32>) {
  %1 = "tosa.const_shape"() <{values = dense<[3, -1]> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %r = "tosa.reshape"(%0, %1) : (tensor<3xf32>, !tosa.shape<2>) -> (tensor<3x2xf32>)
  return
}
// -----
// error: 'tosa.apply_scale' op operand #1 must be signless-integer-like, but got 'f32'
func.func @f(%0: i8, %1: f32, %2: i8) {
  %r = "tosa.apply_scale"(%0, %1, %2) <{"rounding_mode" = #tosa.rounding_mode<SINGLE_ROUND>}> : (i8, f32, i8) -> (i32)
  return
}
// -----
// error: 'tosa.intdiv' op result #0 must be tosa-conformant tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<0xi32>'
func.func @f(%0: tensor<4x?xi32>, %1: tensor<4x1xi32>) {
  %r = "tosa.intdiv"(%0, %1) : (tensor<4x?xi32>, tensor<4x1xi32>) -> (tensor<0xi32>)
  return
}
// -----
// error: 'tosa.argmax' op specified axis is outside the rank of the tensor
func.func @f(%0: tensor<4x5xf32>) {
  %r = "tosa.argmax"(%0) <{"axis" = 5 : i32, "nan_mode" = #tosa.nan_mode<IGNORE>}> : (tensor<4x5xf32>) -> (tensor<5xi32>)
  return
}
// -----
// error: 'tosa.tile' op expect 'multiples' to have rank 1 but got 2.
func.func @f(%0: tensor<3xf32>) {
  %1 = "tosa.const_shape"() <{values = dense<2> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %r = "tosa.tile"(%0, %1) : (tensor<3xf32>, !tosa.shape<2>) -> (tensor<3xf32>)
  return
}
// -----
// error: 'tosa.matmul' op expect input b and b_zp have the same element type, got 'i32' and 'f32'
func.func @f(%0: tensor<2x4x8xf32>, %1: tensor<2x8x3xi32>, %2: tensor<1xf32>, %3: tensor<1xf32>) {
  %r = "tosa.matmul"(%0, %1, %2, %3) : (tensor<2x4x8xf32>, tensor<2x8x3xi32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<2x8x3xi32>)
  return
}
// -----
// error: 'tosa.dim' op expect axis to be in the range [0, 1), got 1
func.func @f(%0: tensor<3xf32>) {
  %r = "tosa.dim"(%0) <{"axis" = 1 : i32}> : (tensor<3xf32>) -> (!tosa.shape<1>)
  return
}
// -----
// error: 'tosa.max_pool2d' op expect all kernel values to be >= 1, got 0, 7
func.func @f(%0: tensor<1x8x8x4xf32>) {
  %r = "tosa.max_pool2d"(%0) <{"kernel" = array<i64: 0, 7>, "nan_mode" = #tosa.nan_mode<IGNORE>, "pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 2, 2>}> : (tensor<1x8x8x4xf32>) -> (tensor<1x4x4x4xf32>)
  return
}
// -----
// error: 'tosa.mul' op a and b operands don't have broadcast-compatible shapes, got 'tensor<8x?xi8>' and 'tensor<4x?xi8>'
func.func @f(%0: tensor<8x?xi8>, %1: tensor<4x?xi8>, %2: tensor<1xi8>) {
  %r = "tosa.mul"(%0, %1, %2) : (tensor<8x?xi8>, tensor<4x?xi8>, tensor<1xi8>) -> (tensor<8x?xi8>)
  return
}
// -----
// error: 'tosa.equal' op result type '4x8' not broadcast compatible with broadcasted operands's shapes '4x?x2'
func.func @f(%0: tensor<4x?x2xf32>, %1: tensor<*xf32>) {
  %r = "tosa.equal"(%0, %1) : (tensor<4x?x2xf32>, tensor<*xf32>) -> (tensor<4x8xi1>)
  return
}
// -----
// error: 'tosa.max_pool2d' op expected left/right padding to be less than the width of the kernel, got pad_left=0, pad_right=2, kernel_x=2
func.func @f(%0: tensor<1x8x8x4xf32>) {
  %r = "tosa.max_pool2d"(%0) <{"kernel" = array<i64: 2, 2>, "nan_mode" = #tosa.nan_mode<IGNORE>, "pad" = array<i64: 0, 0, 0, 2>, "stride" = array<i64: 2, 2>}> : (tensor<1x8x8x4xf32>) -> (tensor<1x4x4x4xf32>)
  return
}
// -----
// error: 'tosa.matmul' op expect operands to be both quantized or both not quantized, got '!quant.uniform<i8:f32, 5.000000e-01>' and 'i64'
func.func @f(%0: tensor<1x4x4x!quant.uniform<i8:f32, 5.000000e-01>>, %1: tensor<1x4x4xi64>, %2: tensor<1xi8>, %3: tensor<1xi8>) {
  %r = "tosa.matmul"(%0, %1, %2, %3) : (tensor<1x4x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x4x4xi64>, tensor<1xi8>, tensor<1xi8>) -> (tensor<1x4x4xi64>)
  return
}
// -----
// error: 'tosa.transpose_conv2d' op expect both weight and its zero point are the same element type, got 'f32' and 'i64'
func.func @f(%0: tensor<1x8x8x4xf32>, %1: tensor<6x3x3x4xf32>, %2: tensor<6xf32>, %3: tensor<1xf32>, %4: tensor<1xi64>) {
  %r = "tosa.transpose_conv2d"(%0, %1, %2, %3, %4) <{"acc_type" = f32, "out_pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xi64>) -> (tensor<1x10x10x6xf32>)
  return
}
// -----
// error: 'tosa.intdiv' op operand #0 must be tosa-conformant tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<4x?xi8>'
func.func @f(%0: tensor<4x?xi8>, %1: tensor<4x1xi32>) {
  %r = "tosa.intdiv"(%0, %1) : (tensor<4x?xi8>, tensor<4x1xi32>) -> (tensor<4x?xi32>)
  return
}
// -----
// error: 'tosa.apply_scale' op all non-scalar operands/results must have the same shape and base type
func.func @f(%0: vector<3xi32>, %1: vector<4xi32>, %2: vector<4xi8>) {
  %r = "tosa.apply_scale"(%0, %1, %2) <{"rounding_mode" = #tosa.rounding_mode<INEXACT_ROUND>}> : (vector<3xi32>, vector<4xi32>, vector<4xi8>) -> (vector<4xi1>)
  return
}
// -----
// error: 'tosa.conv2d' op expected input_height - 1 + pad_top + pad_bottom - (kernel_height - 1) * dilation_y to be wholly divisible by stride_y, got (8 - 1 + 1 + 1 - (3 - 1) * 1) / 3
func.func @f(%0: tensor<1x8x8x4xf32>, %1: tensor<4x3x3x4xf32>, %2: tensor<6xf32>, %3: tensor<1xf32>, %4: tensor<1xf32>) {
  %r = "tosa.conv2d"(%0, %1, %2, %3, %4) <{"acc_type" = f32, "dilation" = array<i64: 1, 1>, "pad" = array<i64: 1, 1, 1, 1>, "stride" = array<i64: 3, 1>}> : (tensor<1x8x8x4xf32>, tensor<4x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<4x3x3x4xf32>)
  return
}
// -----
// error: 'tosa.custom' op operand #1 must be variadic of tosa-conformant tensor of number values, but got 'tensor<0xi8>'
func.func @f(%0: tensor<2x4xi8>, %1: tensor<0xi8>) {
  %r:2 = "tosa.custom"(%0, %1) <{"domain_name" = "here", "implementation_attrs" = "", "operator_name" = "magic"}> : (tensor<2x4xi8>, tensor<0xi8>) -> (tensor<2x4xi32>, tensor<i1>)
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op expected batch of a_scale to match size 2, got 3
func.func @f(%0: tensor<2x4x32x!tosa.mxint8>, %1: tensor<3x4x1xf8E8M0FNU>, %2: tensor<2x4x32x!tosa.mxint8>, %3: tensor<2x4x1xf8E8M0FNU>) {
  %r = "tosa.matmul_t_block_scaled"(%0, %1, %2, %3) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<2x4x32x!tosa.mxint8>, tensor<3x4x1xf8E8M0FNU>, tensor<2x4x32x!tosa.mxint8>, tensor<2x4x1xf8E8M0FNU>) -> (tensor<2x4x4xf32>)
  return
}
// -----
// error: 'tosa.matmul' op expect input a and a_zp have the same element type, got 'f16' and 'f32'
func.func @f(%0: tensor<2x4x8xf16>, %1: tensor<2x8x3xf32>, %2: tensor<1xf32>, %3: tensor<1xf32>) {
  %r = "tosa.matmul"(%0, %1, %2, %3) : (tensor<2x4x8xf16>, tensor<2x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<2x4x3xf32>)
  return
}
// -----
// error: 'tosa.cast_to_block_scaled' op expect last dimension of output_scale (1) to be equal to last dimension of output_data / block_size (5)
func.func @f(%0: tensor<3x160xf32>) {
  %r:2 = "tosa.cast_to_block_scaled"(%0) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<3x160xf32>) -> (tensor<3x160xf4E2M1FN>, tensor<3x1xf8E8M0FNU>)
  return
}
// -----
// error: 'tosa.transpose' op expected output tensor dim 0 to match input dim 1 with value of 8
func.func @f(%0: tensor<?x8xf32>) {
  %r = "tosa.transpose"(%0) <{"perms" = array<i32: 1, 0>}> : (tensor<?x8xf32>) -> (tensor<3x?xf32>)
  return
}
// -----
// error: 'tosa.negate' op expect both input1 and its zero point are the same element type, got 'f32' and 'i32'
func.func @f(%0: tensor<4x?xf32>, %1: tensor<1xi32>, %2: tensor<1xf32>) {
  %r = "tosa.negate"(%0, %1, %2) : (tensor<4x?xf32>, tensor<1xi32>, tensor<1xf32>) -> (tensor<4x?xf32>)
  return
}
// -----
// error: 'tosa.mul' op a and b operands don't have matching ranks, got 1 and 2
func.func @f(%0: tensor<?xf32>, %1: tensor<1x?xf32>, %2: tensor<1xi8>) {
  %r = "tosa.mul"(%0, %1, %2) : (tensor<?xf32>, tensor<1x?xf32>, tensor<1xi8>) -> (tensor<4x?xf32>)
  return
}
// -----
// error: 'tosa.pad' op invalid padding values at dimension 0: values must be non-negative or -1 for dynamic padding, got [-2, 2]
func.func @f(%0: tensor<2x3xf32>, %2: tensor<1xf32>) {
  %1 = "tosa.const_shape"() <{values = dense<[-2, 2, 0, 1]> : tensor<4xindex>}> : () -> !tosa.shape<4>
  %r = "tosa.pad"(%0, %1, %2) : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> (tensor<5x4xf32>)
  return
}
// -----
// error: 'tosa.avg_pool2d' op expect both input and its zero point are the same element type, got 'f16' and 'f32'
func.func @f(%0: tensor<1x8x8x4xf16>, %2: tensor<1xf32>) {
  %1 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = "tosa.avg_pool2d"(%0, %1, %2) <{"acc_type" = f32, "kernel" = array<i64: 2, 2>, "pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 2, 2>}> : (tensor<1x8x8x4xf16>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x4x4x4xf32>)
  return
}
// -----
// error: 'tosa.rescale' op expect output to have integer element type, got 'f16'
func.func @f(%0: tensor<4x3xi8>, %1: tensor<3xi16>, %2: tensor<3xi8>, %3: tensor<1xi8>, %4: tensor<1xi8>) {
  %r = "tosa.rescale"(%0, %1, %2, %3, %4) <{"input_unsigned" = false, "output_unsigned" = true, "per_channel" = true, "rounding_mode" = #tosa.rounding_mode<SINGLE_ROUND>, "scale32" = false}> : (tensor<4x3xi8>, tensor<3xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> (tensor<4x3xf16>)
  return
}
// -----
// error: 'tosa.max_pool2d' op expect all stride values to be >= 1, got 0, 2
func.func @f(%0: tensor<1x8x8x4xf32>) {
  %r = "tosa.max_pool2d"(%0) <{"kernel" = array<i64: 4, 2>, "nan_mode" = #tosa.nan_mode<IGNORE>, "pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 0, 2>}> : (tensor<1x8x8x4xf32>) -> (tensor<1x4x4x4xf32>)
  return
}
// -----
// error: 'tosa.transpose_conv2d' op expect both input and weight to have same element type, got 'f8E5M2' and 'f32'
func.func @f(%0: tensor<1x8x8x4xf8E5M2>, %1: tensor<6x3x3x4xf32>, %2: tensor<6xf32>, %3: tensor<1xf32>, %4: tensor<1xf32>) {
  %r = "tosa.transpose_conv2d"(%0, %1, %2, %3, %4) <{"acc_type" = f32, "out_pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 1, 1>}> : (tensor<1x8x8x4xf8E5M2>, tensor<6x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x10x10x6xf32>)
  return
}
// -----
// error: 'tosa.rescale' op expect shape of { 3 } for multiplier input, got { 4 }
func.func @f(%0: tensor<4x3xi8>, %1: tensor<4xi16>, %2: tensor<3xi8>, %3: tensor<1xi8>, %4: tensor<1xi8>) {
  %r = "tosa.rescale"(%0, %1, %2, %3, %4) <{"input_unsigned" = false, "output_unsigned" = true, "per_channel" = true, "rounding_mode" = #tosa.rounding_mode<SINGLE_ROUND>, "scale32" = false}> : (tensor<4x3xi8>, tensor<4xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> (tensor<4x3xi8>)
  return
}
// -----
// error: 'tosa.rescale' op expect i16 element type for multiplier for scale32=false, got 'i32'
func.func @f(%0: tensor<4x3xi8>, %1: tensor<1xi32>, %2: tensor<1xi8>, %3: tensor<1xi8>, %4: tensor<1xi32>) {
  %r = "tosa.rescale"(%0, %1, %2, %3, %4) <{"input_unsigned" = true, "output_unsigned" = false, "per_channel" = false, "rounding_mode" = #tosa.rounding_mode<DOUBLE_ROUND>, "scale32" = false}> : (tensor<4x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> (tensor<4x3xi32>)
  return
}
// -----
// error: 'tosa.transpose' op expected perms attribute to have size 1 (input rank) but got size 2
func.func @f(%0: tensor<3xf32>) {
  %r = "tosa.transpose"(%0) <{"perms" = array<i32: 6, 0>}> : (tensor<3xf32>) -> (tensor<3xf32>)
  return
}
// -----
// error: 'tosa.rescale' op expect shape of { 3 } for shift input, got { 5 }
func.func @f(%0: tensor<4x3xi8>, %1: tensor<3xi16>, %2: tensor<5xi8>, %3: tensor<1xi8>) {
  %4 = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.rescale"(%0, %1, %2, %3, %4) <{"input_unsigned" = false, "output_unsigned" = true, "per_channel" = true, "rounding_mode" = #tosa.rounding_mode<SINGLE_ROUND>, "scale32" = false}> : (tensor<4x3xi8>, tensor<3xi16>, tensor<5xi8>, tensor<1xi8>, tensor<1xi8>) -> (tensor<5xi8>)
  return
}
// -----
// error: 'tosa.transpose_conv2d' op dimension mismatch: expected OH == (IH - 1) * stride_y + out_pad_top + out_pad_bottom + KH, but got 1 != (8 - 1) * 1 + 0 + 0 + 3
func.func @f(%0: tensor<1x8x8x4xf32>, %1: tensor<6x3x3x4xf32>, %2: tensor<6xf32>, %3: tensor<1xf32>, %4: tensor<1xf32>) {
  %r = "tosa.transpose_conv2d"(%0, %1, %2, %3, %4) <{"acc_type" = f32, "out_pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x1x10x6xf32>)
  return
}
// -----
// error: 'tosa.conv2d' op expect all dilation values to be >= 1, got 1, 0
func.func @f(%0: tensor<1x8x8x4xf32>, %1: tensor<6x3x3x4xf32>, %2: tensor<6xf32>, %3: tensor<1xf32>, %4: tensor<1xf32>) {
  %r = "tosa.conv2d"(%0, %1, %2, %3, %4) <{"acc_type" = f32, "dilation" = array<i64: 1, 0>, "pad" = array<i64: 1, 1, 1, 1>, "stride" = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x8x8x6xf32>)
  return
}
// -----
// error: 'tosa.depthwise_conv2d' op expected input_width - 1 + pad_left + pad_right - (kernel_width - 1) * dilation_x to be wholly divisible by stride_x, got (8 - 1 + 0 + 0 - (3 - 1) * 1) / 3
func.func @f(%0: tensor<1x8x8x4xf32>, %1: tensor<3x3x4x2xf32>, %2: tensor<8xf32>, %3: tensor<1xf32>, %4: tensor<1xf32>) {
  %r = "tosa.depthwise_conv2d"(%0, %1, %2, %3, %4) <{"acc_type" = f32, "dilation" = array<i64: 1, 1>, "pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 1, 3>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x6x6x8xf32>)
  return
}
// -----
// error: 'tosa.resize' op expect all scale values to be > 0, got 1, 3, -1, 0
func.func @f(%0: tensor<1x8x8x3xf32>) {
  %1 = "tosa.const_shape"() <{values = dense<[1, 3, -1, 0]> : tensor<4xindex>}> : () -> !tosa.shape<4>
  %2 = "tosa.const_shape"() <{values = dense<0> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %3 = "tosa.const_shape"() <{values = dense<0> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %r = "tosa.resize"(%0, %1, %2, %3) <{"mode" = #tosa.resize_mode<BILINEAR>}> : (tensor<1x8x8x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> (tensor<1x15x15x3xf32>)
  return
}
// -----
// error: 'tosa.cast_to_block_scaled' op require compatible shapes for output_data ('tensor<3x160xf4E2M1FN>') and output_scale ('tensor<5xf8E8M0FNU>') except for the last dimension
func.func @f(%0: tensor<3x160xf32>) {
  %r:2 = "tosa.cast_to_block_scaled"(%0) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<3x160xf32>) -> (tensor<3x160xf4E2M1FN>, tensor<5xf8E8M0FNU>)
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op expected width of b_scale to match size 4, got 2
func.func @f(%0: tensor<2x4x32x!tosa.mxint8>, %1: tensor<2x4x1xf8E8M0FNU>, %2: tensor<2x4x32x!tosa.mxint8>, %3: tensor<2x2x1xf8E8M0FNU>) {
  %r = "tosa.matmul_t_block_scaled"(%0, %1, %2, %3) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<2x4x32x!tosa.mxint8>, tensor<2x4x1xf8E8M0FNU>, tensor<2x4x32x!tosa.mxint8>, tensor<2x2x1xf8E8M0FNU>) -> (tensor<2x4x4xf32>)
  return
}
// -----
// error: 'tosa.concat' op operand #1 must be variadic of tosa-conformant tensor of at least rank 1, but got 'tensor<0x3xf32>'
func.func @f(%0: tensor<*xf32>, %1: tensor<0x3xf32>) {
  %r = "tosa.concat"(%0, %1) <{"axis" = 1 : i32}> : (tensor<*xf32>, tensor<0x3xf32>) -> (tensor<*xf32>)
  return
}
// -----
// error: 'tosa.avg_pool2d' op accumulator type for f32 tensor is not f32
func.func @f(%0: tensor<1x8x8x4xf32>, %1: tensor<1xf32>, %2: tensor<1xf32>) {
  %r = "tosa.avg_pool2d"(%0, %1, %2) <{"acc_type" = i32, "kernel" = array<i64: 2, 2>, "pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 2, 2>}> : (tensor<1x8x8x4xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x4x4x4xf32>)
  return
}
// -----
// error: 'tosa.scatter' op requires values_out dimension 1 to have size 8, got 5
func.func @f(%0: tensor<2x8x?xf32>, %1: tensor<2x4xi32>, %2: tensor<2x4x?xf32>) {
  %r = "tosa.scatter"(%0, %1, %2) : (tensor<2x8x?xf32>, tensor<2x4xi32>, tensor<2x4x?xf32>) -> (tensor<2x5x?xf32>)
  return
}
// -----
// error: 'tosa.rfft2d' op expected output width to be equal to input_width / 2 + 1, got 5
func.func @f(%0: tensor<2x4x2xf32>) {
  %r:2 = "tosa.rfft2d"(%0) : (tensor<2x4x2xf32>) -> (tensor<2x4x5xf32>, tensor<2x4x5xf32>)
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op expected channels of b_data to match size 32, got 5
func.func @f(%0: tensor<2x4x32x!tosa.mxint8>, %1: tensor<2x4x1xf8E8M0FNU>, %2: tensor<2x4x5x!tosa.mxint8>, %3: tensor<2x4x1xf8E8M0FNU>) {
  %r = "tosa.matmul_t_block_scaled"(%0, %1, %2, %3) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<2x4x32x!tosa.mxint8>, tensor<2x4x1xf8E8M0FNU>, tensor<2x4x5x!tosa.mxint8>, tensor<2x4x1xf8E8M0FNU>) -> (tensor<2x4x4xf32>)
  return
}
// -----
// error: 'tosa.conv3d' op expected input_depth - 1 + pad_front + pad_back - (kernel_depth - 1) * dilation_d to be wholly divisible by stride_d, got (4 - 1 + 0 + 0 - (2 - 1) * 1) / 6
func.func @f(%0: tensor<1x4x8x8x4xi8>, %1: tensor<6x2x3x3x4xi8>, %4: tensor<1xi8>) {
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<-1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.conv3d"(%0, %1, %2, %3, %4) <{"acc_type" = i32, "dilation" = array<i64: 1, 1, 1>, "local_bound" = true, "pad" = array<i64: 0, 0, 1, 1, 1, 1>, "stride" = array<i64: 6, 1, 1>}> : (tensor<1x4x8x8x4xi8>, tensor<6x2x3x3x4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> (tensor<1x3x8x8x6xi32>)
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op expected batch of b_scale to match size 5, got 2
func.func @f(%0: tensor<2x4x32x!tosa.mxint8>, %1: tensor<2x4x1xf8E8M0FNU>, %2: tensor<5x4x32x!tosa.mxint8>, %3: tensor<2x4x1xf8E8M0FNU>) {
  %r = "tosa.matmul_t_block_scaled"(%0, %1, %2, %3) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<2x4x32x!tosa.mxint8>, tensor<2x4x1xf8E8M0FNU>, tensor<5x4x32x!tosa.mxint8>, tensor<2x4x1xf8E8M0FNU>) -> (tensor<2x4x4xf32>)
  return
}
// -----
// error: 'tosa.slice' op length of start is not equal to rank of input shape
func.func @f(%0: tensor<3xf32>) {
  %1 = "tosa.const_shape"() <{values = dense<[0, 1]> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %2 = "tosa.const_shape"() <{values = dense<2> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %r = "tosa.slice"(%0, %1, %2) : (tensor<3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> (tensor<3xf32>)
  return
}
// -----
// error: 'tosa.conv3d' op accumulator type for i8 tensor is not i32
func.func @f(%0: tensor<1x4x8x8x4xi8>, %1: tensor<6x2x3x3x4xi8>, %2: tensor<1xi32>, %4: tensor<1xi8>) {
  %3 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.conv3d"(%0, %1, %2, %3, %4) <{"acc_type" = f16, "dilation" = array<i64: 1, 1, 1>, "local_bound" = true, "pad" = array<i64: 0, 0, 1, 1, 1, 1>, "stride" = array<i64: 1, 1, 1>}> : (tensor<1x4x8x8x4xi8>, tensor<6x2x3x3x4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> (tensor<1x3x8x8x6xi32>)
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op expected output shape 2, 3, 4 to be compatible with expected output shape 2, 4, 4
func.func @f(%0: tensor<2x4x32x!tosa.mxint8>, %1: tensor<*xf8E8M0FNU>, %2: tensor<2x4x32x!tosa.mxint8>, %3: tensor<2x4x1xf8E8M0FNU>) {
  %r = "tosa.matmul_t_block_scaled"(%0, %1, %2, %3) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<2x4x32x!tosa.mxint8>, tensor<*xf8E8M0FNU>, tensor<2x4x32x!tosa.mxint8>, tensor<2x4x1xf8E8M0FNU>) -> (tensor<2x3x4xf32>)
  return
}
// -----
// error: 'tosa.rescale' op expect input to have integer element type, got 'bf16'
func.func @f(%0: tensor<4x3xbf16>, %1: tensor<3xi16>, %2: tensor<3xi8>, %3: tensor<1xi8>) {
  %4 = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.rescale"(%0, %1, %2, %3, %4) <{"input_unsigned" = false, "output_unsigned" = true, "per_channel" = true, "rounding_mode" = #tosa.rounding_mode<SINGLE_ROUND>, "scale32" = false}> : (tensor<4x3xbf16>, tensor<3xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> (tensor<4x3x2xi8>)
  return
}
// -----
// error: 'tosa.avg_pool2d' op accumulator type for integer tensor is not i32
func.func @f(%0: tensor<1x8x8x4xui8>, %1: tensor<1xf16>, %2: tensor<1xf32>) {
  %r = "tosa.avg_pool2d"(%0, %1, %2) <{"acc_type" = f32, "kernel" = array<i64: 2, 2>, "pad" = array<i64: 0, 0, 0, 0>, "stride" = array<i64: 2, 2>}> : (tensor<1x8x8x4xui8>, tensor<1xf16>, tensor<1xf32>) -> (tensor<1x4x4x4xf32>)
  return
}
// -----
// error: 'tosa.matmul' op expect quantized operands to have same widths, got 16 and 8
func.func @f(%0: tensor<1x4x4x!quant.uniform<i16:f32, 0.5>>, %1: tensor<1x4x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %2 = "tosa.const"() <{values = dense<-1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %3 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.matmul"(%0, %1, %2, %3) : (tensor<1x4x4x!quant.uniform<i16:f32, 0.5>>, tensor<1x4x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1xi8>, tensor<1xi8>) -> (tensor<1x4x4xi32>)
  return
}
// -----
// error: 'tosa.cast_from_block_scaled' op expect last dimension of input_data (2) to be divisible by block_size (32)
func.func @f(%0: tensor<3x160x2xf8E5M2>, %1: tensor<3x5xf8E8M0FNU>) {
  %r = "tosa.cast_from_block_scaled"(%0, %1) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<3x160x2xf8E5M2>, tensor<3x5xf8E8M0FNU>) -> (tensor<3x160x2xf8E5M2>)
  return
}
// -----
// error: 'tosa.reduce_product' op expect output tensor rank (2) to be larger than reduce axis (2)
func.func @f(%0: tensor<*xf32>) {
  %r = "tosa.reduce_product"(%0) <{"axis" = 2 : i32}> : (tensor<*xf32>) -> (tensor<1x5xf32>)
  return
}
// -----
// error: 'tosa.tile' op expect 'multiples' array to have length 1 but got 2.
func.func @f(%0: tensor<*xf32>) {
  %1 = "tosa.const_shape"() <{values = dense<2> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %r = "tosa.tile"(%0, %1) : (tensor<*xf32>, !tosa.shape<2>) -> (tensor<6xf32>)
  return
}
// -----
// error: 'tosa.mul' op a and b operands don't have broadcast-compatible shapes, got 'tensor<4x?xf32>' and 'tensor<7x?xf32>'
func.func @f(%0: tensor<4x?xf32>, %1: tensor<7x?xf32>) {
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.mul"(%0, %1, %2) : (tensor<4x?xf32>, tensor<7x?xf32>, tensor<1xi8>) -> (tensor<4x7xf32>)
  return
}
// -----
// error: 'tosa.matmul_t_block_scaled' op expected height of a_scale to match size 4, got 1
func.func @f(%0: tensor<2x4x32x!tosa.mxint8>, %1: tensor<2x1x1xf8E8M0FNU>, %2: tensor<2x4x32x!tosa.mxint8>, %3: tensor<2x4x1xf8E8M0FNU>) {
  %r = "tosa.matmul_t_block_scaled"(%0, %1, %2, %3) <{"block_size" = #tosa.block_size<BLOCK_SIZE_32>}> : (tensor<2x4x32x!tosa.mxint8>, tensor<2x1x1xf8E8M0FNU>, tensor<2x4x32x!tosa.mxint8>, tensor<2x4x1xf8E8M0FNU>) -> (tensor<2x4x4xf32>)
  return
}
// -----
// error: 'tosa.pad' op padding tensor must have 1 * 2 = 2 elements, but got 4
func.func @f(%0: tensor<3xf32>) {
  %1 = "tosa.const_shape"() <{values = dense<[1, 2, 0, 1]> : tensor<4xindex>}> : () -> !tosa.shape<4>
  %2 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = "tosa.pad"(%0, %1, %2) : (tensor<3xf32>, !tosa.shape<4>, tensor<1xf32>) -> (tensor<3xf32>)
  return
}
// -----
// error: 'tosa.mul' op invalid data type size for operands or result
func.func @f(%0: tensor<4x?xi8>, %1: tensor<4x?xi8>, %2: tensor<1xi8>) {
  %r = "tosa.mul"(%0, %1, %2) : (tensor<4x?xi8>, tensor<4x?xi8>, tensor<1xi8>) -> (tensor<4x?xi1>)
  return
}
