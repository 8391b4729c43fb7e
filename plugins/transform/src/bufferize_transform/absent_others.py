"""The transforms, patterns and conversions of MLIR's other dialects that are read and printed only."""

from __future__ import annotations

from typing import Final

from bufferize_transform.absent import AbsentOp

_ONE_TO_ONE: Final = AbsentOp("target: op! -> transformed: op")
_ONE_TO_ANY: Final = AbsentOp("target: op! -> transformed: op*")
_ONE_TO_NONE: Final = AbsentOp("target: op!", types="functional-type(operands, results)")
_UNROLLED: Final = AbsentOp("target: op!, factor: positive")
_INDEPENDENT: Final = AbsentOp("target: op!, num_loops: i64 -> transformed: op")

_LAYOUT_FIELDS: Final = (
    "sg_layout: size*, sg_data: size*, inst_data: size*, static_sg_layout: i64s ?= [], "
    "static_sg_data: i64s ?= [], static_inst_data: i64s ?= [], slice_dims: i64s ?= []"
)


def _layout(prefix: str = "") -> str:
    """Return the assembly format of a layout, whose fields begin with `prefix`."""
    layout, data, inst = (
        f"`{prefix}{name}` `=` custom<DynamicIndexList>(${prefix}{name}, $static_{prefix}{name})"
        for name in ("sg_layout", "sg_data", "inst_data")
    )
    return f"{layout} {data} ({inst}^)?"


TRANSFORMS: Final[dict[str, AbsentOp]] = {
    "affine.simplify_bounded_affine_ops": AbsentOp(
        "target: op!, bounded_values: op*, lower_bounds: i64s, upper_bounds: i64s",
        "$target `with` `[` ($bounded_values^ `:` type($bounded_values))? `]` "
        "`within` $lower_bounds `and` $upper_bounds",
    ),
    "affine.simplify_min_max_affine_ops": AbsentOp("target: op!"),
    "dlti.query": AbsentOp(
        "target: op, keys: array -> associated_attr: param", "$keys `at` $target"
    ),
    "func.deduplicate_func_args": AbsentOp(
        "module: op!, function_name: symbol -> transformed_module: op, transformed_function: op",
        "$function_name `at` $module",
    ),
    "func.replace_func_signature": AbsentOp(
        "module: op!, function_name: symbol, args_interchange: i32s, results_interchange: i32s, "
        "adjust_func_calls: flag -> transformed_module: op, transformed_function: op",
        "$function_name `args_interchange` `=` $args_interchange "
        "`results_interchange` `=` $results_interchange `at` $module",
    ),
    "gpu.map_forall_to_blocks": AbsentOp(
        "target: op!, grid_dims: i64s ?= [], generate_gpu_launch: flag -> result: op",
        "$target (`generate_gpu_launch` $generate_gpu_launch^)? (`grid_dims` `=` $grid_dims^)?",
    ),
    "gpu.map_nested_forall_to_threads": AbsentOp(
        "target: op!, block_dims: i64s = [], sync_after_distribute: bool = true, "
        "warp_size: i64 = 32 -> result: op",
        "$target `block_dims` `=` $block_dims (`sync_after_distribute` `=` "
        "$sync_after_distribute^)? (`warp_size` `=` $warp_size^)?",
    ),
    "loop.coalesce": _ONE_TO_ONE,
    "loop.forall_to_for": _ONE_TO_ANY,
    "loop.forall_to_parallel": _ONE_TO_ANY,
    "loop.fuse_sibling": AbsentOp(
        "target: op!, source: op! -> fused_loop: op", "$target `into` $source"
    ),
    "loop.hoist_loop_invariant_subsets": AbsentOp("target: op"),
    "loop.outline": AbsentOp("target: op!, func_name: str -> function: op, call: op"),
    "loop.parallel_for_to_nested_fors": _ONE_TO_ANY,
    "loop.peel": AbsentOp(
        "target: scf.for!, peel_front: bool = false, fail_if_already_divisible: bool = false "
        "-> peeled_loop: op, remainder_loop: op"
    ),
    "loop.pipeline": AbsentOp(
        "target: scf.for!, iteration_interval: i64 = 1, read_latency: i64 = 10 -> transformed: op"
    ),
    "loop.promote_if_one_iteration": AbsentOp("target: op!"),
    "loop.unroll": _UNROLLED,
    "loop.unroll_and_jam": _UNROLLED,
    "memref.alloca_to_global": AbsentOp("alloca: memref.alloca! -> getGlobal: op, global: op"),
    "memref.erase_dead_alloc_and_stores": AbsentOp(
        "target: op", types="functional-type(operands, results)"
    ),
    "memref.make_loop_independent": _INDEPENDENT,
    "memref.multibuffer": AbsentOp(
        "target: memref.alloc!, factor: positive, skip_analysis: flag -> transformed: op"
    ),
    "nvgpu.create_async_groups": AbsentOp("target: op!, bypass_l1: flag -> result: op"),
    "nvgpu.pipeline_shared_memory_copies": AbsentOp(
        "for_op: op!, depth: i64, peel_epilogue: flag, "
        'failure_propagation_mode: mode = "suppress" -> result: op',
        "`failures` `(` $failure_propagation_mode `)` $for_op",
    ),
    "nvgpu.rewrite_copy_as_tma": _ONE_TO_NONE,
    "nvgpu.rewrite_matmul_as_mma_sync": _ONE_TO_NONE,
    "scf.take_assumed_branch": AbsentOp(
        "target: op, take_else_branch: flag",
        "$target (`take_else_branch` $take_else_branch^)?",
        "functional-type(operands, results)",
    ),
    "tensor.make_loop_independent": _INDEPENDENT,
    "xegpu.convert_layout": AbsentOp(
        "target: value, input_sg_layout: size*, input_sg_data: size*, input_inst_data: size*, "
        "target_sg_layout: size*, target_sg_data: size*, target_inst_data: size*, "
        "static_input_sg_layout: i64s ?= [], static_input_sg_data: i64s ?= [], "
        "static_input_inst_data: i64s ?= [], static_target_sg_layout: i64s ?= [], "
        "static_target_sg_data: i64s ?= [], static_target_inst_data: i64s ?= [] "
        "-> newConvertOp: op",
        f"$target {_layout('input_')} {_layout('target_')}",
    ),
    "xegpu.get_desc_op": AbsentOp("target: value -> descHandle: op"),
    "xegpu.insert_prefetch": AbsentOp(
        "target: value, dynamic_nb_prefetch: size?, static_nb_prefetch: i64 ?= 1 -> desc_op: op",
        "$target `nb_prefetch` `=` ($dynamic_nb_prefetch^):($static_nb_prefetch)?",
    ),
    "xegpu.set_desc_layout": AbsentOp(
        f"target: op!, {_LAYOUT_FIELDS} -> transformed: op",
        f"$target {_layout()} (`slice_dims` `=` $slice_dims^)?",
    ),
    "xegpu.set_gpu_launch_threads": AbsentOp(
        "target: op, threads: size*, static_threads: i64s ?= []",
        "$target `threads` `=` custom<DynamicIndexList>($threads, $static_threads)",
        "qualified(type(operands))",
    ),
    "xegpu.set_op_layout_attr": AbsentOp(
        f"target: op, index: i64 ?= 0, {_LAYOUT_FIELDS}, result: flag",
        "$target (`result` $result^)? (`index` `=` $index^)? "
        f"{_layout()} (`slice_dims` `=` $slice_dims^)?",
        "qualified(type(operands))",
    ),
}
"""The transforms."""

