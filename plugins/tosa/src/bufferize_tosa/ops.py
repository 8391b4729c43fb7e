"""All operations of the tosa dialect."""

from __future__ import annotations

from bufferize_tosa import (
    attributes,
    ops_blocks,
    ops_convolution,
    ops_elementwise,
    ops_flow,
    ops_gather,
    ops_layout,
    ops_matmul,
    ops_pooling,
    ops_reduce,
    ops_scale,
    ops_shape,
    ops_values,
)
from bufferize_tosa.dialect import TOSA

__all__ = [
    "TOSA",
    "attributes",
    "ops_blocks",
    "ops_convolution",
    "ops_elementwise",
    "ops_flow",
    "ops_gather",
    "ops_layout",
    "ops_matmul",
    "ops_pooling",
    "ops_reduce",
    "ops_scale",
    "ops_shape",
    "ops_values",
]
