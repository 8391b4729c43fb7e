module {
  func.func private @types(!quant.uniform<i8:f32, 0.12345678901234>, !quant.uniform<i8:f32, 3.000000e-04:-5>, !quant.uniform<i8<-8:7>:f16, 3.000000e+00>, !quant.uniform<u16<0:1023>:f32, 1.230000e+00:512>, !quant.uniform<i1:bf16, 2.500000e+00>, !quant.uniform<u32:f64, 1.000000e-300:99999999>, !quant.uniform<i32:f80, 2.000000e+00>)
  func.func private @per_axis(tensor<?x2x!quant.uniform<u16:f32:1, {2.000000e+00:10,3.000000e+00:20}>>, tensor<*x!quant.uniform<i4:f64:0, {1.000000e-01}>>, tensor<2x!quant.any<i8>, "encoded">)
  func.func private @sub_channel(tensor<?x?x!quant.uniform<u16:f32:{0:1, 1:2}, {{2.000000e+00:10, 3.000000e+00:20}, {2.000000e+00, 3.000000e+00:20}}>>, !quant.uniform<i8:f16:{}, {{9.997550e-02:10}}>, !quant.uniform<i8:bf16:{0:1, 2:1}, {{{1.000000e+00}, {3.007810e-01:1}}}>)
  func.func private @others(!quant.any<i8>, !quant.any<u8<3:5>>, !quant.any<i8:f32>, !quant.any<i32<-3:5>:f64>, !quant.calibrated<f32<-0.998:1.232100e+00>>)
}
// -----
module {
  func.func @casts(%arg0: f32, %arg1: tensor<2x?xf32>, %arg2: tensor<*xf16>, %arg3: i8, %arg4: tensor<4x6xbf16>) {
    %0 = quant.qcast %arg0 : f32 to !quant.uniform<i8:f32, 2.000000e+00:10>
    %1 = quant.dcast %0 {note} : !quant.uniform<i8:f32, 2.000000e+00:10> to f32
    %2 = quant.qcast %arg1 : tensor<2x?xf32> to tensor<2x?x!quant.uniform<u8:f32:0, {5.000000e-01,2.500000e-01:128}>>
    %3 = quant.scast %2 : tensor<2x?x!quant.uniform<u8:f32:0, {5.000000e-01,2.500000e-01:128}>> to tensor<2x?xi8>
    %4 = quant.scast %3 : tensor<2x?xi8> to tensor<2x?x!quant.uniform<u8:f32:0, {5.000000e-01,2.500000e-01:128}>>
    %5 = quant.dcast %4 : tensor<2x?x!quant.uniform<u8:f32:0, {5.000000e-01,2.500000e-01:128}>> to tensor<2x?xf32>
    %6 = quant.qcast %arg2 : tensor<*xf16> to tensor<*x!quant.uniform<i16:f16, 2.000000e+00>>
    %7 = quant.scast %arg3 : i8 to !quant.any<i8>
    %8 = quant.scast %7 : !quant.any<i8> to i8
    %9 = quant.qcast %arg4 : tensor<4x6xbf16> to tensor<4x6x!quant.uniform<i4:bf16:{0:2, 1:3}, {{1.000000e+00, 2.000000e+00:1}, {3.000000e+00:-8, 4.000000e+00}}>>
    %10 = quant.qcast %arg4 : tensor<4x6xbf16> to tensor<4x6x!quant.uniform<i4:bf16:{1:6}, {{1.000000e+00}}>>
    %11 = quant.qcast %arg0 : f32 to !quant.calibrated<f32<-1.000000e+00:1.000000e+00>>
    %12 = quant.qcast %arg0 : f32 to !quant.any<i8:f32>
    return
  }
}
