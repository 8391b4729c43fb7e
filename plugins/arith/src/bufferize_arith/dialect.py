"""The arith dialect with all its ops."""

from __future__ import annotations

from bufferize import ir
from bufferize_arith import ops_cast, ops_compare, ops_constant, ops_float, ops_integer
from bufferize_arith.attributes import ARITH
from bufferize_arith.ops_constant import ConstantOp

DIALECT = ARITH


def index_constant(builder: ir.Builder, value: int, location: ir.Location) -> ir.Value:
    """An `arith.constant` of index type."""
    return builder.insert(ConstantOp(value=ir.index_attr(value), location=location)).result


__all__ = [
    "DIALECT",
    "index_constant",
    "ops_cast",
    "ops_compare",
    "ops_constant",
    "ops_float",
    "ops_integer",
]
