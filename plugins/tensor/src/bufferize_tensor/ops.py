"""All operations of the tensor dialect."""

from __future__ import annotations

from bufferize_tensor import (
    ops_element,
    ops_gather,
    ops_region,
    ops_reshape,
    ops_slice,
)
from bufferize_tensor.dialect import TENSOR

__all__ = [
    "TENSOR",
    "ops_element",
    "ops_gather",
    "ops_region",
    "ops_reshape",
    "ops_slice",
]
