"""The sparse_tensor dialect with all its attributes, types and ops."""

from __future__ import annotations

from bufferize_sparse_tensor import (
    ops_blocks,
    ops_iteration,
    ops_iteration_spaces,
    ops_specifier,
    ops_storage,
    ops_tensors,
)
from bufferize_sparse_tensor.base import SPARSE_TENSOR

DIALECT = SPARSE_TENSOR

__all__ = [
    "DIALECT",
    "ops_blocks",
    "ops_iteration",
    "ops_iteration_spaces",
    "ops_specifier",
    "ops_storage",
    "ops_tensors",
]
