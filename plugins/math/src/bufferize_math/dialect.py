"""The math dialect with all its ops."""

from __future__ import annotations

from bufferize_math import ops_integer, ops_nary, ops_unary
from bufferize_math.base import MATH

DIALECT = MATH

__all__ = ["DIALECT", "ops_integer", "ops_nary", "ops_unary"]
