"""From tensors to buffers: options, copies, rewriting, function boundaries, the report."""

from __future__ import annotations

from bufferize.driver.blocks import UnstructuredControlFlowModel as UnstructuredControlFlowModel
from bufferize.driver.blocks import branch_argument_buffer_type as branch_argument_buffer_type
from bufferize.driver.blocks import bufferize_arguments as bufferize_arguments
from bufferize.driver.blocks import bufferize_block_signature as bufferize_block_signature
from bufferize.driver.blocks import take_regions as take_regions
from bufferize.driver.buffer_type_queries import InvocationStack as InvocationStack
from bufferize.driver.buffer_type_queries import get_buffer_type as get_buffer_type
from bufferize.driver.buffer_type_queries import memref_buffer_type as memref_buffer_type
from bufferize.driver.buffer_types import common_buffer_type as common_buffer_type
from bufferize.driver.buffer_types import fully_dynamic_memref_type as fully_dynamic_memref_type
from bufferize.driver.buffer_types import identity_memref_type as identity_memref_type
from bufferize.driver.buffer_types import without_layout as without_layout
from bufferize.driver.buffers import cast_buffer as cast_buffer
from bufferize.driver.buffers import cast_or_copy_buffer as cast_or_copy_buffer
from bufferize.driver.buffers import cast_or_reallocate as cast_or_reallocate
from bufferize.driver.buffers import dim_size as dim_size
from bufferize.driver.buffers import dim_sizes as dim_sizes
from bufferize.driver.buffers import dynamic_dim_sizes as dynamic_dim_sizes
from bufferize.driver.buffers import get_buffer as get_buffer
from bufferize.driver.buffers import memref_cast as memref_cast
from bufferize.driver.buffers import memref_dim as memref_dim
from bufferize.driver.buffers import (
    replace_op_with_bufferized_values as replace_op_with_bufferized_values,
)
from bufferize.driver.buffers import (
    replace_op_with_new_bufferized_op as replace_op_with_new_bufferized_op,
)
from bufferize.driver.buffers import to_buffer as to_buffer
from bufferize.driver.buffers import to_tensor as to_tensor
from bufferize.driver.building import constant_index as constant_index
from bufferize.driver.building import create as create
from bufferize.driver.building import folded_affine_apply as folded_affine_apply
from bufferize.driver.building import op_class_for as op_class_for
from bufferize.driver.building import tensor_dim as tensor_dim
from bufferize.driver.copies import (
    allocate_tensor_for_shaped_value as allocate_tensor_for_shaped_value,
)
from bufferize.driver.copies import insert_tensor_copies as insert_tensor_copies
from bufferize.driver.copies import (
    resolve_tensor_op_operand_conflicts as resolve_tensor_op_operand_conflicts,
)
from bufferize.driver.custom_types import custom_boundary_type as custom_boundary_type
from bufferize.driver.functions import fold_returned_casts as fold_returned_casts
from bufferize.driver.functions import functions_of as functions_of
from bufferize.driver.functions import ordered_functions_of as ordered_functions_of
from bufferize.driver.globals import get_global_for as get_global_for
from bufferize.driver.globals import replace_symbol as replace_symbol
from bufferize.driver.one_shot import make_copies_explicit as make_copies_explicit
from bufferize.driver.one_shot import one_shot_bufferize as one_shot_bufferize
from bufferize.driver.options import AllocationFn as AllocationFn
from bufferize.driver.options import LayoutMapOption as LayoutMapOption
from bufferize.driver.options import MemcpyFn as MemcpyFn
from bufferize.driver.options import OneShotOptions as OneShotOptions
from bufferize.driver.places import Loop as Loop
from bufferize.driver.places import Place as Place
from bufferize.driver.places import PlaceKind as PlaceKind
from bufferize.driver.presets import BecomesBufferOp as BecomesBufferOp
from bufferize.driver.report import Report as Report
from bufferize.driver.shapes import ReifiesResultShapes as ReifiesResultShapes
from bufferize.driver.shapes import reify_result_shapes as reify_result_shapes
from bufferize.driver.state import BufferizationState as BufferizationState
from bufferize.driver.state import Statistics as Statistics
from bufferize.driver.tensor_copy import TensorCopy as TensorCopy
from bufferize.driver.views import dynamic_part as dynamic_part
from bufferize.driver.views import static_part as static_part
from bufferize.driver.views import subview as subview
from bufferize.driver.worklist import bufferize_op as bufferize_op
from bufferize.driver.worklist import has_tensor_semantics as has_tensor_semantics
from bufferize.interfaces import constant_int as constant_int
