"""The func dialect with all its ops."""

from __future__ import annotations

from bufferize_func import ops
from bufferize_func.base import FUNC

DIALECT = FUNC

__all__ = ["DIALECT", "ops"]
