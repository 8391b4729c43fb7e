"""The builtin dialect: modules and casts between dialects."""

from __future__ import annotations

from bufferize.dialects.builtin.ops import (
    BUILTIN,
    ModuleOp,
    UnrealizedConversionCastOp,
)

DIALECT = BUILTIN

__all__ = [
    "BUILTIN",
    "DIALECT",
    "ModuleOp",
    "UnrealizedConversionCastOp",
]
