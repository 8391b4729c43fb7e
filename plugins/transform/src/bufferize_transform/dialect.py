"""The transform dialect with all its ops."""

from __future__ import annotations

from bufferize_transform import (
    ops_application,
    ops_bufferization,
    ops_debug,
    ops_handles,
    ops_matching,
    ops_named,
    ops_navigation,
    ops_patterns,
    ops_sequences,
    ops_tune,
)
from bufferize_transform.base import TRANSFORM

DIALECT = TRANSFORM
DIALECT.partial = (
    "bufferize-transform brings only the core ops of transform, those of bufferization, and "
    "`structured.match`; pipe others through `mlir-opt-22 --mlir-print-op-generic`, and allow "
    "unregistered dialects"
)

__all__ = [
    "DIALECT",
    "ops_application",
    "ops_bufferization",
    "ops_debug",
    "ops_handles",
    "ops_matching",
    "ops_named",
    "ops_navigation",
    "ops_patterns",
    "ops_sequences",
    "ops_tune",
]
