"""The arith dialect with all its ops."""

from __future__ import annotations

from bufferize_arith import ops_cast, ops_compare, ops_constant, ops_float, ops_integer
from bufferize_arith.attributes import ARITH

DIALECT = ARITH

__all__ = ["DIALECT", "ops_cast", "ops_compare", "ops_constant", "ops_float", "ops_integer"]