_PLAIN_PATTERNS: Final = {
    "arm_neon": "vector_contract_to_bfmmla vector_contract_to_i8mm",
    "arm_sve": "vector_contract_to_bfmmla vector_contract_to_i8mm",
    "gpu": "eliminate_barriers gpu_rewrite_patterns",
    "linalg": "decompose_pack_unpack decompose_pad erase_unnecessary_inputs fold_add_into_dest "
    "fold_unit_extent_dims_via_reshapes fold_unit_extent_dims_via_slices pad_vectorization "
    "tiling_canonicalization",
    "memref": "expand_ops expand_strided_metadata extract_address_computations "
    "fold_memref_alias_ops resolve_ranked_shaped_type_result_dims",
    "scf": "for_loop_canonicalization",
    "tensor": "bubble_up_extract_slice decompose_concat "
    "drop_redundant_insert_slice_rank_expansion fold_into_pack_and_unpack fold_tensor_subset_ops "
    "fold_tensor_subset_ops_into_vector_transfers merge_consecutive_insert_extract_slice "
    "reassociative_reshape_folding",
    "vector": "cast_away_vector_leading_one_dim drop_inner_most_unit_dims_from_xfer_ops "
    "drop_unit_dims_with_shape_cast elementwise_to_vector fold_arith_extension "
    "interleave_to_shuffle lower_bitcast lower_broadcast lower_create_mask lower_gather "
    "lower_interleave lower_masked_transfers lower_masks lower_outerproduct lower_scan "
    "lower_shape_cast materialize_masks rank_reducing_subview_patterns reduction_to_contract "
    "rewrite_narrow_types sink_mem_ops sink_ops transfer_permutation_patterns "
    "unroll_from_elements unroll_to_elements",
    "x86vector": "sink_vector_producer_ops vector_contract_bf16_to_fma vector_contract_to_fma "
    "vector_contract_to_packed_type_dot_product",
}
"""The patterns without attributes, by dialect."""
_STRATEGY: Final = "(`lowering_strategy` `=` $lowering_strategy^)?"
_FOLD_EMPTY: Final = AbsentOp("fold_single_use_only: bool = false")

