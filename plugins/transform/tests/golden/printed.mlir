module {
  transform.sequence  failures(propagate) {
  ^bb0(%arg0: !transform.any_op):
    %0 = merge_handles %arg0 : !transform.any_op
    sequence %0 : !transform.any_op failures(suppress) attributes {test.a} {
    ^bb0(%arg1: !transform.any_op):
      annotate %arg1 "test.b" : !transform.any_op
    }
  }
}
// -----
module {
  transform.sequence  failures(propagate) {
  ^bb0(%arg0: !transform.any_op, %arg1: !transform.any_value, %arg2: !transform.any_param):
    sequence %arg0, %arg1, %arg2 : (!transform.any_op, !transform.any_value, !transform.any_param) failures(propagate) {
    ^bb0(%arg3: !transform.any_op, %arg4: !transform.any_value, %arg5: !transform.any_param):
    }
    %0 = sequence %arg0 : !transform.any_op -> !transform.any_op failures(propagate) {
    ^bb0(%arg3: !transform.any_op):
      yield %arg3 : !transform.any_op
    }
    foreach %arg0, %arg1 with_zip_shortest : !transform.any_op, !transform.any_value {
    ^bb0(%arg3: !transform.any_op, %arg4: !transform.any_value):
    }
    %1 = foreach %arg0 : !transform.any_op -> !transform.any_op {
    ^bb0(%arg3: !transform.any_op):
      transform.yield %arg3 : !transform.any_op
    } {test.a}
  }
}
// -----
module {
  transform.sequence  failures(propagate) {
  ^bb0(%arg0: !transform.any_op):
    %0 = alternatives %arg0 : !transform.any_op -> !transform.any_op attributes {test.a} {
    ^bb0(%arg1: !transform.any_op):
      transform.annotate %arg1 "x" : !transform.any_op
      transform.yield %arg1 : !transform.any_op
    }, {
    ^bb0(%arg1: !transform.any_op):
      transform.yield %arg1 : !transform.any_op
    }
  }
}
// -----
module {
  transform.alternatives {
  ^bb0(%arg0: !transform.any_op):
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @external(!transform.any_op {transform.consumed}) -> (!transform.any_op {test.a})
  transform.named_sequence private @read(%arg0: !transform.any_op {transform.readonly}) -> !transform.any_op attributes {test.b} {
    transform.yield %arg0 : !transform.any_op
  }
  transform.named_sequence @matches(%arg0: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %arg0 ["func.func", "func.call"] {test.a} : !transform.any_op
    transform.yield %arg0 : !transform.any_op
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.include @read failures(suppress) (%arg0) {test.a} : (!transform.any_op) -> !transform.any_op
    %1 = transform.collect_matching @matches in %0 {test.a} : (!transform.any_op) -> !transform.any_op
    %updated_root, %yielded = transform.foreach_match in %0 
        @matches -> @read : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield 
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @both(%arg0: !transform.any_op {transform.readonly}, %arg1: !transform.any_param {transform.readonly}) {
    transform.yield 
  }
  transform.named_sequence @other(%arg0: !transform.any_op {transform.readonly}, %arg1: !transform.any_param {transform.readonly}) {
    transform.yield 
  }
  transform.named_sequence @nothing() {
    transform.yield 
  }
  transform.named_sequence @main(%arg0: !transform.any_op, %arg1: !transform.any_param) {
    %updated_root = transform.foreach_match restrict_root flatten_results in %arg0, %arg1 
        @both -> @nothing, 
        @other -> @nothing {test.a} : (!transform.any_op, !transform.any_param) -> !transform.any_op
    transform.yield 
  }
}
// -----
module {
  transform.sequence  failures(propagate) {
  ^bb0(%arg0: !transform.any_op, %arg1: !transform.any_value):
    %0 = get_parent_op %arg0 {deduplicate, isolated_from_above, nth_parent = 2 : i64, op_name = "func.func"} : (!transform.any_op) -> !transform.any_op
    %1 = get_parent_op %arg0 {allow_empty_results} : (!transform.any_op) -> !transform.op<"func.func">
    %2 = get_operand %arg0[all] : (!transform.any_op) -> !transform.any_value
    %3 = get_operand %arg0[except(0, 1)] {test.a} : (!transform.any_op) -> !transform.any_value
    %4 = get_result %arg0[0, -1] : (!transform.any_op) -> !transform.any_value
    %5 = get_type elemental %arg1 {test.a} : (!transform.any_value) -> !transform.type
    %6 = get_type %arg1 : (!transform.any_value) -> !transform.any_param
    %7 = get_defining_op %arg1 {test.a} : (!transform.any_value) -> !transform.any_op
    %8 = get_producer_of_operand %arg0[0] {test.a} : (!transform.any_op) -> !transform.any_op
    %9 = get_consumers_of_result %arg0[0] {test.a} : (!transform.any_op) -> !transform.any_op
    %10 = select "func.call" in %arg0 {test.a} : (!transform.any_op) -> !transform.any_op
    %11 = cast %arg0 {test.a} : !transform.any_op to !transform.op<"builtin.module">
    %12 = replicate num(%arg0) %arg0 {test.a} : !transform.any_op, !transform.any_op
  }
}
// -----
#map = affine_map<(d0) -> (d0)>
module {
  transform.sequence  failures(propagate) {
  ^bb0(%arg0: !transform.any_op):
    %0 = transform.param.constant 42 : i64 {test.a} -> !transform.param<i64>
    %1 = transform.param.constant #map -> !transform.affine_map
    %2 = num_associations %arg0 {test.a} : (!transform.any_op) -> !transform.param<i64>
    transform.match.param.cmpi le %0, %2 {test.a} : !transform.param<i64>
    transform.match.operation_empty %arg0 {test.a} : !transform.any_op
    %3 = merge_handles deduplicate %0, %2 {test.a} : !transform.param<i64>
    annotate %arg0 "test.value" {test.a} = %0 : !transform.any_op, !transform.param<i64>
    transform.debug.emit_remark_at %arg0, "here" {test.a} : !transform.any_op
    transform.debug.emit_param_as_remark %0, "it is" at %arg0 {test.a} : !transform.param<i64>, !transform.any_op
    transform.debug.emit_param_as_remark %0 : !transform.param<i64>
    print 
    print %arg0 {assume_verified, name = "here", skip_regions, use_local_scope} : !transform.any_op
    verify %arg0 {test.a} : !transform.any_op
    %4:2 = split_handle %arg0 {fail_on_payload_too_small = false, overflow_result = 1 : i64, pass_through_empty_handle = false} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
// -----
module {
  transform.sequence  failures(propagate) {
  ^bb0(%arg0: !transform.any_op):
    apply_cse to %arg0 {test.a} : !transform.any_op
    apply_dce to %arg0 {test.a} : !transform.any_op
    apply_licm to %arg0 {test.a} : !transform.any_op
    apply_patterns to %arg0 {
      transform.apply_patterns.canonicalization {test.a}
    } {apply_cse, max_iterations = 3 : i64, max_num_rewrites = 4 : i64} : !transform.any_op
    apply_patterns to %arg0 {
    } : !transform.any_op
    %0 = transform.param.constant 3 : i64 -> !transform.any_param
    %1 = apply_registered_pass "canonicalize" with options = {"disable-patterns" = ["a", "b"], "max-iterations" = %0, "top-down" = false} to %arg0 {test.a} : (!transform.any_op, !transform.any_param) -> !transform.any_op
    %2 = apply_registered_pass "cse" to %1 : (!transform.any_op) -> !transform.any_op
  }
}
// -----
module {
  transform.sequence  failures(propagate) {
  ^bb0(%arg0: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.empty"]} interface{LinalgOp} attributes {test.a = 1 : i32} filter_result_type = i32 filter_operand_types = [i32] in %arg0 {test.b} : (!transform.any_op) -> !transform.op<"tensor.empty">
    %1 = transform.bufferization.empty_tensor_to_alloc_tensor %0 {test.a} : (!transform.op<"tensor.empty">) -> !transform.op<"bufferization.alloc_tensor">
    transform.bufferization.eliminate_empty_tensors %arg0 {test.a} : !transform.any_op
    transform.bufferization.buffer_loop_hoisting %arg0 {test.a} : !transform.any_op
    %2 = transform.structured.rewrite_in_destination_passing_style %arg0 {test.a} : (!transform.any_op) -> !transform.any_op
    %3 = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %2 {allow_return_allocs_from_loops = true, allow_unknown_ops = true, bufferize_function_boundaries = true, check_parallel_regions = false, dump_alias_sets = true, memcpy_op = "linalg.copy", print_conflicts = true, test.a, test_analysis_only = true} : (!transform.any_op) -> !transform.any_op
  }
}
// -----
module {
  transform.sequence  failures(propagate) {
  ^bb0(%arg0: !transform.any_op):
    %0 = transform.tune.knob<"width"> = 2 : i64 from options = [2, 3] {test.a} -> !transform.any_param
    %1 = transform.tune.knob<"depth"> options = [2, 3] -> !transform.any_param
    %2 = transform.tune.alternatives<"how"> selected_region = 1 attributes {test.a} -> !transform.any_op {
      %3 = transform.merge_handles %arg0 : !transform.any_op
      transform.yield %3 : !transform.any_op
    }, {
      transform.yield %arg0 : !transform.any_op
    }
    transform.tune.alternatives<"what"> selected_region = %0 : !transform.any_param {
    }, {
    }
    transform.tune.alternatives<"where"> {
    }
  }
}
// -----
module {
  "test.op"() {test.attr = #transform.param_operand<index = 1 : i64>, test.types = [!transform.any_op, !transform.any_value, !transform.any_param, !transform.op<"a.b">, !transform.param<i8>, !transform.affine_map, !transform.type]} : () -> ()
}
// -----
module {
  transform.sequence  failures(propagate) {
  ^bb0(%arg0: !transform.any_op):
    apply_patterns to %arg0 {
      transform.apply_patterns.linalg.decompose_pack_unpack {test.a}
      transform.apply_patterns.linalg.decompose_pad
      transform.apply_patterns.linalg.erase_unnecessary_inputs
      transform.apply_patterns.linalg.fold_add_into_dest
      transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes
      transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
      transform.apply_patterns.linalg.pad_vectorization
      transform.apply_patterns.linalg.tiling_canonicalization
      transform.apply_patterns.memref.expand_ops
      transform.apply_patterns.memref.expand_strided_metadata
      transform.apply_patterns.memref.extract_address_computations
      transform.apply_patterns.memref.fold_memref_alias_ops
      transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims
      transform.apply_patterns.scf.for_loop_canonicalization
      transform.apply_patterns.tensor.bubble_up_extract_slice
      transform.apply_patterns.tensor.decompose_concat
      transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion
      transform.apply_patterns.tensor.fold_into_pack_and_unpack
      transform.apply_patterns.tensor.fold_tensor_subset_ops
      transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
      transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
      transform.apply_patterns.tensor.reassociative_reshape_folding
      transform.apply_patterns.linalg.fold_pack_unpack_into_empty {fold_single_use_only = true}
      transform.apply_patterns.tensor.fold_tensor_empty
      transform.apply_patterns.tensor.fold_tensor_empty {fold_single_use_only = true, test.a}
      transform.apply_patterns.tensor.rewrite_as_constant aggressive {test.a}
      transform.apply_patterns.tensor.rewrite_as_constant
      transform.apply_patterns.memref.alloc_to_alloca size_limit(42) {test.a}
      transform.apply_patterns.memref.alloc_to_alloca
    } : !transform.any_op
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op, %arg3: !transform.any_param, %arg4: !transform.any_param, %arg5: !transform.any_value, %arg6: !transform.op<"scf.for">, %arg7: !transform.op<"memref.alloc">, %arg8: !transform.op<"memref.alloca">, %arg9: !transform.op<"linalg.pack">, %arg10: !transform.op<"linalg.unpack">, %arg11: !transform.param<i64>) {
    transform.affine.simplify_bounded_affine_ops %arg0 with[%arg1, %arg2 : !transform.any_op, !transform.any_op] within [0, 1] and [5, 6] {k} : !transform.any_op
    transform.affine.simplify_bounded_affine_ops %arg0 with[] within [] and [] : !transform.any_op
    transform.affine.simplify_min_max_affine_ops %arg0 {k} : !transform.any_op
    %0 = transform.dlti.query ["a", "b"] at %arg0 {k} : (!transform.any_op) -> !transform.any_param
    %transformed_module, %transformed_function = transform.func.deduplicate_func_args @f at %arg0 {k} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %transformed_module_0, %transformed_function_1 = transform.func.replace_func_signature @f args_interchange = [1, 0] results_interchange = [0] at %arg0 {adjust_func_calls, k} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.gpu.map_forall_to_blocks %arg0 generate_gpu_launch grid_dims = [4, 2, 1] {k} : (!transform.any_op) -> !transform.any_op
    %2 = transform.gpu.map_forall_to_blocks %arg0 : (!transform.any_op) -> !transform.any_op
    %3 = transform.gpu.map_nested_forall_to_threads %arg0 block_dims = [32, 4, 1] sync_after_distribute = false warp_size = 64 {k} : (!transform.any_op) -> !transform.any_op
    %4 = transform.gpu.map_nested_forall_to_threads %arg0 block_dims = [32, 4, 1] : (!transform.any_op) -> !transform.any_op
    %5 = transform.loop.coalesce %arg0 {k} : (!transform.any_op) -> !transform.any_op
    %6:2 = transform.loop.forall_to_for %arg0 {k} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %7 = transform.loop.forall_to_parallel %arg0 {k} : (!transform.any_op) -> !transform.any_op
    %8 = transform.loop.fuse_sibling %arg0 into %arg1 {k} : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield 
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op, %arg3: !transform.any_param, %arg4: !transform.any_param, %arg5: !transform.any_value, %arg6: !transform.op<"scf.for">, %arg7: !transform.op<"memref.alloc">, %arg8: !transform.op<"memref.alloca">, %arg9: !transform.op<"linalg.pack">, %arg10: !transform.op<"linalg.unpack">, %arg11: !transform.param<i64>) {
    transform.loop.hoist_loop_invariant_subsets %arg0 {k} : !transform.any_op
    %function, %call = transform.loop.outline %arg0 {func_name = "f", k} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %0 = transform.loop.parallel_for_to_nested_fors %arg0 {k} : (!transform.any_op) -> !transform.any_op
    %peeled_loop, %remainder_loop = transform.loop.peel %arg6 {fail_if_already_divisible = true, k, peel_front = true} : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    %1 = transform.loop.pipeline %arg6 {iteration_interval = 2 : i64, k, read_latency = 5 : i64} : (!transform.op<"scf.for">) -> !transform.any_op
    transform.loop.promote_if_one_iteration %arg0 {k} : !transform.any_op
    transform.loop.unroll %arg0 {factor = 4 : i64, k} : !transform.any_op
    transform.loop.unroll_and_jam %arg0 {factor = 4 : i64, k} : !transform.any_op
    %getGlobal, %global = transform.memref.alloca_to_global %arg8 {k} : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
    transform.memref.erase_dead_alloc_and_stores %arg0 {k} : (!transform.any_op) -> ()
    %2 = transform.memref.make_loop_independent %arg0 {k, num_loops = 1 : i64} : (!transform.any_op) -> !transform.any_op
    %3 = transform.memref.multibuffer %arg7 {factor = 2 : i64, k, skip_analysis} : (!transform.op<"memref.alloc">) -> !transform.any_op
    %4 = transform.nvgpu.create_async_groups %arg0 {bypass_l1, k} : (!transform.any_op) -> !transform.any_op
    %5 = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %arg0 {depth = 4 : i64, k, peel_epilogue} : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op, %arg3: !transform.any_param, %arg4: !transform.any_param, %arg5: !transform.any_value, %arg6: !transform.op<"scf.for">, %arg7: !transform.op<"memref.alloc">, %arg8: !transform.op<"memref.alloca">, %arg9: !transform.op<"linalg.pack">, %arg10: !transform.op<"linalg.unpack">, %arg11: !transform.param<i64>) {
    transform.nvgpu.rewrite_copy_as_tma %arg0 {k} : (!transform.any_op) -> ()
    transform.nvgpu.rewrite_matmul_as_mma_sync %arg0 {k} : (!transform.any_op) -> ()
    transform.scf.take_assumed_branch %arg0 take_else_branch {k} : (!transform.any_op) -> ()
    transform.scf.take_assumed_branch %arg0 : (!transform.any_op) -> ()
    %0 = transform.tensor.make_loop_independent %arg0 {k, num_loops = 1 : i64} : (!transform.any_op) -> !transform.any_op
    %1 = transform.xegpu.convert_layout %arg5 input_sg_layout = [8, %arg3] input_sg_data = [32, 32] input_inst_data = [8, 16] target_sg_layout = [4, 4] target_sg_data = [%arg3, 32] target_inst_data = [8, %arg3] {k} : (!transform.any_value, !transform.any_param, !transform.any_param, !transform.any_param) -> !transform.any_op
    %2 = transform.xegpu.convert_layout %arg5 input_sg_layout = [8, 4] input_sg_data = [32, 32] target_sg_layout = [4, 4] target_sg_data = [16, 32] : (!transform.any_value) -> !transform.any_op
    %3 = transform.xegpu.get_desc_op %arg5 {k} : (!transform.any_value) -> !transform.any_op
    %4 = transform.xegpu.insert_prefetch %arg5 nb_prefetch = %arg3 {k} : (!transform.any_value, !transform.any_param) -> !transform.any_op
    %5 = transform.xegpu.insert_prefetch %arg5 nb_prefetch = 2 : (!transform.any_value) -> !transform.any_op
    %6 = transform.xegpu.set_desc_layout %arg0 sg_layout = [%arg3, 4] sg_data = [32, 32] inst_data = [8, 16] slice_dims = [0] {k} : (!transform.any_op, !transform.any_param) -> !transform.any_op
    %7 = transform.xegpu.set_desc_layout %arg0 sg_layout = [8, 4] sg_data = [32, 32] : (!transform.any_op) -> !transform.any_op
    transform.xegpu.set_gpu_launch_threads %arg0 threads = [%arg3, 4, 1] {k} : !transform.any_op, !transform.any_param
    transform.xegpu.set_op_layout_attr %arg0 result index = 1 sg_layout = [8, %arg3] sg_data = [32, 32] inst_data = [8, 16] slice_dims = [0] {k} : !transform.any_op, !transform.any_param
    transform.xegpu.set_op_layout_attr %arg0 sg_layout = [8, 4] sg_data = [32, 32] : !transform.any_op
    %8 = transform.sparse_tensor.match.sparse_inout %arg0 {k} : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op, %arg3: !transform.any_param, %arg4: !transform.any_param, %arg5: !transform.any_value, %arg6: !transform.op<"scf.for">, %arg7: !transform.op<"memref.alloc">, %arg8: !transform.op<"memref.alloca">, %arg9: !transform.op<"linalg.pack">, %arg10: !transform.op<"linalg.unpack">, %arg11: !transform.param<i64>) {
    %allocated_buffer, %new_ops = transform.structured.bufferize_to_allocation %arg0 {alloc_op = "memref.alloca", bufferize_destination_only, emit_dealloc, k, memcpy_op = "memref.copy", memory_space = 1 : i64} : !transform.any_op
    %allocated_buffer_0, %new_ops_1 = transform.structured.bufferize_to_allocation %arg0 : !transform.any_op
    transform.structured.eliminate_empty_tensors %arg0 {k} : !transform.any_op
    %0 = transform.structured.insert_slice_to_copy %arg0 {k} : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.linalg_copy_to_memref %arg0 {k} : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.promote %arg0 {alignment = 32 : i64, k, mapping = [#gpu.block<x>], memory_space = 1 : i64, operands_to_promote = [0, 1], use_alloca, use_full_tile_buffers = [false, true], use_full_tiles_by_default, use_original_subview_size} : (!transform.any_op) -> !transform.any_op
    %3 = transform.structured.promote_tensor to 1 : i64 %arg5 {k} : !transform.any_value
    %4 = transform.structured.promote_tensor %arg5 : !transform.any_value
    %img2col_tensor, %transformed = transform.structured.convert_conv2d_to_img2col %arg0 {k} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %5 = transform.structured.convert_to_loops %arg0 {k} : (!transform.any_op) -> !transform.any_op
    %6 = transform.structured.decompose %arg0 {k} : (!transform.any_op) -> !transform.any_op
    %7 = transform.structured.decompose_interface %arg0 {k} : (!transform.any_op) -> !transform.any_op
    %8 = transform.structured.decompose_winograd_op %arg0 {k} : (!transform.any_op) -> !transform.any_op
    %9 = transform.structured.flatten_elementwise %arg0 {k} : (!transform.any_op) -> !transform.any_op
    %10 = transform.structured.generalize %arg0 {k} : (!transform.any_op) -> !transform.any_op
    %11 = transform.structured.interchange %arg0 iterator_interchange = [2, 0, 1] {k} : (!transform.any_op) -> !transform.any_op
    %12 = transform.structured.interchange %arg0 : (!transform.any_op) -> !transform.any_op
    %13 = transform.structured.scalarize %arg0 {k} : (!transform.any_op) -> !transform.any_op
    %14 = transform.structured.specialize %arg0 {k} : (!transform.any_op) -> !transform.any_op
    %15 = transform.structured.transpose_conv2d %arg0 {k} : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op, %arg3: !transform.any_param, %arg4: !transform.any_param, %arg5: !transform.any_value, %arg6: !transform.op<"scf.for">, %arg7: !transform.op<"memref.alloc">, %arg8: !transform.op<"memref.alloca">, %arg9: !transform.op<"linalg.pack">, %arg10: !transform.op<"linalg.unpack">, %arg11: !transform.param<i64>) {
    %0 = transform.structured.transpose_matmul %arg0<rhs> {k} : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.transpose_matmul %arg0 : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.winograd_conv2d %arg0 {fmr = 0 : i32, k} : (!transform.any_op) -> !transform.any_op
    %tile_sizes, %chunk_sizes = transform.structured.continuous_tile_sizes %arg0 {dimension = 1 : i64, k, target_size = 9 : i64} : (!transform.any_op) -> !transform.any_param
    %transformed, %loops:2 = transform.structured.fuse %arg0 tile_sizes [%arg3, 4] interchange [%arg4, 0] {apply_cleanup, k} : (!transform.any_op, !transform.any_param, !transform.any_param) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %transformed_0, %loops_1 = transform.structured.fuse %arg0 {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %fused_op, %new_containing_op = transform.structured.fuse_into_containing_op %arg0 into %arg1 {k} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %low_size, %high_size, %split_point = transform.structured.multitile_sizes %arg0 {dimension = 1 : i64, divisor = 2 : i64, k, target_size = 9 : i64} : (!transform.any_op) -> !transform.any_param
    %3 = transform.structured.split %arg0 after 42  {dimension = 0 : i64, k} : !transform.any_op
    %4 = transform.structured.split %arg0 after %arg3  {dimension = 0 : i64, multiway} : !transform.any_op, !transform.any_param
    %init_or_alloc_op, %fill_op, %split_linalg_op, %combining_linalg_op = transform.structured.split_reduction %arg0 {inner_parallel, insert_split_dimension = 1 : i64, k, split_factor = 4 : i64, use_alloc, use_scaling_algorithm} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %fill_op_2:2, %split_op, %combining_op, %for_op = transform.structured.tile_reduction_using_for %arg0 reduction_dims = [1] by tile_sizes = [0, 5] {k} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %fill_op_3, %split_op_4, %combining_op_5, %forall_op = transform.structured.tile_reduction_using_forall %arg0 reduction_dims = [1] by num_threads = [0, 5] tile_sizes = [0, 3] mapping = [#gpu.thread<x>] {k} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %tiled_linalg_op, %loops_6:3 = transform.structured.tile_using_for %arg0 tile_sizes [%arg3, 4, [8]] interchange = [1, 0, 2] {k} : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %tiled_linalg_op_7, %loops_8 = transform.structured.tile_using_for %arg0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %tiled_op, %forall_op_9 = transform.structured.tile_using_forall %arg0 num_threads [%arg3, 4](mapping = [#gpu.block<x>, #gpu.block<y>]) {k} : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    %tiled_op_10, %forall_op_11 = transform.structured.tile_using_forall %arg0 tile_sizes *(%arg1) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %tiled_op_12, %forall_op_13 = transform.structured.tile_using_forall %arg0 num_threads [2] tile_sizes [4, %arg3] : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    %5 = transform.structured.hoist_pad %arg0 by 1 loops, transpose by [1, 0] {k} : (!transform.any_op) -> !transform.any_op
    %6 = transform.structured.hoist_pad %arg0 by 1 loops : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op, %arg3: !transform.any_param, %arg4: !transform.any_param, %arg5: !transform.any_value, %arg6: !transform.op<"scf.for">, %arg7: !transform.op<"memref.alloc">, %arg8: !transform.op<"memref.alloca">, %arg9: !transform.op<"linalg.pack">, %arg10: !transform.op<"linalg.unpack">, %arg11: !transform.param<i64>) {
    %0 = transform.structured.hoist_pad.build_packing_loop_nest %arg0 above %arg1, transpose by [1, 0] {k} : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %pad_op, %expand_shape_op, %transpose_op = transform.structured.lower_pack %arg9 {k, lowerPadLikeWithInsertSlice = false} : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    %empty_op, %transpose_op_0, %collapse_shape_op, %extract_slice_op = transform.structured.lower_unpack %arg10 {k, lowerUnpadLikeWithExtractSlice = false} : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    %1 = transform.structured.pack %arg0 packed_sizes = [%arg1, 4] {k} : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %2 = transform.structured.pack_greedily %arg0 matmul_packed_sizes = [%arg1, 16, 0] matmul_padded_sizes_next_multiple_of = [0, 0, 4] matmul_inner_dims_order = [1, 2, 0] {k} : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %3 = transform.structured.pack_greedily %arg0 matmul_packed_sizes = [8, 16, 32] matmul_inner_dims_order = [1, 2, 0] : (!transform.any_op) -> !transform.any_op
    %packed_op, %pack_op, %un_pack_op = transform.structured.pack_transpose %arg0 with_compute_op(%arg1) outer_perm = [1, 0] inner_perm = [0, 1] {k} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %padded, %pad, %copy = transform.structured.pad %arg0 pad_to_multiple_of [%arg3, 4] use_prescribed_tensor_shapes {copy_back_op = "none", k, nofold_flags = [1], padding_dimensions = [0, 1], padding_values = [0.000000e+00 : f32], transpose_paddings = [[1, 0]]} : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %padded_1, %pad_2, %copy_3 = transform.structured.pad %arg0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %padded_4, %pad_5 = transform.structured.pad_tiling_interface %arg0 to padding_sizes [%arg3, 4] pad_to_multiple_of {k, padding_values = [0.000000e+00 : f32]} : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    %forall_op, %tiled_op = transform.structured.gpu.map_copy_to_threads %arg0 total_num_threads = 32 desired_bit_alignment = 128 {k} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %4 = transform.structured.hoist_redundant_vector_broadcasts %arg0 {k} : (!transform.any_op) -> !transform.any_op
    %5 = transform.structured.hoist_redundant_vector_transfers %arg0 {k, verify_non_zero_trip} : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %arg0 vector_sizes [%arg3, [4]] {assume_dynamic_dims_match_vec_sizes, create_named_contraction, k, vectorize_nd_extract} : !transform.any_op, !transform.any_param
    transform.structured.vectorize %arg0 : !transform.any_op
    %6 = transform.structured.vectorize_children_and_apply_patterns %arg0 {disable_multi_reduction_to_contract_patterns, disable_transfer_permutation_map_lowering_patterns, flatten_1d_depthwise_conv, fold_type_extensions_into_contract, k, vectorize_nd_extract, vectorize_padding} : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op, %arg3: !transform.any_param, %arg4: !transform.any_param, %arg5: !transform.any_value, %arg6: !transform.op<"scf.for">, %arg7: !transform.op<"memref.alloc">, %arg8: !transform.op<"memref.alloca">, %arg9: !transform.op<"linalg.pack">, %arg10: !transform.op<"linalg.unpack">, %arg11: !transform.param<i64>) {
    %0 = transform.match.structured failures(suppress) %arg0 : (!transform.any_op) -> !transform.any_param attributes {k} {
    ^bb0(%arg12: !transform.any_op):
      transform.match.structured.body %arg12 {k, passthrough} : !transform.any_op
      transform.match.structured.body %arg12 {reduction_position = 0 : i64} : !transform.any_op
      transform.match.structured.body %arg12 {contraction = ["arith.mulf", "arith.addf"]} : !transform.any_op
      transform.match.structured.body %arg12 {elementwise} : !transform.any_op
      %batch, %m, %n, %k = transform.match.structured.classify_contraction_dims %arg12 {k} : (!transform.any_op) -> (!transform.any_param, !transform.any_param, !transform.any_param, !transform.any_param)
      %batch_0, %output_image, %output_channel, %filter_loop, %input_channel, %depth, %strides, %dilations = transform.match.structured.classify_convolution_dims %arg12 {k} : (!transform.any_op) -> (!transform.any_param, !transform.any_param, !transform.any_param, !transform.any_param, !transform.any_param, !transform.any_param, !transform.any_param, !transform.any_param)
      transform.match.structured.dim %arg12[all] {k, parallel} : !transform.any_op
      %2 = transform.match.structured.dim %arg12[except(-1, 0)] {reduction} : (!transform.any_op) -> !transform.any_param
      %3 = transform.match.structured.input %arg12[0] {k, projected_permutation} : (!transform.any_op) -> !transform.any_value
      %4 = transform.match.structured.init %arg12[all] {permutation} : (!transform.any_op) -> !transform.affine_map
      transform.match.structured.init %arg12[0, 1] : !transform.any_op
      %5 = transform.match.structured.elemental_bitwidth %3 {k} : (!transform.any_value) -> !transform.any_param
      %6 = transform.match.structured.num_inits %arg12 {k} : (!transform.any_op) -> !transform.any_param
      %7 = transform.match.structured.num_inputs %arg12 {k} : (!transform.any_op) -> !transform.any_param
      %8 = transform.match.structured.rank %arg12 {k} : (!transform.any_op) -> !transform.any_param
      %9 = transform.match.structured.result %arg12[0] any {k} : (!transform.any_op) -> !transform.any_op
      %10 = transform.match.structured.result %arg12[0] single : (!transform.any_op) -> !transform.any_op
      %11 = transform.match.structured.result %arg12[-1] : (!transform.any_op) -> !transform.any_value
      transform.match.structured.yield %8 : !transform.any_param
    }
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg12: !transform.any_op):
    }
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg12: !transform.any_op):
      transform.match.structured.yield  {k}
    }
    %1:2 = transform.match.structured %arg0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op) {
    ^bb0(%arg12: !transform.any_op):
      transform.match.structured.yield %arg12, %arg12 : !transform.any_op, !transform.any_op
    }
    transform.yield 
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op, %arg3: !transform.any_param, %arg4: !transform.any_param, %arg5: !transform.any_value, %arg6: !transform.op<"scf.for">, %arg7: !transform.op<"memref.alloc">, %arg8: !transform.op<"memref.alloca">, %arg9: !transform.op<"linalg.pack">, %arg10: !transform.op<"linalg.unpack">, %arg11: !transform.param<i64>) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.arm_neon.vector_contract_to_bfmmla {k}
      transform.apply_patterns.arm_neon.vector_contract_to_i8mm {k}
      transform.apply_patterns.arm_sve.vector_contract_to_bfmmla {k}
      transform.apply_patterns.arm_sve.vector_contract_to_i8mm {k}
      transform.apply_patterns.gpu.eliminate_barriers {k}
      transform.apply_patterns.gpu.gpu_rewrite_patterns {k}
      transform.apply_patterns.gpu.gpu_shuffle_to_amdgpu chipset = "gfx950"
      transform.apply_patterns.gpu.gpu_shuffle_to_amdgpu
      transform.apply_patterns.gpu.unroll_vectors_subgroup_mma[16, 16, 8]
      transform.apply_patterns.vector.cast_away_vector_leading_one_dim {k}
      transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops {k}
      transform.apply_patterns.vector.drop_unit_dims_with_shape_cast {k}
      transform.apply_patterns.vector.elementwise_to_vector {k}
      transform.apply_patterns.vector.fold_arith_extension {k}
      transform.apply_patterns.vector.interleave_to_shuffle {k}
      transform.apply_patterns.vector.lower_bitcast {k}
      transform.apply_patterns.vector.lower_broadcast {k}
      transform.apply_patterns.vector.lower_contraction lowering_strategy = dot
      transform.apply_patterns.vector.lower_contraction lowering_strategy = parallelarith
      transform.apply_patterns.vector.lower_contraction
      transform.apply_patterns.vector.lower_create_mask {k}
      transform.apply_patterns.vector.lower_gather {k}
      transform.apply_patterns.vector.lower_interleave {k}
      transform.apply_patterns.vector.lower_masked_transfers {k}
      transform.apply_patterns.vector.lower_masks {k}
      transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = innerreduction
      transform.apply_patterns.vector.lower_outerproduct {k}
      transform.apply_patterns.vector.lower_scan {k}
      transform.apply_patterns.vector.lower_shape_cast {k}
      transform.apply_patterns.vector.lower_transfer max_transfer_rank = 2
      transform.apply_patterns.vector.lower_transpose lowering_strategy = shuffle_16x16 avx2_lowering_strategy = true
      transform.apply_patterns.vector.lower_transpose avx2_lowering_strategy = true
      transform.apply_patterns.vector.materialize_masks {k}
      transform.apply_patterns.vector.rank_reducing_subview_patterns {k}
      transform.apply_patterns.vector.reduction_to_contract {k}
      transform.apply_patterns.vector.rewrite_narrow_types {k}
      transform.apply_patterns.vector.sink_mem_ops {k}
      transform.apply_patterns.vector.sink_ops {k}
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "vector-transfer"
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = none
      transform.apply_patterns.vector.transfer_permutation_patterns {k}
      transform.apply_patterns.vector.transfer_to_scf max_transfer_rank = 2 full_unroll = true
      transform.apply_patterns.vector.transfer_to_scf full_unroll = true
      transform.apply_patterns.vector.unroll_from_elements {k}
      transform.apply_patterns.vector.unroll_to_elements {k}
      transform.apply_patterns.x86vector.sink_vector_producer_ops {k}
      transform.apply_patterns.x86vector.vector_contract_bf16_to_fma {k}
      transform.apply_patterns.x86vector.vector_contract_to_fma {k}
      transform.apply_patterns.x86vector.vector_contract_to_packed_type_dot_product {k}
    } : !transform.any_op
    transform.yield 
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op, %arg3: !transform.any_param, %arg4: !transform.any_param, %arg5: !transform.any_value, %arg6: !transform.op<"scf.for">, %arg7: !transform.op<"memref.alloc">, %arg8: !transform.op<"memref.alloca">, %arg9: !transform.op<"linalg.pack">, %arg10: !transform.op<"linalg.unpack">, %arg11: !transform.param<i64>) {
    transform.apply_conversion_patterns to %arg0 {
      transform.apply_conversion_patterns.dialect_to_llvm "math" {k}
      transform.apply_conversion_patterns.func.func_to_llvm {k}
      transform.apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm {k}
      transform.apply_conversion_patterns.gpu.gpu_to_nvvm {benefit = 2 : i16}
      transform.apply_conversion_patterns.gpu.gpu_to_rocdl chipset = "gfx950" {k}
      transform.apply_conversion_patterns.gpu.gpu_wmma_to_nvvm {k}
      transform.apply_conversion_patterns.nvgpu.nvgpu_to_nvvm {k}
      transform.apply_conversion_patterns.scf.scf_to_control_flow {k}
      transform.apply_conversion_patterns.scf.structural_conversions {k}
      transform.apply_conversion_patterns.vector.vector_to_llvm {force_32bit_vector_indices = false, reassociate_fp_reductions = true, use_vector_alignment = true}
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {data_layout = "e", index_bitwidth = 32 : i64, k, use_aligned_alloc = true, use_bare_ptr_call_conv = true, use_generic_functions = true}
    } {illegal_dialects = ["a"], illegal_ops = ["a.b"], k, legal_dialects = ["func"], legal_ops = ["x.y"], partial_conversion, preserve_handles} : !transform.any_op
    transform.apply_conversion_patterns to %arg1 {
      transform.apply_conversion_patterns.func.func_to_llvm
    } : !transform.any_op
    %0 = transform.structured.replace %arg0 attributes {k} {
      builtin.module {
      }
    } : (!transform.any_op) -> !transform.any_op
    %1 = transform.func.cast_and_call @g(%arg5) -> %arg5 before %arg0 {
      transform.type_conversion.tensor.cast_shape_dynamic_dims ignore_dynamic_info {k}
      transform.type_conversion.tensor.cast_shape_dynamic_dims
    } {k} : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
    %2 = transform.func.cast_and_call %arg0 after %arg1 : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield 
  }
}
// -----
module {
  transform.with_pdl_patterns attributes {k} {
  ^bb0(%arg0: !transform.any_op):
    sequence %arg0 : !transform.any_op failures(propagate) {
    ^bb0(%arg1: !transform.any_op):
      %0 = pdl_match @some in %arg1 {k} : (!transform.any_op) -> !transform.any_op
    }
  }
}
// -----
// The reference differs: it has the ops of smt.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op, %arg3: !transform.any_param, %arg4: !transform.any_param, %arg5: !transform.any_value, %arg6: !transform.op<"scf.for">, %arg7: !transform.op<"memref.alloc">, %arg8: !transform.op<"memref.alloca">, %arg9: !transform.op<"linalg.pack">, %arg10: !transform.op<"linalg.unpack">, %arg11: !transform.param<i64>) {
    transform.smt.constrain_params(%arg11) {k} : (!transform.param<i64>) -> () {
    ^bb0(%arg12: !smt.int):
      "smt.yield"() : () -> ()
    }
    %0 = transform.smt.constrain_params(%arg11) : (!transform.param<i64>) -> !transform.param<i64> {
    ^bb0(%arg12: !smt.int):
      "smt.yield"(%arg12) : (!smt.int) -> ()
    }
    %1 = transform.smt.constrain_params(%arg11) : (!transform.param<i64>) -> !transform.param<i64> {
    ^bb0(%arg12: !smt.int):
      "smt.yield"(%arg12) {k} : (!smt.int) -> ()
    }
    transform.yield 
  }
}
// -----
// The reference differs: it has the ops of irdl.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op, %arg3: !transform.any_param, %arg4: !transform.any_param, %arg5: !transform.any_value, %arg6: !transform.op<"scf.for">, %arg7: !transform.op<"memref.alloc">, %arg8: !transform.op<"memref.alloca">, %arg9: !transform.op<"linalg.pack">, %arg10: !transform.op<"linalg.unpack">, %arg11: !transform.param<i64>) {
    %0 = transform.irdl.collect_matching in %arg0 : (!transform.any_op) -> !transform.any_op attributes {k} {
      "irdl.dialect"() <{sym_name = "test"}> ({
        "irdl.operation"() <{sym_name = "whatever"}> ({
          %1 = "irdl.is"() <{expected = i32}> : () -> !irdl.attribute
        }) : () -> ()
      }) : () -> ()
    }
    transform.yield 
  }
}
