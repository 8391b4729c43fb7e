"""From tensors to buffers: options, copies, rewriting, function boundaries, the report."""

from __future__ import annotations

from bufferize.driver.blocks import (
    bufferize_arguments,
    bufferize_block_signature,
)
from bufferize.driver.buffer_types import (
    fully_dynamic_memref_type,
    identity_memref_type,
    without_layout,
)
from bufferize.driver.building import (
    constant_index,
    create,
    dim_size,
    dim_sizes,
    memref_cast,
    memref_dim,
)
from bufferize.driver.functions import fold_returned_casts, functions_of, ordered_functions_of
from bufferize.driver.globals import get_global_for, replace_symbol
from bufferize.driver.one_shot import make_copies_explicit, one_shot_bufferize
from bufferize.driver.options import AllocationFn, LayoutMapOption, MemcpyFn, OneShotOptions
from bufferize.driver.places import Loop, Place, PlaceKind
from bufferize.driver.report import Report
from bufferize.driver.rewriter import BufferizationRewriter
from bufferize.driver.state import BufferizationState, Statistics
from bufferize.driver.tensor_copy import TensorCopy
from bufferize.driver.views import (
    dynamic_part,
    static_part,
)
from bufferize.driver.worklist import bufferize_op, has_tensor_semantics
from bufferize.interfaces import constant_int

__all__ = [
    "AllocationFn",
    "BufferizationRewriter",
    "BufferizationState",
    "LayoutMapOption",
    "Loop",
    "MemcpyFn",
    "OneShotOptions",
    "Place",
    "PlaceKind",
    "Report",
    "Statistics",
    "TensorCopy",
    "bufferize_arguments",
    "bufferize_block_signature",
    "bufferize_op",
    "constant_index",
    "constant_int",
    "create",
    "dim_size",
    "dim_sizes",
    "dynamic_part",
    "fold_returned_casts",
    "fully_dynamic_memref_type",
    "functions_of",
    "get_global_for",
    "has_tensor_semantics",
    "identity_memref_type",
    "make_copies_explicit",
    "memref_cast",
    "memref_dim",
    "one_shot_bufferize",
    "ordered_functions_of",
    "replace_symbol",
    "static_part",
    "without_layout",
]
