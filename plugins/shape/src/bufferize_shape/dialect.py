"""All of the shape dialect."""

from __future__ import annotations

from bufferize_shape import (
    ops_assuming,
    ops_function,
    ops_reduce,
    ops_shape,
    ops_size,
    ops_value,
    ops_witness,
)
from bufferize_shape.base import SHAPE_DIALECT
from bufferize_shape.library import op_attribute_problem

DIALECT = SHAPE_DIALECT
DIALECT.op_attribute_problem = op_attribute_problem

__all__ = [
    "DIALECT",
    "ops_assuming",
    "ops_function",
    "ops_reduce",
    "ops_shape",
    "ops_size",
    "ops_value",
    "ops_witness",
]
