func.func private @a(!quant.uniform<si8:f32, 1.0:0>, !quant.uniform<ui8<0:255>:f32, 1.0>, !quant<uniform<i8:f32, 2.0>>, !quant<any<i8>>)
// -----
func.func private @a(!quant.uniform<i8:f32:0, {{1.0, 2.0}, {3.0, 4.0}}>, !quant.uniform<u8:f32:{0:2, 0:3}, {99.0:255, 3.0:-1}>)
// -----
func.func private @a(!quant.calibrated<f64<0xBFF0000000000000:1.0>>, !quant.uniform<u8:f32, 123456789.0:1000>)
// -----
#encoding = "x"
!cell = !quant.uniform<i8:f32, 0x3FF0000000000000>
func.func @a(%t: tensor<2x!cell, #encoding>) {
  %0 = quant.dcast %t : tensor<2x!cell, #encoding> to tensor<2xf32>
  return
}
