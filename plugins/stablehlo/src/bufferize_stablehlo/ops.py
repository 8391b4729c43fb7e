"""All operations of the stablehlo dialect."""

from __future__ import annotations

from bufferize_stablehlo import (
    directives,
    ops_collective,
    ops_elementwise,
    ops_flow,
    ops_indexed,
    ops_linear,
    ops_shape,
    ops_structured,
)
from bufferize_stablehlo.dialect import STABLEHLO

__all__ = [
    "STABLEHLO",
    "directives",
    "ops_collective",
    "ops_elementwise",
    "ops_flow",
    "ops_indexed",
    "ops_linear",
    "ops_shape",
    "ops_structured",
]
