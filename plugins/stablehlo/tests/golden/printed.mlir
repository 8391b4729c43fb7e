module {
  func.func @unary(%arg0: tensor<4x?xf32>, %arg1: tensor<4xi32>, %arg2: tensor<4xi1>, %arg3: tensor<4xcomplex<f32>>) {
    %0 = stablehlo.abs %arg0 : tensor<4x?xf32>
    %1 = stablehlo.cbrt %arg0 : tensor<4x?xf32>
    %2 = stablehlo.ceil %arg0 : tensor<4x?xf32>
    %3 = stablehlo.cosine %arg0 : tensor<4x?xf32>
    %4 = stablehlo.exponential %arg0 : tensor<4x?xf32>
    %5 = stablehlo.exponential_minus_one %arg0 : tensor<4x?xf32>
    %6 = stablehlo.floor %arg0 : tensor<4x?xf32>
    %7 = stablehlo.log %arg0 : tensor<4x?xf32>
    %8 = stablehlo.log_plus_one %arg0 : tensor<4x?xf32>
    %9 = stablehlo.logistic %arg0 : tensor<4x?xf32>
    %10 = stablehlo.negate %arg0 : tensor<4x?xf32>
    %11 = stablehlo.round_nearest_afz %arg0 : tensor<4x?xf32>
    %12 = stablehlo.round_nearest_even %arg0 : tensor<4x?xf32>
    %13 = stablehlo.rsqrt %arg0 : tensor<4x?xf32>
    %14 = stablehlo.sign %arg0 : tensor<4x?xf32>
    %15 = stablehlo.sine %arg0 : tensor<4x?xf32>
    %16 = stablehlo.sqrt %arg0 : tensor<4x?xf32>
    %17 = stablehlo.tan %arg0 : tensor<4x?xf32>
    %18 = stablehlo.tanh %arg0 : tensor<4x?xf32>
    %19 = stablehlo.abs %arg3 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %20 = stablehlo.real %arg3 {note} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %21 = stablehlo.imag %arg3 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %22 = stablehlo.count_leading_zeros %arg1 : tensor<4xi32>
    %23 = stablehlo.popcnt %arg1 : tensor<4xi32>
    %24 = stablehlo.not %arg2 : tensor<4xi1>
    %25 = stablehlo.is_finite %arg0 : (tensor<4x?xf32>) -> tensor<4x?xi1>
    %26 = stablehlo.convert %arg1 : (tensor<4xi32>) -> tensor<4xf32>
    %27 = stablehlo.bitcast_convert %arg1 : (tensor<4xi32>) -> tensor<4xf32>
    %28 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4x?xf32>
    %29 = stablehlo.cosine %arg0 {result_accuracy = #stablehlo.result_accuracy<ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4x?xf32>
    %30 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 5.000000e-01, rtol = 1.000000e-03, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4x?xf32>
    %31 = stablehlo.sine %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4x?xf32>
    %32 = stablehlo.sine %arg0 : (tensor<4x?xf32>) -> tensor<4x2xf32>
    return
  }
  func.func @binary(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<4xi1>, %arg3: tensor<f32>, %arg4: tensor<?xf32>, %arg5: tensor<i1>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
    %1 = stablehlo.atan2 %arg0, %arg0 : tensor<4xf32>
    %2 = stablehlo.divide %arg0, %arg0 : tensor<4xf32>
    %3 = stablehlo.maximum %arg0, %arg0 : tensor<4xf32>
    %4 = stablehlo.minimum %arg0, %arg0 : tensor<4xf32>
    %5 = stablehlo.multiply %arg0, %arg0 : tensor<4xf32>
    %6 = stablehlo.power %arg0, %arg0 : tensor<4xf32>
    %7 = stablehlo.remainder %arg0, %arg0 : tensor<4xf32>
    %8 = stablehlo.subtract %arg0, %arg0 : tensor<4xf32>
    %9 = stablehlo.shift_left %arg1, %arg1 {note} : tensor<4xi32>
    %10 = stablehlo.shift_right_arithmetic %arg1, %arg1 {note} : tensor<4xi32>
    %11 = stablehlo.shift_right_logical %arg1, %arg1 {note} : tensor<4xi32>
    %12 = stablehlo.and %arg1, %arg1 {note} : tensor<4xi32>
    %13 = stablehlo.or %arg1, %arg1 {note} : tensor<4xi32>
    %14 = stablehlo.xor %arg1, %arg1 {note} : tensor<4xi32>
    %15 = stablehlo.add %arg0, %arg4 : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
    %16 = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f32>>
    %17 = stablehlo.complex %arg4, %arg0 : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
    %18 = stablehlo.compare LT, %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %19 = stablehlo.compare EQ, %arg0, %arg0, TOTALORDER {note} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %20 = stablehlo.clamp %arg0, %arg0, %arg0 : tensor<4xf32>
    %21 = stablehlo.clamp %arg3, %arg0, %arg3 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    %22 = stablehlo.select %arg2, %arg0, %arg0 : tensor<4xi1>, tensor<4xf32>
    %23 = stablehlo.select %arg5, %arg0, %arg4 : (tensor<i1>, tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
    return
  }
  func.func @shape(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<2xi64>, %arg4: tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %arg5: tensor<2xi32>) {
    %0 = stablehlo.broadcast %arg0, sizes = [4, 5] : (tensor<2x3xf32>) -> tensor<4x5x2x3xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] {note} : (tensor<2x3xf32>) -> tensor<2x4x3xf32>
    %2 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    %3 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg3, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %4 = stablehlo.dynamic_iota %arg3, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi32>
    %5 = stablehlo.dynamic_pad %arg0, %arg1, %arg3, %arg3, %arg3 : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %6 = stablehlo.dynamic_reshape %arg0, %arg3 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %7 = stablehlo.dynamic_slice %arg0, %arg2, %arg2, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %8 = stablehlo.dynamic_update_slice %arg0, %7, %arg2, %arg2 : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %9 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
    %10 = stablehlo.iota dim = 0 : tensor<4xf32>
    %11 = stablehlo.pad %arg0, %arg1, low = [0, 1], high = [2, -1], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x5xf32>
    %12 = stablehlo.real_dynamic_slice %arg0, %arg3, %arg3, %arg3 : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %13 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
    %14 = stablehlo.reverse %arg0, dims = [0] : tensor<2x3xf32>
    %15 = stablehlo.set_dimension_size %arg0, %arg2, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<2, ?>>
    %16 = stablehlo.slice %arg0 [0:2:2, 1:3] : (tensor<2x3xf32>) -> tensor<1x2xf32>
    %17 = "stablehlo.torch_index_select"(%arg0, %arg5) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    %18 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    return
  }
  func.func @linear(%arg0: tensor<2x4x4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<4xf32>, %arg3: tensor<1x8x8x4xf32>, %arg4: tensor<3x3x4x6xf32>, %arg5: tensor<2x2xi32>, %arg6: tensor<3x9xf32>) {
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg2, %arg2, %arg2, %arg0) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<4xf32>, tensor<4xf32>)
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg2, %arg2, %arg2, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x4xf32>
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg2, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x4x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4x4xf32>, tensor<4xf32>, tensor<4xf32>)
    %1 = stablehlo.cholesky %arg1, lower = true : tensor<4x4xf32>
    %2 = stablehlo.cholesky %arg1 : tensor<4x4xf32>
    %3 = stablehlo.convolution(%arg3, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
    %4 = stablehlo.convolution(%arg3, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
    %5 = stablehlo.dot %arg1, %arg2 : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %6 = stablehlo.dot %arg1, %arg2, precision = [HIGH, DEFAULT] {note} : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %7 = stablehlo.dot_general %arg0, %arg0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    %8 = stablehlo.dot_general %arg1, %arg2, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %9 = stablehlo.dot_general %arg1, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %10 = "stablehlo.dynamic_conv"(%arg3, %arg4, %arg5) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x?x?x6xf32>
    %11 = stablehlo.einsum %arg1, %arg1, config = "ab,bc->ac" : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %12 = stablehlo.unary_einsum %arg1, config = "ab->a" : (tensor<4x4xf32>) -> tensor<4xf32>
    %13 = stablehlo.fft %arg6, type = RFFT, length = [9] : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
    %14 = "stablehlo.triangular_solve"(%arg1, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return
  }
  func.func @random(%arg0: tensor<f32>, %arg1: tensor<2xi64>, %arg2: tensor<2xui64>) {
    %0 = stablehlo.rng %arg0, %arg0, %arg1, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
    %output_state, %output = stablehlo.rng_bit_generator %arg2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
    return
  }
  func.func @indexed(%arg0: tensor<8x16xf32>, %arg1: tensor<4x1xi32>, %arg2: tensor<4x16xf32>, %arg3: tensor<f32>, %arg4: tensor<2xi32>, %arg5: tensor<10x24x24x64xf32>, %arg6: tensor<10x12x12x64xf32>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
    %1 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg4) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<2xi32>) -> tensor<4x?xf32>
    %2 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %7 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %7 : tensor<f32>
    }) : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<4x16xf32>) -> tensor<8x16xf32>
    %3 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %7 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %7 : tensor<f32>
    }) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %4 = "stablehlo.reduce_window"(%arg0, %arg3) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %7 = stablehlo.maximum %arg7, %arg8 : tensor<f32>
      stablehlo.return %7 : tensor<f32>
    }) : (tensor<8x16xf32>, tensor<f32>) -> tensor<4x8xf32>
    %5 = "stablehlo.select_and_scatter"(%arg5, %arg6, %arg3) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %7 = stablehlo.compare GE, %arg7, %arg8, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    }, {
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %7 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %7 : tensor<f32>
    }) : (tensor<10x24x24x64xf32>, tensor<10x12x12x64xf32>, tensor<f32>) -> tensor<10x24x24x64xf32>
    %6:2 = "stablehlo.sort"(%arg0, %arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>, %arg9: tensor<f32>, %arg10: tensor<f32>):
      %7 = stablehlo.compare LT, %arg7, %arg8 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    }) : (tensor<8x16xf32>, tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>)
    return
  }
  func.func @collective(%arg0: tensor<8x16xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<8x16xf32>) -> tensor<8x32xf32>
    %1 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %15 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %15 : tensor<f32>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %2 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<8x16xf32>) -> tensor<32x4xf32>
    %3 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %4 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %5 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %15 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %15 : tensor<f32>
    }) : (tensor<8x16xf32>) -> tensor<8x8xf32>
    %6 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %7 = stablehlo.create_token : !stablehlo.token
    %8 = stablehlo.after_all %7, %arg1 : !stablehlo.token
    %9:2 = "stablehlo.infeed"(%8) <{infeed_config = "x", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)
    %10 = "stablehlo.outfeed"(%arg0, %8) <{outfeed_config = ""}> : (tensor<8x16xf32>, !stablehlo.token) -> !stablehlo.token
    %11 = stablehlo.partition_id : tensor<ui32>
    %12 = stablehlo.replica_id : tensor<ui32>
    %13 = "stablehlo.send"(%arg0, %8) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<8x16xf32>, !stablehlo.token) -> !stablehlo.token
    %14:2 = "stablehlo.recv"(%8) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<3x4xi32>, !stablehlo.token)
    return
  }
  func.func private @sum(tensor<f32>) -> tensor<f32>
  func.func @flow(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<f32>, %arg3: !stablehlo.token, %arg4: tuple<tensor<f32>, tensor<i32>>, %arg5: tensor<4x5xf32>) {
    %0 = "stablehlo.if"(%arg0) ({
      stablehlo.return %arg2 : tensor<f32>
    }, {
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    %1 = "stablehlo.case"(%arg1) ({
      stablehlo.return %arg2 : tensor<f32>
    }, {
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<i32>) -> tensor<f32>
    %2:2 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg2) : tensor<i32>, tensor<f32> attributes {note}
    cond {
      %13 = stablehlo.compare LT, %iterArg, %arg1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %13 : tensor<i1>
    } do {
      stablehlo.return %iterArg, %iterArg_0 : tensor<i32>, tensor<f32>
    }
    stablehlo.while()
    cond {
      stablehlo.return %arg0 : tensor<i1>
    } do {
      stablehlo.return 
    }
    %3:2 = stablehlo.optimization_barrier %arg2, %arg3 : tensor<f32>, !stablehlo.token
    stablehlo.optimization_barrier()
    %4 = stablehlo.tuple %arg2, %arg1 {note} : tuple<tensor<f32>, tensor<i32>>
    %5 = stablehlo.get_tuple_element %arg4[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
    %6 = stablehlo.custom_call @foo(%arg2, %arg4) {api_version = 2 : i32, backend_config = "x", called_computations = [@sum], has_side_effect = true} : (tensor<f32>, tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
    %7 = stablehlo.custom_call @"a b"(%arg5) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x5xf32>) -> tensor<4x5xf32>
    stablehlo.custom_call @nothing() : () -> ()
    %8 = stablehlo.composite "lib.sum" %arg2 {composite_attributes = {n = 3 : i64}, decomposition = @sum, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %cst = stablehlo.constant {note} dense<1.500000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%arg5 init: %arg2) applies stablehlo.add across dimensions = [1] {note} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %10:2 = stablehlo.reduce(%arg5 init: %arg2), (%arg5 init: %arg2) across dimensions = [0, 1] : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
     reducer(%arg6: tensor<f32>, %arg8: tensor<f32>) (%arg7: tensor<f32>, %arg9: tensor<f32>)  {
      %13 = stablehlo.add %arg6, %arg8 : tensor<f32>
      %14 = stablehlo.minimum %arg7, %arg9 : tensor<f32>
      stablehlo.return %13, %14 : tensor<f32>, tensor<f32>
    }
    %11 = "stablehlo.async_start"(%arg5) ({
    ^bb0(%arg6: tensor<4x5xf32>):
      %13 = "stablehlo.all_gather"(%arg6) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x5xf32>) -> tensor<4x10xf32>
      stablehlo.return %13 : tensor<4x10xf32>
    }) : (tensor<4x5xf32>) -> !stablehlo.future<tensor<4x10xf32>>
    %12 = "stablehlo.async_done"(%11) : (!stablehlo.future<tensor<4x10xf32>>) -> tensor<4x10xf32>
    return
  }
}
// -----
module attributes {x.a = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, x.b = #stablehlo.scatter<input_batching_dims = [0], scatter_indices_batching_dims = [0]>, x.c = #stablehlo.gather<>, x.d = [#stablehlo<precision HIGH>, #stablehlo<fft_type IFFT>, #stablehlo<comparison_direction NE>, #stablehlo<comparison_type NOTYPE>, #stablehlo<transpose ADJOINT>, #stablehlo<rng_distribution NORMAL>, #stablehlo<rng_algorithm PHILOX>], x.e = #stablehlo.bounds<4, ?>, x.f = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>, x.g = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>} {
}
// -----
module attributes {x.a = #stablehlo.axis_ref<name = "x">, x.b = #stablehlo.axis_ref<name = "x", sub_axis_info = (2)4>, x.c = #stablehlo.mesh_axis<name = "x", size = 2>, x.d = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 2>]>, x.e = #stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>>, x.f = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>} {
}
// -----
// The reference differs: jaxlib is built without quantized types.
module {
  func.func @quantized(%arg0: tensor<3x!quant.uniform<i8:f32, 5.000000e-01:-3>>, %arg1: tensor<3xf32>, %arg2: tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.000000e+00:3}>>) {
    %0 = stablehlo.uniform_dequantize %arg0 : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01:-3>>) -> tensor<3xf32>
    %1 = stablehlo.uniform_quantize %arg1 : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:-3>>
    %cst = stablehlo.constant() <{value = dense<[1, 2, 3]> : tensor<3xi8>}> : () -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>
    %2 = stablehlo.add %arg0, %arg0 : tensor<3x!quant.uniform<i8:f32, 5.000000e-01:-3>>
    %3 = stablehlo.uniform_dequantize %arg2 : (tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.000000e+00:3}>>) -> tensor<3xf32>
    return
  }
}
// -----
// The reference differs: jaxlib does not have this op yet.
module {
  func.func @new(%arg0: tensor<8x16xf32>) {
    %0 = "stablehlo.collective_reduce"(%arg0) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return
  }
}
