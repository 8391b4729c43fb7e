"""The transforms of structured operations that are read and printed only, as a table."""

from __future__ import annotations

from typing import Final

from bufferize import define as d
from bufferize_transform.absent import AbsentOp

_ONE_TO_ONE: Final = AbsentOp("target: op! -> transformed: op")
_ONE_TO_ONE_OR_SAME: Final = AbsentOp(
    "target: op! -> transformed: op",
    types='custom<SemiFunctionType>(type($target), type($transformed), "one")',
)
_CAPTURE_POSITIONS: Final = AbsentOp(
    "operand_handle: op, raw_position_list: i64s, is_inverted: flag, is_all: flag, "
    "permutation: flag, projected_permutation: flag -> result: map?",
    "$operand_handle `[` custom<TransformMatchDims>($raw_position_list, $is_inverted, $is_all) `]`",
    "custom<SemiFunctionType>(type($operand_handle), type($result))",
)
_COUNT: Final = AbsentOp("operand_handle: op -> result: param")

MATCHERS: Final[dict[str, AbsentOp]] = {
    "match.structured.body": AbsentOp(
        "operand_handle: op, reduction_position: i64?, passthrough: flag, elementwise: flag, "
        "contraction: strs?"
    ),
    "match.structured.classify_contraction_dims": AbsentOp(
        "operand_handle: op -> batch: param, m: param, n: param, k: param"
    ),
    "match.structured.classify_convolution_dims": AbsentOp(
        "operand_handle: op -> batch: param, output_image: param, output_channel: param, "
        "filter_loop: param, input_channel: param, depth: param, strides: param, dilations: param"
    ),
    "match.structured.dim": AbsentOp(
        "operand_handle: op, raw_dim_list: i64s, is_inverted: flag, is_all: flag, parallel: flag, "
        "reduction: flag -> result: param?",
        "$operand_handle `[` custom<TransformMatchDims>($raw_dim_list, $is_inverted, $is_all) `]`",
        "custom<SemiFunctionType>(type($operand_handle), type($result))",
    ),
    "match.structured.elemental_bitwidth": AbsentOp("operand_handle: value -> result: param"),
    "match.structured.init": _CAPTURE_POSITIONS,
    "match.structured.input": _CAPTURE_POSITIONS,
    "match.structured.num_inits": _COUNT,
    "match.structured.num_inputs": _COUNT,
    "match.structured.rank": AbsentOp(
        "operand_handle: op -> rank: param",
        types='custom<SemiFunctionType>(type($operand_handle), type($rank), "one")',
    ),
    "match.structured.result": AbsentOp(
        "operand_handle: op, position: i64, any: flag, single: flag -> result: handle",
        "$operand_handle `[` $position `]` (`any` $any^)? (`single` $single^)?",
    ),
    "sparse_tensor.match.sparse_inout": AbsentOp(
        "target: op -> result: op",
        types='custom<SemiFunctionType>(type($target), type($result), "one")',
    ),
}
"""The matchers, without those that have regions."""

