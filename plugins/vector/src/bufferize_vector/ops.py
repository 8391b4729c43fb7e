"""All operations of the vector dialect."""

from __future__ import annotations

from bufferize_vector import (
    ops_mask,
    ops_memory,
    ops_misc,
    ops_reduce,
    ops_shape,
    ops_slice,
    ops_transfer,
)
from bufferize_vector.dialect import VECTOR

__all__ = [
    "VECTOR",
    "ops_mask",
    "ops_memory",
    "ops_misc",
    "ops_reduce",
    "ops_shape",
    "ops_slice",
    "ops_transfer",
]