PATTERNS: Final[dict[str, AbsentOp]] = {
    **{
        f"apply_patterns.{dialect}.{name}": AbsentOp()
        for dialect, names in _PLAIN_PATTERNS.items()
        for name in names.split()
    },
    "apply_patterns.gpu.gpu_shuffle_to_amdgpu": AbsentOp(
        "chipset: str?", "(`chipset` `=` $chipset^)?"
    ),
    "apply_patterns.gpu.unroll_vectors_subgroup_mma": AbsentOp(
        "m: i64, n: i64, k: i64", "`[` $m `,` $n `,` $k `]`"
    ),
    "apply_patterns.linalg.fold_pack_unpack_into_empty": _FOLD_EMPTY,
    "apply_patterns.memref.alloc_to_alloca": AbsentOp(
        "size_limit: i64?", "(`size_limit` `(` $size_limit^ `)`)?"
    ),
    "apply_patterns.tensor.fold_tensor_empty": _FOLD_EMPTY,
    "apply_patterns.tensor.rewrite_as_constant": AbsentOp(
        "aggressive: flag", "(`aggressive` $aggressive^)?"
    ),
    "apply_patterns.vector.lower_contraction": AbsentOp(
        'lowering_strategy: contraction = "outerproduct"', _STRATEGY
    ),
    "apply_patterns.vector.lower_multi_reduction": AbsentOp(
        'lowering_strategy: reduction = "innerparallel"', _STRATEGY
    ),
    "apply_patterns.vector.lower_transfer": AbsentOp(
        "max_transfer_rank: i64 = 1", "(`max_transfer_rank` `=` $max_transfer_rank^)?"
    ),
    "apply_patterns.vector.lower_transpose": AbsentOp(
        'lowering_strategy: transpose = "eltwise", avx2_lowering_strategy: bool = false',
        "oilist(`lowering_strategy` `=` $lowering_strategy | "
        "`avx2_lowering_strategy` `=` $avx2_lowering_strategy)",
    ),
    "apply_patterns.vector.split_transfer_full_partial": AbsentOp(
        'split_transfer_strategy: transfer = "linalg-copy"',
        "(`split_transfer_strategy` `=` $split_transfer_strategy^)?",
    ),
    "apply_patterns.vector.transfer_to_scf": AbsentOp(
        "max_transfer_rank: i64 = 1, full_unroll: bool = false",
        "oilist(`max_transfer_rank` `=` $max_transfer_rank | `full_unroll` `=` $full_unroll)",
    ),
}
"""The patterns in `transform.apply_patterns`."""

CONVERSION_PATTERNS: Final[dict[str, AbsentOp]] = {
    **{
        f"apply_conversion_patterns.{name}": AbsentOp()
        for name in (
            "func.func_to_llvm",
            "gpu.gpu_subgroup_reduce_to_nvvm",
            "gpu.gpu_wmma_to_nvvm",
            "nvgpu.nvgpu_to_nvvm",
            "scf.scf_to_control_flow",
            "scf.structural_conversions",
        )
    },
    "apply_conversion_patterns.dialect_to_llvm": AbsentOp("dialect_name: str", "$dialect_name"),
    "apply_conversion_patterns.gpu.gpu_to_nvvm": AbsentOp("benefit: i16 = 1"),
    "apply_conversion_patterns.gpu.gpu_to_rocdl": AbsentOp(
        "chipset: str", "`chipset` `=` $chipset"
    ),
    "apply_conversion_patterns.vector.vector_to_llvm": AbsentOp(
        "reassociate_fp_reductions: bool = false, force_32bit_vector_indices: bool = true, "
        "use_vector_alignment: bool = false"
    ),
}
"""The conversion patterns in `transform.apply_conversion_patterns`."""

TYPE_CONVERTERS: Final[dict[str, AbsentOp]] = {
    "apply_conversion_patterns.memref.memref_to_llvm_type_converter": AbsentOp(
        "use_aligned_alloc: bool ?= false, index_bitwidth: i64 ?= 64, "
        "use_generic_functions: bool ?= false, use_bare_ptr_call_conv: bool ?= false, "
        "data_layout: str?"
    ),
    "type_conversion.tensor.cast_shape_dynamic_dims": AbsentOp(
        "ignore_dynamic_info: flag", "(`ignore_dynamic_info` $ignore_dynamic_info^)?"
    ),
}
"""The type converters."""
