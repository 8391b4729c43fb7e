func.func @f(%x: tensor<4x5xf32>, %f: tensor<f32>, %p: tensor<i1>) {
  %0 = stablehlo.reduce(%x init: %f) across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32> reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  %1 = stablehlo.add %x, %x : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  stablehlo.optimization_barrier()
  return
}
// -----
module attributes {x.a = #stablehlo.gather<index_vector_dim = 1, offset_dims = [1]>} {}
// -----
module attributes {x.a = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [2], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 1, kernel_spatial_dimensions = [2], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [2]>} {}
