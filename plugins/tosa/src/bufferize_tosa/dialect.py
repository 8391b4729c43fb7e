"""The tosa dialect with all its types, attributes and ops."""

from __future__ import annotations

from bufferize_tosa import (
    attributes,
    ops_binary,
    ops_blocks,
    ops_compare,
    ops_convolution,
    ops_flow,
    ops_gather,
    ops_layout,
    ops_matmul,
    ops_pooling,
    ops_reduce,
    ops_scale,
    ops_shape,
    ops_unary,
    ops_values,
    tosa_types,
)
from bufferize_tosa.base import TOSA

DIALECT = TOSA

__all__ = [
    "DIALECT",
    "attributes",
    "ops_binary",
    "ops_blocks",
    "ops_compare",
    "ops_convolution",
    "ops_flow",
    "ops_gather",
    "ops_layout",
    "ops_matmul",
    "ops_pooling",
    "ops_reduce",
    "ops_scale",
    "ops_shape",
    "ops_unary",
    "ops_values",
    "tosa_types",
]