TRANSFORMS: Final[dict[str, AbsentOp]] = {
    # Bufferization of single operations.
    "structured.eliminate_empty_tensors": AbsentOp("target: op"),
    "structured.insert_slice_to_copy": _ONE_TO_ONE,
    "structured.linalg_copy_to_memref": _ONE_TO_ONE,
    "structured.promote": AbsentOp(
        "target: op!, operands_to_promote: i64_array = [], use_full_tile_buffers: bool_array = [], "
        "use_full_tiles_by_default: flag, use_original_subview_size: flag, use_alloca: flag, "
        "memory_space: attr?, mapping: array?, alignment: i64? -> transformed: op",
        types='custom<SemiFunctionType>(type($target), type($transformed), "one")',
    ),
    "structured.promote_tensor": AbsentOp(
        "tensor: value, memory_space: attr? -> promoted: value",
        "(`to` $memory_space^)? $tensor",
        "type($tensor)",
        (d.AllTypesMatch("tensor", "promoted"),),
    ),
    # From one form of an operation to another.
    "structured.convert_conv2d_to_img2col": AbsentOp(
        "target: op! -> img2col_tensor: op, transformed: op"
    ),
    "structured.convert_to_loops": AbsentOp("target: op! -> result: op"),
    "structured.decompose": _ONE_TO_ONE,
    "structured.decompose_interface": _ONE_TO_ONE,
    "structured.decompose_winograd_op": _ONE_TO_ONE,
    "structured.flatten_elementwise": _ONE_TO_ONE,
    "structured.generalize": _ONE_TO_ONE_OR_SAME,
    "structured.interchange": AbsentOp(
        "target: op!, iterator_interchange: i64s ?= [] -> transformed: op",
        "$target (`iterator_interchange` `=` $iterator_interchange^)?",
        'custom<SemiFunctionType>(type($target), type($transformed), "one")',
    ),
    "structured.scalarize": AbsentOp(
        "target: op! -> result: op",
        types='custom<SemiFunctionType>(type($target), type($result), "one")',
    ),
    "structured.specialize": _ONE_TO_ONE_OR_SAME,
    "structured.transpose_conv2d": _ONE_TO_ONE,
    "structured.transpose_matmul": AbsentOp(
        'target: op!, inputToTranspose: matmul_input = "lhs" -> transformed: op',
        "$target (`<` $inputToTranspose^ `>`)?",
    ),
    "structured.winograd_conv2d": AbsentOp("target: op!, fmr: fmr -> transformed: op"),
    # Tiles and fusion.
    "structured.continuous_tile_sizes": AbsentOp(
        "target: op, dimension: i64, target_size: i64 -> tile_sizes: size, chunk_sizes: size",
        types="`(` type($target) `)` `->` type($tile_sizes)",
        traits=(d.AllTypesMatch("tile_sizes", "chunk_sizes"),),
    ),
    "structured.fuse": AbsentOp(
        "target: op!, tile_sizes: size*, tile_interchange: size*, static_tile_sizes: i64s ?= [], "
        "static_tile_interchange: i64s ?= [], apply_cleanup: flag, use_forall: flag "
        "-> transformed: op, loops: op*",
        "$target oilist(`tile_sizes` custom<DynamicIndexList>($tile_sizes, $static_tile_sizes) | "
        "`interchange` custom<DynamicIndexList>($tile_interchange, $static_tile_interchange))",
    ),
    "structured.fuse_into_containing_op": AbsentOp(
        "producer_op: op!, containing_op: op -> fused_op: op, new_containing_op: op",
        "$producer_op `into` $containing_op",
    ),
    "structured.multitile_sizes": AbsentOp(
        "target: op, dimension: i64, target_size: i64, divisor: i64 = 1 "
        "-> low_size: size, high_size: size, split_point: size",
        types="`(` type($target) `)` `->` type($low_size)",
        traits=(d.AllTypesMatch("low_size", "high_size", "split_point"),),
    ),
    "structured.split": AbsentOp(
        "target: op!, dimension: i64, dynamic_chunk_sizes: size?, static_chunk_sizes: i64, "
        "multiway: flag -> split_list: op",
        "$target `after` custom<ChunkSize>($dynamic_chunk_sizes, $static_chunk_sizes)",
        "type($target) (`,` type($dynamic_chunk_sizes)^)?",
        (d.AllTypesMatch("target", "split_list"),),
    ),
    "structured.split_reduction": AbsentOp(
        "target: op!, split_factor: i64 = 0, insert_split_dimension: i64 = 0, "
        "inner_parallel: flag, use_scaling_algorithm: flag, use_alloc: flag "
        "-> init_or_alloc_op: op, fill_op: op, split_linalg_op: op, combining_linalg_op: op"
    ),
    "structured.tile_reduction_using_for": AbsentOp(
        "target: op!, reduction_dims: i64_array = [], tile_sizes: i64_array = [] "
        "-> fill_op: op*, split_op: op, combining_op: op, for_op: op",
        "$target (`reduction_dims` `=` $reduction_dims^)? `by` `tile_sizes` `=` $tile_sizes",
    ),
    "structured.tile_reduction_using_forall": AbsentOp(
        "target: op!, reduction_dims: i64_array = [], num_threads: i64s = [], "
        "tile_sizes: i64s = [], mapping: array? "
        "-> fill_op: op*, split_op: op, combining_op: op, forall_op: op",
        "$target (`reduction_dims` `=` $reduction_dims^)? `by` (`num_threads` `=` $num_threads^)? "
        "(`tile_sizes` `=` $tile_sizes^)? (`mapping` `=` $mapping^)?",
    ),
    "structured.tile_using_for": AbsentOp(
        "target: op!, dynamic_sizes: size*, static_sizes: i64s ?= [], interchange: i64s ?= [], "
        "scalable_sizes: bools ?= [] -> tiled_linalg_op: op, loops: op*",
        "$target `tile_sizes` "
        "custom<DynamicIndexList>($dynamic_sizes, $static_sizes, $scalable_sizes) "
        "(`interchange` `=` $interchange^)?",
    ),
    "structured.tile_using_forall": AbsentOp(
        "target: op!, num_threads: size*, tile_sizes: size*, packed_num_threads: size?, "
        "packed_tile_sizes: size?, static_num_threads: i64s ?= [], static_tile_sizes: i64s ?= [], "
        "mapping: array? -> tiled_op: op, forall_op: op",
        "$target oilist(`num_threads` custom<PackedOrDynamicIndexList>"
        "($packed_num_threads, $num_threads, $static_num_threads) | "
        "`tile_sizes` custom<PackedOrDynamicIndexList>"
        "($packed_tile_sizes, $tile_sizes, $static_tile_sizes)) (`(` `mapping` `=` $mapping^ `)`)?",
    ),
    # Padding and packing.
    "structured.hoist_pad": AbsentOp(
        "target: op!, num_loops: i64, transpose: i64s = [] -> transformed: op",
        "$target `by` $num_loops `loops` (`,` `transpose` `by` $transpose^)?",
    ),
    "structured.hoist_pad.build_packing_loop_nest": AbsentOp(
        "target: op, loop: op, transpose: i64s = [] -> packing_loop: op",
        "$target `above` $loop (`,` `transpose` `by` $transpose^)?",
    ),
    "structured.lower_pack": AbsentOp(
        "target: linalg.pack!, lowerPadLikeWithInsertSlice: bool = true -> pad_op: tensor.pad, "
        "expand_shape_op: tensor.expand_shape, transpose_op: linalg.transpose"
    ),
    "structured.lower_unpack": AbsentOp(
        "target: linalg.unpack!, lowerUnpadLikeWithExtractSlice: bool = true "
        "-> empty_op: tensor.empty, transpose_op: linalg.transpose, "
        "collapse_shape_op: tensor.collapse_shape, extract_slice_op: tensor.extract_slice"
    ),
    "structured.pack": AbsentOp(
        "target: op!, packed_sizes: op*, static_packed_sizes: i64s = [] -> packed_op: op",
        "$target `packed_sizes` `=` custom<DynamicIndexList>($packed_sizes, $static_packed_sizes)",
    ),
    "structured.pack_greedily": AbsentOp(
        "target: op!, matmul_packed_sizes: op*, static_matmul_packed_sizes: i64s = [], "
        "matmul_padded_sizes_next_multiple_of: i64s = [], matmul_inner_dims_order: i64s = [] "
        "-> packed_op: op",
        "$target oilist(`matmul_packed_sizes` `=` custom<DynamicIndexList>"
        "($matmul_packed_sizes, $static_matmul_packed_sizes) "
        "(`matmul_padded_sizes_next_multiple_of` `=` $matmul_padded_sizes_next_multiple_of^)? "
        "`matmul_inner_dims_order` `=` $matmul_inner_dims_order)",
    ),
    "structured.pack_transpose": AbsentOp(
        "target_pack_or_un_pack_op: op!, target_linalg_op: op!, outer_perm: i64s ?= [], "
        "inner_perm: i64s ?= [] -> packed_op: op, pack_op: op, un_pack_op: op",
        "$target_pack_or_un_pack_op `with_compute_op` `(` $target_linalg_op `)` "
        "(`outer_perm` `=` $outer_perm^)? (`inner_perm` `=` $inner_perm^)?",
    ),
    "structured.pad": AbsentOp(
        "target: op!, padding_values: array = [], padding_dimensions: i64_array = [], "
        "pad_to_multiple_of: size*, static_pad_to_multiple_of: i64s ?= [], "
        "nofold_flags: i64_array = [], transpose_paddings: i64_arrays = [], "
        'copy_back_op: str = "bufferization.materialize_in_destination", '
        "use_prescribed_tensor_shapes: flag -> padded: op, pad: op, copy: op",
        "$target (`pad_to_multiple_of` custom<DynamicIndexList>"
        "($pad_to_multiple_of, $static_pad_to_multiple_of)^)? "
        "(`use_prescribed_tensor_shapes` $use_prescribed_tensor_shapes^)?",
    ),
    "structured.pad_tiling_interface": AbsentOp(
        "target: op!, padding_values: array = [], padding_sizes: size*, "
        "static_padding_sizes: i64s ?= [], pad_to_multiple_of: flag -> padded: op, pad: op",
        "$target `to` (`padding_sizes` custom<DynamicIndexList>"
        "($padding_sizes, $static_padding_sizes)^)? (`pad_to_multiple_of` $pad_to_multiple_of^)?",
    ),
    # Vectors and threads.
    "structured.gpu.map_copy_to_threads": AbsentOp(
        "target: op!, total_num_threads: i64, desired_bit_alignment: i64 "
        "-> forall_op: op, tiled_op: op",
        "$target `total_num_threads` `=` $total_num_threads "
        "`desired_bit_alignment` `=` $desired_bit_alignment",
    ),
    "structured.hoist_redundant_vector_broadcasts": _ONE_TO_ONE,
    "structured.hoist_redundant_vector_transfers": AbsentOp(
        "target: op!, verify_non_zero_trip: flag -> transformed: op"
    ),
    "structured.vectorize": AbsentOp(
        "target: op!, vector_sizes: size*, static_vector_sizes: i64s ?= [], "
        "vectorize_nd_extract: flag, assume_dynamic_dims_match_vec_sizes: flag, "
        "create_named_contraction: flag, scalable_sizes: bools ?= []",
        "$target oilist(`vector_sizes` "
        "custom<DynamicIndexList>($vector_sizes, $static_vector_sizes, $scalable_sizes))",
        "type($target) (`,` type($vector_sizes)^)?",
    ),
    "structured.vectorize_children_and_apply_patterns": AbsentOp(
        "target: op!, fold_type_extensions_into_contract: flag, vectorize_padding: flag, "
        "vectorize_nd_extract: flag, flatten_1d_depthwise_conv: flag, "
        "disable_multi_reduction_to_contract_patterns: flag, "
        "disable_transfer_permutation_map_lowering_patterns: flag -> transformed: op"
    ),
}
"""The transforms."""
