"""The quant dialect with all its types and ops."""

from __future__ import annotations

from bufferize_quant import ops, quantized_types
from bufferize_quant.base import QUANT

DIALECT = QUANT

__all__ = ["DIALECT", "ops", "quantized_types"]
