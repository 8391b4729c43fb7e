"""From tensors to buffers: options, copies, rewriting, function boundaries, the report."""

from __future__ import annotations

from bufferize.driver.blocks import (
    UnstructuredControlFlowModel,
    branch_argument_buffer_type,
    bufferize_arguments,
    bufferize_block_signature,
    take_regions,
)
from bufferize.driver.buffer_type_queries import (
    InvocationStack,
    get_buffer_type,
    memref_buffer_type,
)
from bufferize.driver.buffer_types import (
    common_buffer_type,
    fully_dynamic_memref_type,
    identity_memref_type,
    without_layout,
)
from bufferize.driver.buffers import (
    cast_buffer,
    cast_or_copy_buffer,
    cast_or_reallocate,
    dim_size,
    dim_sizes,
    dynamic_dim_sizes,
    get_buffer,
    memref_cast,
    memref_dim,
    replace_op_with_bufferized_values,
    replace_op_with_new_bufferized_op,
    to_buffer,
    to_tensor,
)
from bufferize.driver.building import (
    constant_index,
    create,
    folded_affine_apply,
    op_class_for,
    tensor_dim,
)
from bufferize.driver.copies import (
    allocate_tensor_for_shaped_value,
    insert_tensor_copies,
    resolve_tensor_op_operand_conflicts,
)
from bufferize.driver.custom_types import custom_boundary_type
from bufferize.driver.function_boundaries import (
    fold_returned_casts,
    functions_of,
    ordered_functions_of,
)
from bufferize.driver.globals import get_global_for, replace_symbol
from bufferize.driver.one_shot import analyze, make_copies_explicit, one_shot_bufferize
from bufferize.driver.options import AllocationFn, LayoutMapOption, MemcpyFn, OneShotOptions
from bufferize.driver.presets import BecomesBufferOp
from bufferize.driver.report import Report
from bufferize.driver.shapes import ReifiesResultShapes, reify_result_shapes
from bufferize.driver.state import BufferizationState, Statistics
from bufferize.driver.views import (
    dynamic_part,
    static_part,
    subview,
)
from bufferize.driver.worklist import bufferize_op, has_tensor_semantics
from bufferize.interfaces import constant_int

__all__ = [
    "AllocationFn",
    "BecomesBufferOp",
    "BufferizationState",
    "InvocationStack",
    "LayoutMapOption",
    "MemcpyFn",
    "OneShotOptions",
    "ReifiesResultShapes",
    "Report",
    "Statistics",
    "UnstructuredControlFlowModel",
    "allocate_tensor_for_shaped_value",
    "analyze",
    "branch_argument_buffer_type",
    "bufferize_arguments",
    "bufferize_block_signature",
    "bufferize_op",
    "cast_buffer",
    "cast_or_copy_buffer",
    "cast_or_reallocate",
    "common_buffer_type",
    "constant_index",
    "constant_int",
    "create",
    "custom_boundary_type",
    "dim_size",
    "dim_sizes",
    "dynamic_dim_sizes",
    "dynamic_part",
    "fold_returned_casts",
    "folded_affine_apply",
    "fully_dynamic_memref_type",
    "functions_of",
    "get_buffer",
    "get_buffer_type",
    "get_global_for",
    "has_tensor_semantics",
    "identity_memref_type",
    "insert_tensor_copies",
    "make_copies_explicit",
    "memref_buffer_type",
    "memref_cast",
    "memref_dim",
    "one_shot_bufferize",
    "op_class_for",
    "ordered_functions_of",
    "reify_result_shapes",
    "replace_op_with_bufferized_values",
    "replace_op_with_new_bufferized_op",
    "replace_symbol",
    "resolve_tensor_op_operand_conflicts",
    "static_part",
    "subview",
    "take_regions",
    "tensor_dim",
    "to_buffer",
    "to_tensor",
    "without_layout",
]
