"""The tensor dialect with all its ops."""

from __future__ import annotations

from bufferize_tensor import ops_element, ops_gather, ops_region, ops_reshape, ops_slice
from bufferize_tensor._dialect import TENSOR

DIALECT = TENSOR

__all__ = ["DIALECT", "ops_element", "ops_gather", "ops_region", "ops_reshape", "ops_slice"]
