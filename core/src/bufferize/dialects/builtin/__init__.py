"""The builtin dialect: modules and casts between dialects."""

from __future__ import annotations

from bufferize.dialects.builtin.ops import BUILTIN as BUILTIN
from bufferize.dialects.builtin.ops import ModuleOp as ModuleOp
from bufferize.dialects.builtin.ops import UnrealizedConversionCastOp as UnrealizedConversionCastOp

DIALECT = BUILTIN
