"""The vector dialect with all its ops and attributes."""

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
from bufferize_vector.attributes import VECTOR

DIALECT = VECTOR

__all__ = [
    "DIALECT",
    "ops_mask",
    "ops_memory",
    "ops_misc",
    "ops_reduce",
    "ops_shape",
    "ops_slice",
    "ops_transfer",
]
