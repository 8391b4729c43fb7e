// exp
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.exp {foo = 1 : i32} ins(%v0 : tensor<4x?xf32>) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// log
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.log {foo = 1 : i32} ins(%v0 : tensor<4x?xf32>) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// abs
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.abs {foo = 1 : i32} ins(%v0 : tensor<4x?xf32>) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// ceil
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.ceil {foo = 1 : i32} ins(%v0 : tensor<4x?xf32>) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// floor
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.floor {foo = 1 : i32} ins(%v0 : tensor<4x?xf32>) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// negf
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.negf {foo = 1 : i32} ins(%v0 : tensor<4x?xf32>) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// reciprocal
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.reciprocal {foo = 1 : i32} ins(%v0 : tensor<4x?xf32>) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// round
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.round {foo = 1 : i32} ins(%v0 : tensor<4x?xf32>) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// sqrt
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.sqrt {foo = 1 : i32} ins(%v0 : tensor<4x?xf32>) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// rsqrt
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.rsqrt {foo = 1 : i32} ins(%v0 : tensor<4x?xf32>) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// square
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.square {foo = 1 : i32} ins(%v0 : tensor<4x?xf32>) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// tanh
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.tanh {foo = 1 : i32} ins(%v0 : tensor<4x?xf32>) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// erf
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.erf {foo = 1 : i32} ins(%v0 : tensor<4x?xf32>) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// add
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>, %v2: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.add {foo = 1 : i32} ins(%v0, %v1 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%v2 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// sub
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>, %v2: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.sub {foo = 1 : i32} ins(%v0, %v1 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%v2 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// mul
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>, %v2: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.mul {foo = 1 : i32} ins(%v0, %v1 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%v2 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// div
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>, %v2: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.div {foo = 1 : i32} ins(%v0, %v1 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%v2 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// div_unsigned
func.func @f(%v0: tensor<4x?xi32>, %v1: tensor<4x?xi32>, %v2: tensor<4x?xi32>) -> tensor<4x?xi32> {
  %0 = linalg.div_unsigned {foo = 1 : i32} ins(%v0, %v1 : tensor<4x?xi32>, tensor<4x?xi32>) outs(%v2 : tensor<4x?xi32>) -> tensor<4x?xi32>
  return %0 : tensor<4x?xi32>
}
// -----
// powf
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>, %v2: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.powf {foo = 1 : i32} ins(%v0, %v1 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%v2 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// max
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>, %v2: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.max {foo = 1 : i32} ins(%v0, %v1 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%v2 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// min
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>, %v2: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.min {foo = 1 : i32} ins(%v0, %v1 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%v2 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// select
func.func @f(%v0: tensor<4x?xi1>, %v1: tensor<4x?xf32>, %v2: tensor<4x?xf32>, %v3: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.select {foo = 1 : i32} ins(%v0, %v1, %v2 : tensor<4x?xi1>, tensor<4x?xf32>, tensor<4x?xf32>) outs(%v3 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// fill
func.func @f(%v0: f32, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.fill {foo = 1 : i32} ins(%v0 : f32) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// copy
func.func @f(%v0: tensor<4x?xf32>, %v1: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.copy {foo = 1 : i32} ins(%v0 : tensor<4x?xf32>) outs(%v1 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// fill_rng_2d
func.func @f(%v0: f64, %v1: f64, %v2: i32, %v3: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.fill_rng_2d {foo = 1 : i32} ins(%v0, %v1, %v2 : f64, f64, i32) outs(%v3 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
// quantized_matmul
func.func @f(%v0: tensor<2x5xf32>, %v1: tensor<5x3xf32>, %v2: f32, %v3: f32, %v4: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = linalg.quantized_matmul {foo = 1 : i32} ins(%v0, %v1, %v2, %v3 : tensor<2x5xf32>, tensor<5x3xf32>, f32, f32) outs(%v4 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// -----
// mmt4d
func.func @f(%v0: tensor<2x5x5x4xf32>, %v1: tensor<3x5x2x4xf32>, %v2: tensor<2x3x5x2xf32>) -> tensor<2x3x5x2xf32> {
  %0 = linalg.mmt4d {foo = 1 : i32} ins(%v0, %v1 : tensor<2x5x5x4xf32>, tensor<3x5x2x4xf32>) outs(%v2 : tensor<2x3x5x2xf32>) -> tensor<2x3x5x2xf32>
  return %0 : tensor<2x3x5x2xf32>
}
// -----
// batch_mmt4d
func.func @f(%v0: tensor<3x2x5x5x4xf32>, %v1: tensor<3x3x5x2x4xf32>, %v2: tensor<3x2x3x5x2xf32>) -> tensor<3x2x3x5x2xf32> {
  %0 = linalg.batch_mmt4d {foo = 1 : i32} ins(%v0, %v1 : tensor<3x2x5x5x4xf32>, tensor<3x3x5x2x4xf32>) outs(%v2 : tensor<3x2x3x5x2xf32>) -> tensor<3x2x3x5x2xf32>
  return %0 : tensor<3x2x3x5x2xf32>
}
// -----
// quantized_batch_matmul
func.func @f(%v0: tensor<3x2x5xf32>, %v1: tensor<3x5x3xf32>, %v2: f32, %v3: f32, %v4: tensor<3x2x3xf32>) -> tensor<3x2x3xf32> {
  %0 = linalg.quantized_batch_matmul {foo = 1 : i32} ins(%v0, %v1, %v2, %v3 : tensor<3x2x5xf32>, tensor<3x5x3xf32>, f32, f32) outs(%v4 : tensor<3x2x3xf32>) -> tensor<3x2x3xf32>
  return %0 : tensor<3x2x3xf32>
}
// -----
// matvec
func.func @f(%v0: tensor<2x5xf32>, %v1: tensor<5xf32>, %v2: tensor<2xf32>) -> tensor<2xf32> {
  %0 = linalg.matvec {foo = 1 : i32} ins(%v0, %v1 : tensor<2x5xf32>, tensor<5xf32>) outs(%v2 : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
// vecmat
func.func @f(%v0: tensor<5xf32>, %v1: tensor<5x3xf32>, %v2: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.vecmat {foo = 1 : i32} ins(%v0, %v1 : tensor<5xf32>, tensor<5x3xf32>) outs(%v2 : tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
// -----
// batch_matvec
func.func @f(%v0: tensor<3x2x5xf32>, %v1: tensor<3x5xf32>, %v2: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = linalg.batch_matvec {foo = 1 : i32} ins(%v0, %v1 : tensor<3x2x5xf32>, tensor<3x5xf32>) outs(%v2 : tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
// -----
// batch_vecmat
func.func @f(%v0: tensor<3x5xf32>, %v1: tensor<3x5x3xf32>, %v2: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = linalg.batch_vecmat {foo = 1 : i32} ins(%v0, %v1 : tensor<3x5xf32>, tensor<3x5x3xf32>) outs(%v2 : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
// -----
// dot
func.func @f(%v0: tensor<5xf32>, %v1: tensor<5xf32>, %v2: tensor<f32>) -> tensor<f32> {
  %0 = linalg.dot {foo = 1 : i32} ins(%v0, %v1 : tensor<5xf32>, tensor<5xf32>) outs(%v2 : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// -----
// conv_1d
func.func @f(%v0: tensor<8xf32>, %v1: tensor<5xf32>, %v2: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.conv_1d {foo = 1 : i32} ins(%v0, %v1 : tensor<8xf32>, tensor<5xf32>) outs(%v2 : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
// conv_2d
func.func @f(%v0: tensor<10x8xf32>, %v1: tensor<6x5xf32>, %v2: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %0 = linalg.conv_2d {foo = 1 : i32} ins(%v0, %v1 : tensor<10x8xf32>, tensor<6x5xf32>) outs(%v2 : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}
// -----
// conv_3d
func.func @f(%v0: tensor<10x10x8xf32>, %v1: tensor<6x6x5xf32>, %v2: tensor<5x5x4xf32>) -> tensor<5x5x4xf32> {
  %0 = linalg.conv_3d {foo = 1 : i32} ins(%v0, %v1 : tensor<10x10x8xf32>, tensor<6x6x5xf32>) outs(%v2 : tensor<5x5x4xf32>) -> tensor<5x5x4xf32>
  return %0 : tensor<5x5x4xf32>
}
// -----
// conv_1d_nwc_wcf
func.func @f(%v0: tensor<3x19x5xf32>, %v1: tensor<5x5x3xf32>, %v2: tensor<3x4x3xf32>) -> tensor<3x4x3xf32> {
  %0 = linalg.conv_1d_nwc_wcf {foo = 1 : i32, strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%v0, %v1 : tensor<3x19x5xf32>, tensor<5x5x3xf32>) outs(%v2 : tensor<3x4x3xf32>) -> tensor<3x4x3xf32>
  return %0 : tensor<3x4x3xf32>
}
// -----
// conv_1d_ncw_fcw
func.func @f(%v0: tensor<3x5x19xf32>, %v1: tensor<3x5x5xf32>, %v2: tensor<3x3x4xf32>) -> tensor<3x3x4xf32> {
  %0 = linalg.conv_1d_ncw_fcw {foo = 1 : i32, strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%v0, %v1 : tensor<3x5x19xf32>, tensor<3x5x5xf32>) outs(%v2 : tensor<3x3x4xf32>) -> tensor<3x3x4xf32>
  return %0 : tensor<3x3x4xf32>
}
// -----
// conv_2d_nhwc_hwcf
func.func @f(%v0: tensor<3x24x19x5xf32>, %v1: tensor<6x5x5x3xf32>, %v2: tensor<3x5x4x3xf32>) -> tensor<3x5x4x3xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x24x19x5xf32>, tensor<6x5x5x3xf32>) outs(%v2 : tensor<3x5x4x3xf32>) -> tensor<3x5x4x3xf32>
  return %0 : tensor<3x5x4x3xf32>
}
// -----
// conv_2d_nhwc_fhwc
func.func @f(%v0: tensor<3x24x19x5xf32>, %v1: tensor<3x6x5x5xf32>, %v2: tensor<3x5x4x3xf32>) -> tensor<3x5x4x3xf32> {
  %0 = linalg.conv_2d_nhwc_fhwc {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x24x19x5xf32>, tensor<3x6x5x5xf32>) outs(%v2 : tensor<3x5x4x3xf32>) -> tensor<3x5x4x3xf32>
  return %0 : tensor<3x5x4x3xf32>
}
// -----
// conv_2d_nhwc_hwcf_q
func.func @f(%v0: tensor<3x24x19x5xf32>, %v1: tensor<6x5x5x3xf32>, %v2: f32, %v3: f32, %v4: tensor<3x5x4x3xf32>) -> tensor<3x5x4x3xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf_q {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1, %v2, %v3 : tensor<3x24x19x5xf32>, tensor<6x5x5x3xf32>, f32, f32) outs(%v4 : tensor<3x5x4x3xf32>) -> tensor<3x5x4x3xf32>
  return %0 : tensor<3x5x4x3xf32>
}
// -----
// conv_2d_nhwc_fhwc_q
func.func @f(%v0: tensor<3x24x19x5xf32>, %v1: tensor<3x6x5x5xf32>, %v2: f32, %v3: f32, %v4: tensor<3x5x4x3xf32>) -> tensor<3x5x4x3xf32> {
  %0 = linalg.conv_2d_nhwc_fhwc_q {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1, %v2, %v3 : tensor<3x24x19x5xf32>, tensor<3x6x5x5xf32>, f32, f32) outs(%v4 : tensor<3x5x4x3xf32>) -> tensor<3x5x4x3xf32>
  return %0 : tensor<3x5x4x3xf32>
}
// -----
// conv_2d_nchw_fchw_q
func.func @f(%v0: tensor<3x5x24x19xf32>, %v1: tensor<3x5x6x5xf32>, %v2: f32, %v3: f32, %v4: tensor<3x3x5x4xf32>) -> tensor<3x3x5x4xf32> {
  %0 = linalg.conv_2d_nchw_fchw_q {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1, %v2, %v3 : tensor<3x5x24x19xf32>, tensor<3x5x6x5xf32>, f32, f32) outs(%v4 : tensor<3x3x5x4xf32>) -> tensor<3x3x5x4xf32>
  return %0 : tensor<3x3x5x4xf32>
}
// -----
// conv_2d_nchw_fchw
func.func @f(%v0: tensor<3x5x24x19xf32>, %v1: tensor<3x5x6x5xf32>, %v2: tensor<3x3x5x4xf32>) -> tensor<3x3x5x4xf32> {
  %0 = linalg.conv_2d_nchw_fchw {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x5x24x19xf32>, tensor<3x5x6x5xf32>) outs(%v2 : tensor<3x3x5x4xf32>) -> tensor<3x3x5x4xf32>
  return %0 : tensor<3x3x5x4xf32>
}
// -----
// conv_2d_ngchw_fgchw
func.func @f(%v0: tensor<3x4x5x24x19xf32>, %v1: tensor<3x4x5x6x5xf32>, %v2: tensor<3x4x3x5x4xf32>) -> tensor<3x4x3x5x4xf32> {
  %0 = linalg.conv_2d_ngchw_fgchw {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x4x5x24x19xf32>, tensor<3x4x5x6x5xf32>) outs(%v2 : tensor<3x4x3x5x4xf32>) -> tensor<3x4x3x5x4xf32>
  return %0 : tensor<3x4x3x5x4xf32>
}
// -----
// conv_2d_ngchw_gfchw
func.func @f(%v0: tensor<3x4x5x24x19xf32>, %v1: tensor<4x3x5x6x5xf32>, %v2: tensor<3x4x3x5x4xf32>) -> tensor<3x4x3x5x4xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x4x5x24x19xf32>, tensor<4x3x5x6x5xf32>) outs(%v2 : tensor<3x4x3x5x4xf32>) -> tensor<3x4x3x5x4xf32>
  return %0 : tensor<3x4x3x5x4xf32>
}
// -----
// conv_2d_nhwgc_gfhwc
func.func @f(%v0: tensor<3x24x19x4x5xf32>, %v1: tensor<4x3x6x5x5xf32>, %v2: tensor<3x5x4x4x3xf32>) -> tensor<3x5x4x4x3xf32> {
  %0 = linalg.conv_2d_nhwgc_gfhwc {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x24x19x4x5xf32>, tensor<4x3x6x5x5xf32>) outs(%v2 : tensor<3x5x4x4x3xf32>) -> tensor<3x5x4x4x3xf32>
  return %0 : tensor<3x5x4x4x3xf32>
}
// -----
// conv_2d_nhwgc_gfhwc_q
func.func @f(%v0: tensor<3x24x19x4x5xf32>, %v1: tensor<4x3x6x5x5xf32>, %v2: f32, %v3: f32, %v4: tensor<3x5x4x4x3xf32>) -> tensor<3x5x4x4x3xf32> {
  %0 = linalg.conv_2d_nhwgc_gfhwc_q {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1, %v2, %v3 : tensor<3x24x19x4x5xf32>, tensor<4x3x6x5x5xf32>, f32, f32) outs(%v4 : tensor<3x5x4x4x3xf32>) -> tensor<3x5x4x4x3xf32>
  return %0 : tensor<3x5x4x4x3xf32>
}
// -----
// conv_2d_ngchw_gfchw_q
func.func @f(%v0: tensor<3x4x5x24x19xf32>, %v1: tensor<4x3x5x6x5xf32>, %v2: f32, %v3: f32, %v4: tensor<3x4x3x5x4xf32>) -> tensor<3x4x3x5x4xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw_q {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1, %v2, %v3 : tensor<3x4x5x24x19xf32>, tensor<4x3x5x6x5xf32>, f32, f32) outs(%v4 : tensor<3x4x3x5x4xf32>) -> tensor<3x4x3x5x4xf32>
  return %0 : tensor<3x4x3x5x4xf32>
}
// -----
// conv_3d_ndhwc_dhwcf
func.func @f(%v0: tensor<3x24x24x19x5xf32>, %v1: tensor<6x6x5x5x3xf32>, %v2: tensor<3x5x5x4x3xf32>) -> tensor<3x5x5x4x3xf32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf {foo = 1 : i32, strides = dense<2> : tensor<3xi64>, dilations = dense<3> : tensor<3xi64>} ins(%v0, %v1 : tensor<3x24x24x19x5xf32>, tensor<6x6x5x5x3xf32>) outs(%v2 : tensor<3x5x5x4x3xf32>) -> tensor<3x5x5x4x3xf32>
  return %0 : tensor<3x5x5x4x3xf32>
}
// -----
// conv_3d_ndhwc_dhwcf_q
func.func @f(%v0: tensor<3x24x24x19x5xf32>, %v1: tensor<6x6x5x5x3xf32>, %v2: f32, %v3: f32, %v4: tensor<3x5x5x4x3xf32>) -> tensor<3x5x5x4x3xf32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf_q {foo = 1 : i32, strides = dense<2> : tensor<3xi64>, dilations = dense<3> : tensor<3xi64>} ins(%v0, %v1, %v2, %v3 : tensor<3x24x24x19x5xf32>, tensor<6x6x5x5x3xf32>, f32, f32) outs(%v4 : tensor<3x5x5x4x3xf32>) -> tensor<3x5x5x4x3xf32>
  return %0 : tensor<3x5x5x4x3xf32>
}
// -----
// conv_3d_ncdhw_fcdhw
func.func @f(%v0: tensor<3x5x24x24x19xf32>, %v1: tensor<3x5x6x6x5xf32>, %v2: tensor<3x3x5x5x4xf32>) -> tensor<3x3x5x5x4xf32> {
  %0 = linalg.conv_3d_ncdhw_fcdhw {foo = 1 : i32, strides = dense<2> : tensor<3xi64>, dilations = dense<3> : tensor<3xi64>} ins(%v0, %v1 : tensor<3x5x24x24x19xf32>, tensor<3x5x6x6x5xf32>) outs(%v2 : tensor<3x3x5x5x4xf32>) -> tensor<3x3x5x5x4xf32>
  return %0 : tensor<3x3x5x5x4xf32>
}
// -----
// depthwise_conv_1d_nwc_wc
func.func @f(%v0: tensor<3x19x4xf32>, %v1: tensor<5x4xf32>, %v2: tensor<3x4x4xf32>) -> tensor<3x4x4xf32> {
  %0 = linalg.depthwise_conv_1d_nwc_wc {foo = 1 : i32, strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%v0, %v1 : tensor<3x19x4xf32>, tensor<5x4xf32>) outs(%v2 : tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  return %0 : tensor<3x4x4xf32>
}
// -----
// depthwise_conv_1d_ncw_cw
func.func @f(%v0: tensor<3x4x19xf32>, %v1: tensor<4x5xf32>, %v2: tensor<3x4x4xf32>) -> tensor<3x4x4xf32> {
  %0 = linalg.depthwise_conv_1d_ncw_cw {foo = 1 : i32, strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%v0, %v1 : tensor<3x4x19xf32>, tensor<4x5xf32>) outs(%v2 : tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  return %0 : tensor<3x4x4xf32>
}
// -----
// depthwise_conv_1d_nwc_wcm
func.func @f(%v0: tensor<3x19x4xf32>, %v1: tensor<5x4x2xf32>, %v2: tensor<3x4x4x2xf32>) -> tensor<3x4x4x2xf32> {
  %0 = linalg.depthwise_conv_1d_nwc_wcm {foo = 1 : i32, strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%v0, %v1 : tensor<3x19x4xf32>, tensor<5x4x2xf32>) outs(%v2 : tensor<3x4x4x2xf32>) -> tensor<3x4x4x2xf32>
  return %0 : tensor<3x4x4x2xf32>
}
// -----
// depthwise_conv_2d_nhwc_hwc
func.func @f(%v0: tensor<3x24x19x4xf32>, %v1: tensor<6x5x4xf32>, %v2: tensor<3x5x4x4xf32>) -> tensor<3x5x4x4xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x24x19x4xf32>, tensor<6x5x4xf32>) outs(%v2 : tensor<3x5x4x4xf32>) -> tensor<3x5x4x4xf32>
  return %0 : tensor<3x5x4x4xf32>
}
// -----
// depthwise_conv_2d_nchw_chw
func.func @f(%v0: tensor<3x4x24x19xf32>, %v1: tensor<4x6x5xf32>, %v2: tensor<3x4x5x4xf32>) -> tensor<3x4x5x4xf32> {
  %0 = linalg.depthwise_conv_2d_nchw_chw {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x4x24x19xf32>, tensor<4x6x5xf32>) outs(%v2 : tensor<3x4x5x4xf32>) -> tensor<3x4x5x4xf32>
  return %0 : tensor<3x4x5x4xf32>
}
// -----
// depthwise_conv_2d_nhwc_hwc_q
func.func @f(%v0: tensor<3x24x19x4xf32>, %v1: tensor<6x5x4xf32>, %v2: f32, %v3: f32, %v4: tensor<3x5x4x4xf32>) -> tensor<3x5x4x4xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc_q {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1, %v2, %v3 : tensor<3x24x19x4xf32>, tensor<6x5x4xf32>, f32, f32) outs(%v4 : tensor<3x5x4x4xf32>) -> tensor<3x5x4x4xf32>
  return %0 : tensor<3x5x4x4xf32>
}
// -----
// depthwise_conv_2d_nhwc_hwcm
func.func @f(%v0: tensor<3x24x19x4xf32>, %v1: tensor<6x5x4x2xf32>, %v2: tensor<3x5x4x4x2xf32>) -> tensor<3x5x4x4x2xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x24x19x4xf32>, tensor<6x5x4x2xf32>) outs(%v2 : tensor<3x5x4x4x2xf32>) -> tensor<3x5x4x4x2xf32>
  return %0 : tensor<3x5x4x4x2xf32>
}
// -----
// depthwise_conv_2d_nhwc_hwcm_q
func.func @f(%v0: tensor<3x24x19x4xf32>, %v1: tensor<6x5x4x2xf32>, %v2: f32, %v3: f32, %v4: tensor<3x5x4x4x2xf32>) -> tensor<3x5x4x4x2xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm_q {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1, %v2, %v3 : tensor<3x24x19x4xf32>, tensor<6x5x4x2xf32>, f32, f32) outs(%v4 : tensor<3x5x4x4x2xf32>) -> tensor<3x5x4x4x2xf32>
  return %0 : tensor<3x5x4x4x2xf32>
}
// -----
// depthwise_conv_3d_ndhwc_dhwc
func.func @f(%v0: tensor<3x24x24x19x4xf32>, %v1: tensor<6x6x5x4xf32>, %v2: tensor<3x5x5x4x4xf32>) -> tensor<3x5x5x4x4xf32> {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwc {foo = 1 : i32, strides = dense<2> : tensor<3xi64>, dilations = dense<3> : tensor<3xi64>} ins(%v0, %v1 : tensor<3x24x24x19x4xf32>, tensor<6x6x5x4xf32>) outs(%v2 : tensor<3x5x5x4x4xf32>) -> tensor<3x5x5x4x4xf32>
  return %0 : tensor<3x5x5x4x4xf32>
}
// -----
// depthwise_conv_3d_ncdhw_cdhw
func.func @f(%v0: tensor<3x4x24x24x19xf32>, %v1: tensor<4x6x6x5xf32>, %v2: tensor<3x4x5x5x4xf32>) -> tensor<3x4x5x5x4xf32> {
  %0 = linalg.depthwise_conv_3d_ncdhw_cdhw {foo = 1 : i32, strides = dense<2> : tensor<3xi64>, dilations = dense<3> : tensor<3xi64>} ins(%v0, %v1 : tensor<3x4x24x24x19xf32>, tensor<4x6x6x5xf32>) outs(%v2 : tensor<3x4x5x5x4xf32>) -> tensor<3x4x5x5x4xf32>
  return %0 : tensor<3x4x5x5x4xf32>
}
// -----
// depthwise_conv_3d_ndhwc_dhwcm
func.func @f(%v0: tensor<3x24x24x19x4xf32>, %v1: tensor<6x6x5x4x2xf32>, %v2: tensor<3x5x5x4x4x2xf32>) -> tensor<3x5x5x4x4x2xf32> {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwcm {foo = 1 : i32, strides = dense<2> : tensor<3xi64>, dilations = dense<3> : tensor<3xi64>} ins(%v0, %v1 : tensor<3x24x24x19x4xf32>, tensor<6x6x5x4x2xf32>) outs(%v2 : tensor<3x5x5x4x4x2xf32>) -> tensor<3x5x5x4x4x2xf32>
  return %0 : tensor<3x5x5x4x4x2xf32>
}
// -----
// pooling_nhwc_sum
func.func @f(%v0: tensor<3x24x19x4xf32>, %v1: tensor<6x5xf32>, %v2: tensor<3x5x4x4xf32>) -> tensor<3x5x4x4xf32> {
  %0 = linalg.pooling_nhwc_sum {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x24x19x4xf32>, tensor<6x5xf32>) outs(%v2 : tensor<3x5x4x4xf32>) -> tensor<3x5x4x4xf32>
  return %0 : tensor<3x5x4x4xf32>
}
// -----
// pooling_nchw_sum
func.func @f(%v0: tensor<3x4x24x19xf32>, %v1: tensor<6x5xf32>, %v2: tensor<3x4x5x4xf32>) -> tensor<3x4x5x4xf32> {
  %0 = linalg.pooling_nchw_sum {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x4x24x19xf32>, tensor<6x5xf32>) outs(%v2 : tensor<3x4x5x4xf32>) -> tensor<3x4x5x4xf32>
  return %0 : tensor<3x4x5x4xf32>
}
// -----
// pooling_nhwc_max
func.func @f(%v0: tensor<3x24x19x4xf32>, %v1: tensor<6x5xf32>, %v2: tensor<3x5x4x4xf32>) -> tensor<3x5x4x4xf32> {
  %0 = linalg.pooling_nhwc_max {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x24x19x4xf32>, tensor<6x5xf32>) outs(%v2 : tensor<3x5x4x4xf32>) -> tensor<3x5x4x4xf32>
  return %0 : tensor<3x5x4x4xf32>
}
// -----
// pooling_nhwc_max_unsigned
func.func @f(%v0: tensor<3x24x19x4xi32>, %v1: tensor<6x5xi32>, %v2: tensor<3x5x4x4xi32>) -> tensor<3x5x4x4xi32> {
  %0 = linalg.pooling_nhwc_max_unsigned {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x24x19x4xi32>, tensor<6x5xi32>) outs(%v2 : tensor<3x5x4x4xi32>) -> tensor<3x5x4x4xi32>
  return %0 : tensor<3x5x4x4xi32>
}
// -----
// pooling_nchw_max
func.func @f(%v0: tensor<3x4x24x19xf32>, %v1: tensor<6x5xf32>, %v2: tensor<3x4x5x4xf32>) -> tensor<3x4x5x4xf32> {
  %0 = linalg.pooling_nchw_max {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x4x24x19xf32>, tensor<6x5xf32>) outs(%v2 : tensor<3x4x5x4xf32>) -> tensor<3x4x5x4xf32>
  return %0 : tensor<3x4x5x4xf32>
}
// -----
// pooling_nhwc_min
func.func @f(%v0: tensor<3x24x19x4xf32>, %v1: tensor<6x5xf32>, %v2: tensor<3x5x4x4xf32>) -> tensor<3x5x4x4xf32> {
  %0 = linalg.pooling_nhwc_min {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x24x19x4xf32>, tensor<6x5xf32>) outs(%v2 : tensor<3x5x4x4xf32>) -> tensor<3x5x4x4xf32>
  return %0 : tensor<3x5x4x4xf32>
}
// -----
// pooling_nhwc_min_unsigned
func.func @f(%v0: tensor<3x24x19x4xi32>, %v1: tensor<6x5xi32>, %v2: tensor<3x5x4x4xi32>) -> tensor<3x5x4x4xi32> {
  %0 = linalg.pooling_nhwc_min_unsigned {foo = 1 : i32, strides = dense<2> : tensor<2xi64>, dilations = dense<3> : tensor<2xi64>} ins(%v0, %v1 : tensor<3x24x19x4xi32>, tensor<6x5xi32>) outs(%v2 : tensor<3x5x4x4xi32>) -> tensor<3x5x4x4xi32>
  return %0 : tensor<3x5x4x4xi32>
}
// -----
// pooling_nwc_sum
func.func @f(%v0: tensor<3x19x4xf32>, %v1: tensor<5xf32>, %v2: tensor<3x4x4xf32>) -> tensor<3x4x4xf32> {
  %0 = linalg.pooling_nwc_sum {foo = 1 : i32, strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%v0, %v1 : tensor<3x19x4xf32>, tensor<5xf32>) outs(%v2 : tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  return %0 : tensor<3x4x4xf32>
}
// -----
// pooling_ncw_sum
func.func @f(%v0: tensor<3x4x19xf32>, %v1: tensor<5xf32>, %v2: tensor<3x4x4xf32>) -> tensor<3x4x4xf32> {
  %0 = linalg.pooling_ncw_sum {foo = 1 : i32, strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%v0, %v1 : tensor<3x4x19xf32>, tensor<5xf32>) outs(%v2 : tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  return %0 : tensor<3x4x4xf32>
}
// -----
// pooling_nwc_max
func.func @f(%v0: tensor<3x19x4xf32>, %v1: tensor<5xf32>, %v2: tensor<3x4x4xf32>) -> tensor<3x4x4xf32> {
  %0 = linalg.pooling_nwc_max {foo = 1 : i32, strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%v0, %v1 : tensor<3x19x4xf32>, tensor<5xf32>) outs(%v2 : tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  return %0 : tensor<3x4x4xf32>
}
// -----
// pooling_nwc_max_unsigned
func.func @f(%v0: tensor<3x19x4xi32>, %v1: tensor<5xi32>, %v2: tensor<3x4x4xi32>) -> tensor<3x4x4xi32> {
  %0 = linalg.pooling_nwc_max_unsigned {foo = 1 : i32, strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%v0, %v1 : tensor<3x19x4xi32>, tensor<5xi32>) outs(%v2 : tensor<3x4x4xi32>) -> tensor<3x4x4xi32>
  return %0 : tensor<3x4x4xi32>
}
// -----
// pooling_ncw_max
func.func @f(%v0: tensor<3x4x19xf32>, %v1: tensor<5xf32>, %v2: tensor<3x4x4xf32>) -> tensor<3x4x4xf32> {
  %0 = linalg.pooling_ncw_max {foo = 1 : i32, strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%v0, %v1 : tensor<3x4x19xf32>, tensor<5xf32>) outs(%v2 : tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  return %0 : tensor<3x4x4xf32>
}
// -----
// pooling_nwc_min
func.func @f(%v0: tensor<3x19x4xf32>, %v1: tensor<5xf32>, %v2: tensor<3x4x4xf32>) -> tensor<3x4x4xf32> {
  %0 = linalg.pooling_nwc_min {foo = 1 : i32, strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%v0, %v1 : tensor<3x19x4xf32>, tensor<5xf32>) outs(%v2 : tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  return %0 : tensor<3x4x4xf32>
}
// -----
// pooling_nwc_min_unsigned
func.func @f(%v0: tensor<3x19x4xi32>, %v1: tensor<5xi32>, %v2: tensor<3x4x4xi32>) -> tensor<3x4x4xi32> {
  %0 = linalg.pooling_nwc_min_unsigned {foo = 1 : i32, strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%v0, %v1 : tensor<3x19x4xi32>, tensor<5xi32>) outs(%v2 : tensor<3x4x4xi32>) -> tensor<3x4x4xi32>
  return %0 : tensor<3x4x4xi32>
}
// -----
// pooling_ndhwc_sum
func.func @f(%v0: tensor<3x24x24x19x4xf32>, %v1: tensor<6x6x5xf32>, %v2: tensor<3x5x5x4x4xf32>) -> tensor<3x5x5x4x4xf32> {
  %0 = linalg.pooling_ndhwc_sum {foo = 1 : i32, strides = dense<2> : tensor<3xi64>, dilations = dense<3> : tensor<3xi64>} ins(%v0, %v1 : tensor<3x24x24x19x4xf32>, tensor<6x6x5xf32>) outs(%v2 : tensor<3x5x5x4x4xf32>) -> tensor<3x5x5x4x4xf32>
  return %0 : tensor<3x5x5x4x4xf32>
}
// -----
// pooling_ndhwc_max
func.func @f(%v0: tensor<3x24x24x19x4xf32>, %v1: tensor<6x6x5xf32>, %v2: tensor<3x5x5x4x4xf32>) -> tensor<3x5x5x4x4xf32> {
  %0 = linalg.pooling_ndhwc_max {foo = 1 : i32, strides = dense<2> : tensor<3xi64>, dilations = dense<3> : tensor<3xi64>} ins(%v0, %v1 : tensor<3x24x24x19x4xf32>, tensor<6x6x5xf32>) outs(%v2 : tensor<3x5x5x4x4xf32>) -> tensor<3x5x5x4x4xf32>
  return %0 : tensor<3x5x5x4x4xf32>
}
// -----
// pooling_ndhwc_min
func.func @f(%v0: tensor<3x24x24x19x4xf32>, %v1: tensor<6x6x5xf32>, %v2: tensor<3x5x5x4x4xf32>) -> tensor<3x5x5x4x4xf32> {
  %0 = linalg.pooling_ndhwc_min {foo = 1 : i32, strides = dense<2> : tensor<3xi64>, dilations = dense<3> : tensor<3xi64>} ins(%v0, %v1 : tensor<3x24x24x19x4xf32>, tensor<6x6x5xf32>) outs(%v2 : tensor<3x5x5x4x4xf32>) -> tensor<3x5x5x4x4xf32>
  return %0 : tensor<3x5x5x4x4xf32>
}
