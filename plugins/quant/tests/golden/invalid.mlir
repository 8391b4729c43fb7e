// The reference differs: it says "unexpected decimal integer literal for a floating point value".
// error: unexpected decimal integer literal for a floating point value; add a trailing dot to make the literal a float
func.func private @f(!quant.uniform<i8:f64, 1>)
// -----
// error: illegal storage type size: 0
func.func private @f(!quant.uniform<i0:f32, 1.0>)
// -----
// error: illegal storage type size: 64
func.func private @f(!quant.uniform<u64:f32, 1.0>)
// -----
// The reference differs: it says "illegal storage type size", and a size that varies.
// error: storage type must be integral
func.func private @f(!quant.uniform<f8E5M2<-3:3>:f32, 1.0>)
// -----
// error: storage type must be integral
func.func private @f(!quant.uniform<!quant.any<i8>:f32, 1.0>)
// -----
// error: illegal quantized dimension: -1
func.func private @f(!quant.uniform<i8:f32:-1, {1.0}>)
// -----
// error: illegal quantized dimension: -1
func.func private @f(!quant.uniform<i8:f32:{-1:2}, {1.0}>)
// -----
// error: illegal block size: -2
func.func private @f(!quant.uniform<i8:f32:{0:-2}, {1.0}>)
// -----
// error: tensor literal is invalid; ranks are not consistent between elements
func.func private @f(!quant.uniform<i8:f32:{0:2}, {{1.0},2.0}>)
// -----
// error: expected floating point literal
func.func private @f(!quant.uniform<i8:f32:{0:2}, {}>)
// -----
// error: scale 1.000000e-50 out of expressed type range [1.401298e-45, 3.402823e+38]
func.func private @f(!quant.uniform<i8:f32:{0:2}, {1.0e-50}>)
// -----
// error: scale -1.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]
func.func private @f(!quant.uniform<i8:f32:{0:2}, {-1.0}>)
// -----
// error: scale -1.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]
func.func private @f(!quant.uniform<i8:f32, -1.0>)
// -----
// error: scale 1.000000e+40 out of expressed type range [1.401298e-45, 3.402823e+38]
func.func private @f(!quant.uniform<i8:f32, 1.0e40>)
// -----
// error: scale 1.000000e+06 out of expressed type range [5.960464e-08, 6.550400e+04]
func.func private @f(!quant.uniform<i8:f16, 1.0e6>)
// -----
// error: illegal storage min and storage max: (5:3)
func.func private @f(!quant.uniform<i8<5:3>:f16, 1.0>)
// -----
// error: illegal storage min and storage max: (5:5)
func.func private @f(!quant.uniform<i8<5:5>:f16, 1.0>)
// -----
// error: illegal storage type minimum: -129
func.func private @f(!quant.uniform<i8<-129:5>:f16, 1.0>)
// -----
// error: illegal storage type minimum: -1
func.func private @f(!quant.uniform<u8<-1:5>:f16, 1.0>)
// -----
// error: illegal storage type maximum: 256
func.func private @f(!quant.uniform<u8<1:256>:f16, 1.0>)
// -----
// error: integer value too large
func.func private @f(!quant.uniform<u8<1:25699999999999999999999999>:f16, 1.0>)
// -----
// error: illegal min and max: (2.000000e+00:1.000000e+00)
func.func private @f(!quant.calibrated<f32<2.0:1.0>>)
// -----
// error: illegal min and max: (2.000000e+00:2.000000e+00)
func.func private @f(!quant.calibrated<f32<2.0:2.0>>)
// -----
// The reference differs: it says "invalid kind of type specified".
// error: expected a floating-point type, got 'i8'
func.func private @f(!quant.calibrated<i8<2.0:2.0>>)
// -----
// error: expected '<'
func.func private @f(!quant.calibrated<f32>)
// -----
// The reference differs: it says "unexpected decimal integer literal for a floating point value".
// error: unexpected decimal integer literal for a floating point value; add a trailing dot to make the literal a float
func.func private @f(!quant.calibrated<f32<2:3>>)
// -----
// error: expected ':'
func.func private @f(!quant.uniform<i8>)
// -----
// The reference differs: it says "invalid kind of type specified".
// error: expected a floating-point type, got 'i8'
func.func private @f(!quant.uniform<i8:i8, 2.0>)
// -----
// The reference differs: it says "invalid kind of type specified".
// error: expected a floating-point type, got 'i8'
func.func private @f(!quant.any<i8:i8>)
// -----
// error: illegal storage type prefix
func.func private @f(!quant.any<x8>)
// -----
// error: expected storage type width
func.func private @f(!quant.any<u>)
// -----
// error: expected storage type width
func.func private @f(!quant.any<ux>)
// -----
// error: illegal storage type size: 33
func.func private @f(!quant.any<u33>)
// -----
// The reference differs: it says "illegal storage type size", and a size that varies.
// error: storage type must be integral
func.func private @f(!quant.any<index>)
// -----
// error: expected '<'
func.func private @f(!quant.any)
// -----
// error: expected integer value
func.func private @f(!quant.uniform<i8:f32, 1.0:1.0>)
// -----
// error: expected '>'
func.func private @f(!quant.uniform<i8:f32, 1.0:1 2>)
// -----
// The reference differs: it says "unbalanced '{' character in pretty dialect name".
// error: expected '}'
func.func private @f(!quant.uniform<i8:f32:0, {1.0:1, 2.0>)
// -----
// error: expected '{'
func.func private @f(!quant.uniform<i8:f32:0, 1.0:1>)
// -----
// error: expected integer value
func.func private @f(!quant.uniform<i8:f32:1.0, {1.0:1}>)
// -----
// error: integer value too large
func.func private @f(!quant.uniform<i8:f32:99999999999, {1.0:1}>)
// -----
// error: 'quant.qcast' op scalar types may not use per-axis quantization
func.func @f(%a: f32) {
  %0 = quant.qcast %a : f32 to !quant.uniform<i8:f32:0, {1.0}>
  return
}
// -----
// error: 'quant.qcast' op quantized dimension must be less than tensor rank
func.func @f(%a: tensor<2xf32>) {
  %0 = quant.qcast %a : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32:1, {1.0}>>
  return
}
// -----
// error: 'quant.qcast' op quantized dimension size does not match number of scales
func.func @f(%a: tensor<2xf32>) {
  %0 = quant.qcast %a : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32:0, {1.0}>>
  return
}
// -----
// error: 'quant.qcast' op expressed type in quantized type expected to match float type
func.func @f(%a: tensor<2xf32>) {
  %0 = quant.qcast %a : tensor<2xf32> to tensor<2x!quant.uniform<i8:f64, 1.0>>
  return
}
// -----
// error: 'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape
func.func @f(%a: tensor<2xf32>) {
  %0 = quant.qcast %a : tensor<2xf32> to tensor<3x!quant.uniform<i8:f32, 1.0>>
  return
}
// -----
// error: 'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape
func.func @f(%a: tensor<2xf32>) {
  %0 = quant.qcast %a : tensor<2xf32> to tensor<*x!quant.uniform<i8:f32, 1.0>>
  return
}
// -----
// error: 'quant.qcast' op operand #0 must be scalar or tensor of floating-point, but got 'tensor<2xi8>'
func.func @f(%a: tensor<2xi8>) {
  %0 = quant.qcast %a : tensor<2xi8> to tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}
// -----
// error: 'quant.qcast' op result #0 must be scalar or tensor of quantized type, but got 'tensor<2xf32>'
func.func @f(%a: tensor<2xf32>) {
  %0 = quant.qcast %a : tensor<2xf32> to tensor<2xf32>
  return
}
// -----
// error: 'quant.qcast' op expressed type in quantized type expected to match float type
func.func @f(%a: tensor<2xf32>) {
  %0 = quant.qcast %a : tensor<2xf32> to tensor<2x!quant.any<i8>>
  return
}
// -----
// error: 'quant.scast' op storage type in quantized type expected to match integer type
func.func @f(%a: tensor<2xi8>) {
  %0 = quant.scast %a : tensor<2xi8> to tensor<2x!quant.calibrated<f32<1.0:2.0>>>
  return
}
// -----
// error: 'quant.scast' op storage type in quantized type expected to match integer type
func.func @f(%a: tensor<2xi8>) {
  %0 = quant.scast %a : tensor<2xi8> to tensor<2x!quant.uniform<i4:f32, 1.0>>
  return
}
// -----
// error: 'quant.scast' op operand #0 must be scalar or tensor of signless integer or quantized type, but got 'tensor<2xui8>'
func.func @f(%a: tensor<2xui8>) {
  %0 = quant.scast %a : tensor<2xui8> to tensor<2x!quant.uniform<ui8:f32, 1.0>>
  return
}
// -----
// error: 'quant.scast' op failed to verify that input must be integer and result must be quantized, or vice versa
func.func @f(%a: tensor<2xi8>) {
  %0 = quant.scast %a : tensor<2xi8> to tensor<2xi8>
  return
}
// -----
// error: 'quant.scast' op scalar types may not use sub-channel quantization
func.func @f(%a: i8) {
  %0 = quant.scast %a : i8 to !quant.uniform<i8:f32:{}, {{1.0}}>
  return
}
// -----
// error: 'quant.qcast' op quantized dimension 2 must be less than tensor rank 2
func.func @f(%a: tensor<6x2xf32>) {
  %0 = quant.qcast %a : tensor<6x2xf32> to tensor<6x2x!quant.uniform<i8:f32:{2:1}, {{1.0}}>>
  return
}
// -----
// error: illegal block size: 0
func.func @f(%a: tensor<6x2xf32>) {
  %0 = quant.qcast %a : tensor<6x2xf32> to tensor<6x2x!quant.uniform<i8:f32:{0:0}, {{1.0}}>>
  return
}
// -----
// error: 'quant.qcast' op tensor dimension size 6 at axis 0 must be divisible by the corresponding block size 4
func.func @f(%a: tensor<6x2xf32>) {
  %0 = quant.qcast %a : tensor<6x2xf32> to tensor<6x2x!quant.uniform<i8:f32:{0:4}, {{1.0}}>>
  return
}
// -----
// The reference differs: it says "dimension size 2 of scales tensor at axis 0 should match (tensor dimension at axis / block sizes at axis) = 2".
// error: 'quant.qcast' op dimension size 1 of scales tensor at axis 0 should match (tensor dimension at axis / block sizes at axis) = 2
func.func @f(%a: tensor<6x2xf32>) {
  %0 = quant.qcast %a : tensor<6x2xf32> to tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{1.0, 2.0}}>>
  return
}
// -----
// error: 'quant.qcast' op Rank of scales 1 must match the rank of the tensor 2
func.func @f(%a: tensor<6x2xf32>) {
  %0 = quant.qcast %a : tensor<6x2xf32> to tensor<6x2x!quant.uniform<i8:f32:{0:3}, {1.0, 2.0}>>
  return
}
// -----
// The reference differs: it says "dimension size 1 of scales tensor at axis 1 should match (tensor dimension at axis / block sizes at axis) = 1".
// error: 'quant.qcast' op dimension size 2 of scales tensor at axis 1 should match (tensor dimension at axis / block sizes at axis) = 1
func.func @f(%a: tensor<6x2xf32>) {
  %0 = quant.qcast %a : tensor<6x2xf32> to tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{1.0, 2.0},{1.0,2.0}}>>
  return
}
// -----
// error: 'quant.qcast' op tensor containing the sub-channel quantized type must be ranked
func.func @f(%a: tensor<*xf32>) {
  %0 = quant.qcast %a : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:{0:3}, {{1.0},{1.0}}>>
  return
}
// -----
// error: 'quant.qcast' op tensor dimension size of zero is not allowed with sub-channel quantization
func.func @f(%a: tensor<0x2xf32>) {
  %0 = quant.qcast %a : tensor<0x2xf32> to tensor<0x2x!quant.uniform<i8:f32:{0:3}, {{1.0, 2.0}}>>
  return
}
