"""The ml_program dialect with all its ops."""

from __future__ import annotations

from bufferize_ml_program import ops_function, ops_global
from bufferize_ml_program.base import ML_PROGRAM

DIALECT = ML_PROGRAM

__all__ = ["DIALECT", "ops_function", "ops_global"]
