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
