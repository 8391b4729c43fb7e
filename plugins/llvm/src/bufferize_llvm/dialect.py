"""The llvm dialect with all its types, attributes and ops."""

from __future__ import annotations

from bufferize_llvm import (
    attributes,
    debug_info,
    enums,
    intrinsics,
    loop_annotations,
    module_flags,
    ops_addresses,
    ops_arithmetic,
    ops_calls,
    ops_casts,
    ops_control,
    ops_exceptions,
    ops_function,
    ops_globals,
    ops_memory,
    ops_module,
    ops_values,
    types,
)
from bufferize_llvm.base import LLVM

DIALECT = LLVM

__all__ = [
    "DIALECT",
    "attributes",
    "debug_info",
    "enums",
    "intrinsics",
    "loop_annotations",
    "module_flags",
    "ops_addresses",
    "ops_arithmetic",
    "ops_calls",
    "ops_casts",
    "ops_control",
    "ops_exceptions",
    "ops_function",
    "ops_globals",
    "ops_memory",
    "ops_module",
    "ops_values",
    "types",
]
