"""The affine dialect with all its ops."""

from __future__ import annotations

from bufferize_affine import ops_apply, ops_dma, ops_index, ops_loop, ops_memory, ops_parallel
from bufferize_affine._dialect import AFFINE

DIALECT = AFFINE

__all__ = [
    "DIALECT",
    "ops_apply",
    "ops_dma",
    "ops_index",
    "ops_loop",
    "ops_memory",
    "ops_parallel",
]
