"""The complex dialect with all its ops."""

from __future__ import annotations

from bufferize_complex import ops_arithmetic, ops_construction
from bufferize_complex.base import COMPLEX

DIALECT = COMPLEX

__all__ = ["DIALECT", "ops_arithmetic", "ops_construction"]
