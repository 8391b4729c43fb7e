module {
  func.func @t(%arg0: tensor<?x4xf32>, %arg1: tensor<4x4xf32>, %arg2: index, %arg3: index, %arg4: f32, %arg5: tensor<*xf32>, %arg6: i1, %arg7: tensor<2x3x1xindex>, %arg8: tensor<2xindex>, %arg9: index) {
    %cast = tensor.cast %arg0 {foo = 1 : i32} : tensor<?x4xf32> to tensor<4x4xf32>
    %0 = tensor.bitcast %arg1 {foo = 1 : i32} : tensor<4x4xf32> to tensor<4x4xi32>
    %dim = tensor.dim {foo = 1 : i32} %arg0, %arg2 : tensor<?x4xf32>
    %1 = tensor.empty(%arg2) {foo = 1 : i32} : tensor<?x4xf32>
    %2 = tensor.empty() : tensor<4xf32, "enc">
    %extracted = tensor.extract %arg0[%arg2, %arg3] {foo = 1 : i32} : tensor<?x4xf32>
    %inserted = tensor.insert %arg4 into %arg0[%arg2, %arg3] {foo = 1 : i32} : tensor<?x4xf32>
    %extracted_slice = tensor.extract_slice %arg0[%arg2, 0] [2, %arg3] [1, 1] {foo = 1 : i32} : tensor<?x4xf32> to tensor<2x?xf32>
    %extracted_slice_0 = tensor.extract_slice %arg0[0, 0] [1, 4] [1, 1] : tensor<?x4xf32> to tensor<4xf32>
    %inserted_slice = tensor.insert_slice %arg1 into %arg0[%arg2, 0] [4, 4] [1, %arg9] {foo = 1 : i32} : tensor<4x4xf32> into tensor<?x4xf32>
    %from_elements = tensor.from_elements %arg4, %arg4 {foo = 1 : i32} : tensor<2xf32>
    %from_elements_1 = tensor.from_elements %arg4 : tensor<f32>
    %expanded = tensor.expand_shape %arg0 [[0, 1], [2, 3]] output_shape [%arg2, 2, 2, 2] {foo = 1 : i32} : tensor<?x4xf32> into tensor<?x2x2x2xf32>
    %collapsed = tensor.collapse_shape %arg0 [[0, 1]] {foo = 1 : i32} : tensor<?x4xf32> into tensor<?xf32>
    %collapsed_2 = tensor.collapse_shape %from_elements_1 [] : tensor<f32> into tensor<f32>
    %padded = tensor.pad %arg0 nofold low[%arg2, 1] high[2, %arg3] {
    ^bb0(%arg10: index, %arg11: index):
      tensor.yield %arg4 {foo = 1 : i32} : f32
    } {foo = 1 : i32} : tensor<?x4xf32> to tensor<?x?xf32>
    %generated = tensor.generate %arg2, %arg3 {
    ^bb0(%arg10: index, %arg11: index):
      tensor.yield %arg4 : f32
    } {foo = 1 : i32} : tensor<?x?xf32>
    %gather = tensor.gather %arg1[%arg7] gather_dims([1]) unique {foo = 1 : i32} : (tensor<4x4xf32>, tensor<2x3x1xindex>) -> tensor<2x3x4x1xf32>
    %scatter = tensor.scatter %gather into %arg1[%arg7] scatter_dims([1]) unique {foo = 1 : i32} : (tensor<2x3x4x1xf32>, tensor<4x4xf32>, tensor<2x3x1xindex>) -> tensor<4x4xf32>
    %concat = tensor.concat dim(0) %arg0, %arg1 {foo = 1 : i32} : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
    %rank = tensor.rank %arg5 {foo = 1 : i32} : tensor<*xf32>
    %reshape = tensor.reshape %arg5(%arg8) {foo = 1 : i32} : (tensor<*xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %splat = tensor.splat %arg4[%arg2] {foo = 1 : i32} : tensor<?x4xf32>
    %splat_3 = tensor.splat %arg4 : tensor<4xf32>
    %3 = scf.forall (%arg10) in (%arg2) shared_outs(%arg11 = %arg0) -> (tensor<?x4xf32>) {
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %arg1 into %arg11[%arg10, 0] [4, 4] [1, 1] {foo = 1 : i32} : tensor<4x4xf32> into tensor<?x4xf32>
      }
    }
    return
  }
  func.func @more(%arg0: tensor<4x4xf32>, %arg1: f32, %arg2: index, %arg3: tensor<3x1xi32>) {
    %padded = tensor.pad %arg0 low[0, 0] high[0, 0] {
    ^bb0(%arg4: index, %arg5: index):
      tensor.yield %arg1 : f32
    } : tensor<4x4xf32> to tensor<4x4xf32>
    %padded_0 = tensor.pad %arg0 nofold low[%arg2, 0] high[0, %arg2] {
    ^bb0(%arg4: index, %arg5: index):
      tensor.yield %arg1 : f32
    } : tensor<4x4xf32> to tensor<?x?xf32>
    %gather = tensor.gather %arg0[%arg3] gather_dims([0]) : (tensor<4x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
    %generated = tensor.generate  {
    ^bb0(%arg4: index):
      tensor.yield %arg1 : f32
    } : tensor<4xf32>
    %expanded = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [2, 2, 4] : tensor<4x4xf32> into tensor<2x2x4xf32>
    %cast = tensor.cast %arg0 : tensor<4x4xf32> to tensor<*xf32>
    %from_elements = tensor.from_elements  : tensor<0xf32>
    %extracted_slice = tensor.extract_slice %arg0[2, %arg2] [%arg2, 1] [1, 2] : tensor<4x4xf32> to tensor<?xf32>
    return
  }
}
