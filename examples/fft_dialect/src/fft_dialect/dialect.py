"""The dialect with all its ops, as bufferize finds it."""

from __future__ import annotations

from fft_dialect import ops_data, ops_flow, ops_func
from fft_dialect.base import DIALECT

__all__ = ["DIALECT", "ops_data", "ops_flow", "ops_func"]
