"""All operations of the shape dialect."""

from __future__ import annotations

from bufferize_shape import (
    ops_assuming,
    ops_function,
    ops_reduce,
    ops_shape,
    ops_size,
)
from bufferize_shape.dialect import SHAPE_DIALECT

__all__ = [
    "SHAPE_DIALECT",
    "ops_assuming",
    "ops_function",
    "ops_reduce",
    "ops_shape",
    "ops_size",
]
