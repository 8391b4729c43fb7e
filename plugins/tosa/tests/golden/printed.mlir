module {
  func.func @shapes(%arg0: tensor<?x3xf32>, %arg1: tensor<*xui8>, %arg2: tensor<1xi32>, %arg3: tensor<*xi32>) -> !tosa.shape<3> {
    %0 = tosa.const_shape  {note, values = dense<[1, 12, 1536]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %1 = tosa.const_shape  {values = dense<2> : vector<3xindex>} : () -> !tosa.shape<3>
    %2 = tosa.const_shape  {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
    %3 = tosa.add_shape %0, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %4 = tosa.sub_shape %3, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %5 = tosa.mul_shape %4, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %6 = tosa.div_ceil_shape %5, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %7 = tosa.div_floor_shape %6, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %8 = tosa.mod_shape %7, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %9 = tosa.max_shape %8, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %10 = tosa.min_shape %9, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %11 = tosa.exp2_shape %10 : (!tosa.shape<3>) -> !tosa.shape<3>
    %12 = tosa.log2_ceil_shape %11 : (!tosa.shape<3>) -> !tosa.shape<3>
    %13 = tosa.log2_floor_shape %12 {note} : (!tosa.shape<3>) -> !tosa.shape<3>
    %14 = tosa.dim %arg0 {axis = 1 : i32} : (tensor<?x3xf32>) -> !tosa.shape<1>
    %15 = tosa.dim %arg1 {axis = 7 : i32} : (tensor<*xui8>) -> !tosa.shape<1>
    %16 = tosa.concat_shape %0, %14, %15 : (!tosa.shape<3>, !tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<5>
    %17 = tosa.concat_shape  : () -> !tosa.shape<0>
    %18 = tosa.slice_shape %16, %arg2, %arg3 : (!tosa.shape<5>, tensor<1xi32>, tensor<*xi32>) -> !tosa.shape<2>
    %cst = arith.constant dense<3> : tensor<1xi32>
    %19 = tosa.slice_shape %16, %arg2, %cst : (!tosa.shape<5>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<3>
    return %13 : !tosa.shape<3>
  }
}
// -----
module {
  func.func @unary(%arg0: tensor<4x?xf32>, %arg1: tensor<4x?xi32>, %arg2: tensor<4x?xi1>, %arg3: tensor<*xf16>, %arg4: tensor<3x!quant.uniform<i8:f32, 5.000000e-01:-3>>, %arg5: tensor<1xi8>, %arg6: tensor<1xf32>, %arg7: tensor<2x!tosa.mxint8>, %arg8: tensor<4x?xui8>) {
    %0 = tosa.abs %arg0 : (tensor<4x?xf32>) -> tensor<4x?xf32>
    %1 = tosa.ceil %arg0 : (tensor<4x?xf32>) -> tensor<4x?xf32>
    %2 = tosa.cos %arg0 : (tensor<4x?xf32>) -> tensor<4x?xf32>
    %3 = tosa.erf %arg0 : (tensor<4x?xf32>) -> tensor<4x?xf32>
    %4 = tosa.exp %arg0 : (tensor<4x?xf32>) -> tensor<4x?xf32>
    %5 = tosa.floor %arg0 : (tensor<4x?xf32>) -> tensor<4x?xf32>
    %6 = tosa.log %arg0 : (tensor<4x?xf32>) -> tensor<4x?xf32>
    %7 = tosa.reciprocal %arg0 : (tensor<4x?xf32>) -> tensor<4x?xf32>
    %8 = tosa.rsqrt %arg0 : (tensor<4x?xf32>) -> tensor<4x?xf32>
    %9 = tosa.sigmoid %arg0 : (tensor<4x?xf32>) -> tensor<4x?xf32>
    %10 = tosa.sin %arg0 : (tensor<4x?xf32>) -> tensor<4x?xf32>
    %11 = tosa.tanh %arg0 : (tensor<4x?xf32>) -> tensor<4x?xf32>
    %12 = tosa.bitwise_not %arg1 {note} : (tensor<4x?xi32>) -> tensor<4x?xi32>
    %13 = tosa.clz %arg1 {note} : (tensor<4x?xi32>) -> tensor<4x?xi32>
    %14 = tosa.logical_not %arg2 : (tensor<4x?xi1>) -> tensor<4x?xi1>
    %15 = tosa.exp %arg3 : (tensor<*xf16>) -> tensor<4x2xf16>
    %16 = tosa.identity %arg7 : (tensor<2x!tosa.mxint8>) -> tensor<2x!tosa.mxint8>
    %17 = tosa.cast %arg0 : (tensor<4x?xf32>) -> tensor<4x?xi8>
    %18 = tosa.negate %arg0, %arg6, %arg6 : (tensor<4x?xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x?xf32>
    %19 = tosa.negate %arg4, %arg5, %arg5 : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01:-3>>, tensor<1xi8>, tensor<1xi8>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:-3>>
    %20 = tosa.clamp %arg0 {max_val = 1.000000e+09 : f32, min_val = -1.000000e+00 : f32} : (tensor<4x?xf32>) -> tensor<4x?xf32>
    %21 = tosa.clamp %arg1 {max_val = 7 : i32, min_val = -1 : i32, nan_mode = IGNORE, note = unit} : (tensor<4x?xi32>) -> tensor<4x?xi32>
    %22 = tosa.clamp %arg8 {max_val = 255 : ui8, min_val = 1 : ui8} : (tensor<4x?xui8>) -> tensor<4x?xui8>
    %23 = tosa.clamp %arg4 {max_val = 25 : i8, min_val = 1 : i8} : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01:-3>>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:-3>>
    return
  }
  func.func @binary(%arg0: tensor<4x?xf32>, %arg1: tensor<1x?xf32>, %arg2: tensor<4x?xi32>, %arg3: tensor<4x1xi32>, %arg4: tensor<4x?xi1>, %arg5: tensor<1xi8>, %arg6: tensor<4x?xi8>, %arg7: tensor<*xf32>, %arg8: tensor<512xi16>, %arg9: tensor<2x?xi16>) {
    %0 = tosa.add %arg0, %arg1 : (tensor<4x?xf32>, tensor<1x?xf32>) -> tensor<4x?xf32>
    %1 = tosa.sub %arg0, %arg1 : (tensor<4x?xf32>, tensor<1x?xf32>) -> tensor<4x?xf32>
    %2 = tosa.pow %arg0, %arg1 : (tensor<4x?xf32>, tensor<1x?xf32>) -> tensor<4x?xf32>
    %3 = tosa.maximum %arg0, %arg1 : (tensor<4x?xf32>, tensor<1x?xf32>) -> tensor<4x?xf32>
    %4 = tosa.minimum %arg0, %arg1 : (tensor<4x?xf32>, tensor<1x?xf32>) -> tensor<4x?xf32>
    %5 = tosa.maximum %arg0, %arg7 {nan_mode = IGNORE} : (tensor<4x?xf32>, tensor<*xf32>) -> tensor<4x?xf32>
    %6 = tosa.minimum %arg0, %arg0 {a = 1 : i64, nan_mode = IGNORE} : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    %7 = tosa.intdiv %arg2, %arg3 : (tensor<4x?xi32>, tensor<4x1xi32>) -> tensor<4x?xi32>
    %8 = tosa.bitwise_and %arg2, %arg3 : (tensor<4x?xi32>, tensor<4x1xi32>) -> tensor<4x?xi32>
    %9 = tosa.bitwise_or %arg2, %arg3 : (tensor<4x?xi32>, tensor<4x1xi32>) -> tensor<4x?xi32>
    %10 = tosa.bitwise_xor %arg2, %arg3 : (tensor<4x?xi32>, tensor<4x1xi32>) -> tensor<4x?xi32>
    %11 = tosa.logical_left_shift %arg2, %arg3 : (tensor<4x?xi32>, tensor<4x1xi32>) -> tensor<4x?xi32>
    %12 = tosa.logical_right_shift %arg2, %arg3 : (tensor<4x?xi32>, tensor<4x1xi32>) -> tensor<4x?xi32>
    %13 = tosa.arithmetic_right_shift %arg2, %arg3 {round = true} : (tensor<4x?xi32>, tensor<4x1xi32>) -> tensor<4x?xi32>
    %14 = tosa.logical_and %arg4, %arg4 : (tensor<4x?xi1>, tensor<4x?xi1>) -> tensor<4x?xi1>
    %15 = tosa.logical_or %arg4, %arg4 : (tensor<4x?xi1>, tensor<4x?xi1>) -> tensor<4x?xi1>
    %16 = tosa.logical_xor %arg4, %arg4 : (tensor<4x?xi1>, tensor<4x?xi1>) -> tensor<4x?xi1>
    %17 = tosa.mul %arg0, %arg1, %arg5 : (tensor<4x?xf32>, tensor<1x?xf32>, tensor<1xi8>) -> tensor<4x?xf32>
    %18 = tosa.mul %arg6, %arg6, %arg5 : (tensor<4x?xi8>, tensor<4x?xi8>, tensor<1xi8>) -> tensor<4x?xi32>
    %19 = tosa.equal %arg0, %arg1 : (tensor<4x?xf32>, tensor<1x?xf32>) -> tensor<4x?xi1>
    %20 = tosa.greater %arg0, %arg1 : (tensor<4x?xf32>, tensor<1x?xf32>) -> tensor<4x?xi1>
    %21 = tosa.greater_equal %arg0, %arg1 : (tensor<4x?xf32>, tensor<1x?xf32>) -> tensor<4x?xi1>
    %22 = tosa.equal %arg0, %arg7 : (tensor<4x?xf32>, tensor<*xf32>) -> tensor<4x8xi1>
    %23 = tosa.select %arg4, %arg0, %arg1 : (tensor<4x?xi1>, tensor<4x?xf32>, tensor<1x?xf32>) -> tensor<4x?xf32>
    %24 = tosa.table %arg9, %arg8 : (tensor<2x?xi16>, tensor<512xi16>) -> tensor<2x?xi32>
    return
  }
  func.func @layout(%arg0: tensor<2x3xf32>, %arg1: tensor<?x3xf32>, %arg2: tensor<*xf32>, %arg3: tensor<1xf32>) {
    %0 = tosa.concat %arg0, %arg1, %arg0 {axis = 0 : i32} : (tensor<2x3xf32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
    %1 = tosa.concat %arg0, %arg0 {axis = 1 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
    %2 = tosa.const_shape  {values = dense<[1, 2, 0, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %3 = tosa.pad %arg0, %2, %arg3 : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<5x4xf32>
    %4 = tosa.const_shape  {values = dense<[3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %5 = tosa.reshape %arg0, %4 : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<3x2xf32>
    %6 = tosa.reverse %arg2 {axis = 2 : i32} : (tensor<*xf32>) -> tensor<*xf32>
    %7 = tosa.const_shape  {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %8 = tosa.const_shape  {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
    %9 = tosa.slice %arg0, %7, %8 : (tensor<2x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x2xf32>
    %10 = tosa.tile %arg0, %8 : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<4x6xf32>
    %11 = tosa.transpose %arg1 {perms = array<i32: 1, 0>} : (tensor<?x3xf32>) -> tensor<3x?xf32>
    return
  }
  func.func @gather(%arg0: tensor<2x8x?xf32>, %arg1: tensor<2x4xi32>, %arg2: tensor<2x4x?xf32>, %arg3: tensor<1x8x8x3xf32>) {
    %0 = tosa.gather %arg0, %arg1 : (tensor<2x8x?xf32>, tensor<2x4xi32>) -> tensor<2x4x?xf32>
    %1 = tosa.scatter %arg0, %arg1, %arg2 : (tensor<2x8x?xf32>, tensor<2x4xi32>, tensor<2x4x?xf32>) -> tensor<2x8x?xf32>
    %2 = tosa.const_shape  {values = dense<[2, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %3 = tosa.const_shape  {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
    %4 = tosa.resize %arg3, %2, %3, %3 {mode = BILINEAR} : (tensor<1x8x8x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x15x15x3xf32>
    %5 = tosa.resize %arg3, %2, %3, %3 {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x15x15x3xf32>
    return
  }
  func.func @matmul(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x3xf32>, %arg2: tensor<1xf32>, %arg3: tensor<1x4x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg4: tensor<1xi8>) {
    %0 = tosa.matmul %arg0, %arg1, %arg2, %arg2 : (tensor<2x4x8xf32>, tensor<2x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x3xf32>
    %1 = tosa.matmul %arg3, %arg3, %arg4, %arg4 : (tensor<1x4x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x4x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4xi32>
    %output_real, %output_imag = tosa.fft2d %arg0, %arg0 {inverse = false, local_bound = true} : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> (tensor<2x4x8xf32>, tensor<2x4x8xf32>)
    %output_real_0, %output_imag_1 = tosa.rfft2d %arg0 : (tensor<2x4x8xf32>) -> (tensor<2x4x5xf32>, tensor<2x4x5xf32>)
    return
  }
  func.func @convolution(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<6x3x3x4xf32>, %arg2: tensor<6xf32>, %arg3: tensor<1xf32>, %arg4: tensor<3x3x4x2xf32>, %arg5: tensor<8xf32>, %arg6: tensor<1x4x8x8x4xi8>, %arg7: tensor<6x2x3x3x4xi8>, %arg8: tensor<1xi32>, %arg9: tensor<1xi8>) {
    %0 = tosa.conv2d %arg0, %arg1, %arg2, %arg3, %arg3 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x6xf32>
    %1 = tosa.conv3d %arg6, %arg7, %arg8, %arg9, %arg9 {acc_type = i32, dilation = array<i64: 1, 1, 1>, local_bound = true, pad = array<i64: 0, 0, 1, 1, 1, 1>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x8x8x4xi8>, tensor<6x2x3x3x4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x8x8x6xi32>
    %2 = tosa.depthwise_conv2d %arg0, %arg4, %arg5, %arg3, %arg3 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x8xf32>
    %3 = tosa.transpose_conv2d %arg0, %arg1, %arg2, %arg3, %arg3 {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x10x10x6xf32>
    %4 = tosa.avg_pool2d %arg0, %arg3, %arg3 {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x4xf32>
    %5 = tosa.max_pool2d %arg0 {kernel = array<i64: 2, 2>, nan_mode = IGNORE, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32>
    return
  }
  func.func @reduce(%arg0: tensor<4x5xf32>, %arg1: tensor<4x?xi1>, %arg2: tensor<*xf32>) {
    %0 = tosa.reduce_all %arg1 {axis = 0 : i32} : (tensor<4x?xi1>) -> tensor<1x?xi1>
    %1 = tosa.reduce_any %arg1 {axis = 1 : i32} : (tensor<4x?xi1>) -> tensor<4x1xi1>
    %2 = tosa.reduce_max %arg0 {axis = 1 : i32} : (tensor<4x5xf32>) -> tensor<4x1xf32>
    %3 = tosa.reduce_min %arg0 {axis = 1 : i32, nan_mode = IGNORE} : (tensor<4x5xf32>) -> tensor<4x1xf32>
    %4 = tosa.reduce_product %arg0 {axis = 0 : i32} : (tensor<4x5xf32>) -> tensor<1x5xf32>
    %5 = tosa.reduce_sum %arg2 {axis = 3 : i32} : (tensor<*xf32>) -> tensor<*xf32>
    %6 = tosa.argmax %arg0 {axis = 0 : i32, nan_mode = IGNORE} : (tensor<4x5xf32>) -> tensor<5xi32>
    return
  }
  func.func @scale(%arg0: tensor<4x3xi8>, %arg1: tensor<3xi16>, %arg2: tensor<3xi8>, %arg3: tensor<1xi32>, %arg4: tensor<1xi8>, %arg5: tensor<1xi8>, %arg6: tensor<1xi32>, %arg7: vector<4xi32>, %arg8: vector<4xi8>, %arg9: i32, %arg10: i8) {
    %0 = tosa.rescale %arg0, %arg1, %arg2, %arg5, %arg5 {input_unsigned = false, output_unsigned = true, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = false} : (tensor<4x3xi8>, tensor<3xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4x3xi8>
    %1 = tosa.rescale %arg0, %arg3, %arg4, %arg5, %arg6 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<4x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<4x3xi32>
    %2 = tosa.apply_scale %arg7, %arg7, %arg8 {rounding_mode = INEXACT_ROUND} : (vector<4xi32>, vector<4xi32>, vector<4xi8>) -> vector<4xi32>
    %3 = tosa.apply_scale %arg9, %arg9, %arg10 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    return
  }
  func.func @blocks(%arg0: tensor<3x160xf8E5M2>, %arg1: tensor<3x5xf8E8M0FNU>, %arg2: tensor<2x4x32x!tosa.mxint8>, %arg3: tensor<2x4x1xf8E8M0FNU>) {
    %0 = tosa.cast_from_block_scaled %arg0, %arg1 {block_size = BLOCK_SIZE_32} : (tensor<3x160xf8E5M2>, tensor<3x5xf8E8M0FNU>) -> tensor<3x160xf32>
    %output_data, %output_scale = tosa.cast_to_block_scaled %0 {block_size = BLOCK_SIZE_32} : (tensor<3x160xf32>) -> (tensor<3x160xf4E2M1FN>, tensor<3x5xf8E8M0FNU>)
    %1 = tosa.matmul_t_block_scaled %arg2, %arg3, %arg2, %arg3 {block_size = BLOCK_SIZE_32} : (tensor<2x4x32x!tosa.mxint8>, tensor<2x4x1xf8E8M0FNU>, tensor<2x4x32x!tosa.mxint8>, tensor<2x4x1xf8E8M0FNU>) -> tensor<2x4x4xf32>
    return
  }
  func.func @flow(%arg0: tensor<i1>, %arg1: tensor<4x5xf32>, %arg2: tensor<1x5xf32>) {
    %0 = tosa.cond_if %arg0 (%arg3 = %arg1, %arg4 = %arg2) : tensor<i1> (tensor<4x5xf32>, tensor<1x5xf32>) -> tensor<4x5xf32> {
    ^bb0(%arg3: tensor<4x5xf32>, %arg4: tensor<1x5xf32>):
      tosa.yield %arg3 : tensor<4x5xf32>
    } else {
    ^bb0(%arg3: tensor<4x5xf32>, %arg4: tensor<1x5xf32>):
      tosa.yield %arg3 {note} : tensor<4x5xf32>
    }
    %1 = tosa.cond_if %arg0 : tensor<i1> -> tensor<4x5xf32> {
      tosa.yield %arg1 : tensor<4x5xf32>
    } else {
      tosa.yield %arg1 : tensor<4x5xf32>
    } {note}
    %2:2 = tosa.while_loop (%arg3 = %arg1, %arg4 = %arg2) : (tensor<4x5xf32>, tensor<1x5xf32>) -> (tensor<4x5xf32>, tensor<1x5xf32>) {
      tosa.yield %arg0 : tensor<i1>
    } do {
    ^bb0(%arg3: tensor<4x5xf32>, %arg4: tensor<1x5xf32>):
      tosa.yield %arg3, %arg4 : tensor<4x5xf32>, tensor<1x5xf32>
    } attributes {note}
    return
  }
  tosa.variable @a = dense<7> : tensor<2x4xi32>
  tosa.variable @b {note} : tensor<1x4x?xf32>
  tosa.variable @c : tensor<f32>
  func.func @values(%arg0: tensor<2x4xi32>) {
    %0 = tosa.variable_read @a {note} : tensor<2x4xi32>
    tosa.variable_write @a {note}, %arg0 : tensor<2x4xi32>
    %1 = "tosa.const"() <{values = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2xi8>
    %2 = "tosa.const"() <{values = dense<[1, 2]> : tensor<2xi8>}> {note} : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
    %3:2 = tosa.custom %arg0, %1 {domain_name = "here", implementation_attrs = "", operator_name = "magic"} : (tensor<2x4xi32>, tensor<2xi8>) -> (tensor<2x4xi32>, tensor<i1>)
    return
  }
}
// -----
module attributes {x.a = #tosa.unary_quant<input_zp = 1, output_zp = 2>, x.b = #tosa.conv_quant<input_zp = 1, weight_zp = -3>, x.c = #tosa.matmul_quant<a_zp = 3, b_zp = 4>, x.d = #tosa.pad_quant<input_zp = 3>, x.e = [#tosa.prof<none>, #tosa.prof<pro_int>, #tosa.ext<int16>, #tosa.ext<shape>, #tosa.level<none>, #tosa.resize_mode<BILINEAR>, #tosa.nan_mode<IGNORE>, #tosa.rounding_mode<SINGLE_ROUND>, #tosa.block_size<BLOCK_SIZE_32>], x.f = #tosa.target_env<specification_version = "1.0", level = "8k", profiles = [pro_int, pro_fp], extensions = [int16, shape]>, x.h = #tosa.target_env<specification_version = "1.1.draft", level = none, profiles = [pro_int], extensions = [int16]>} {
}
