"""All operations of the sparse_tensor dialect."""

from __future__ import annotations

from bufferize_sparse_tensor import (
    ops_blocks,
    ops_iteration,
    ops_specifier,
    ops_storage,
    ops_tensors,
)
from bufferize_sparse_tensor.dialect import SPARSE_TENSOR

__all__ = [
    "SPARSE_TENSOR",
    "ops_blocks",
    "ops_iteration",
    "ops_specifier",
    "ops_storage",
    "ops_tensors",
]
