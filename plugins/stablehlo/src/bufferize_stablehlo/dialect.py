"""The stablehlo dialect with all its types, attributes and ops."""

from __future__ import annotations

from bufferize_stablehlo import (
    attributes,
    dimension_numbers,
    directives,
    enums,
    ops_binary,
    ops_collective,
    ops_flow,
    ops_indexed,
    ops_linear,
    ops_random,
    ops_shape,
    ops_structured,
    ops_unary,
    stablehlo_types,
)
from bufferize_stablehlo.base import STABLEHLO

DIALECT = STABLEHLO

__all__ = [
    "DIALECT",
    "attributes",
    "dimension_numbers",
    "directives",
    "enums",
    "ops_binary",
    "ops_collective",
    "ops_flow",
    "ops_indexed",
    "ops_linear",
    "ops_random",
    "ops_shape",
    "ops_structured",
    "ops_unary",
    "stablehlo_types",
]
