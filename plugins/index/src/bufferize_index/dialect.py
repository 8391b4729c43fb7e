"""The index dialect with all its ops."""

from __future__ import annotations

from bufferize_index import ops_arithmetic, ops_other
from bufferize_index.base import INDEX_DIALECT

DIALECT = INDEX_DIALECT

__all__ = ["DIALECT", "ops_arithmetic", "ops_other"]
