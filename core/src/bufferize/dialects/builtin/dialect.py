"""The builtin dialect with all its ops."""

from __future__ import annotations

from bufferize.dialects.builtin.ops import BUILTIN, ModuleOp, UnrealizedConversionCastOp

DIALECT = BUILTIN

__all__ = ["DIALECT", "ModuleOp", "UnrealizedConversionCastOp"]
