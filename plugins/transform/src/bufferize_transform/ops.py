"""All operations of the transform dialect."""

from __future__ import annotations

from bufferize_transform import (
    ops_absent,
    ops_absent_classes,
    ops_application,
    ops_bufferization,
    ops_debug,
    ops_handles,
    ops_matching,
    ops_named,
    ops_navigation,
    ops_sequences,
    ops_tune,
)
from bufferize_transform.dialect import TRANSFORM

__all__ = [
    "TRANSFORM",
    "ops_absent",
    "ops_absent_classes",
    "ops_application",
    "ops_bufferization",
    "ops_debug",
    "ops_handles",
    "ops_matching",
    "ops_named",
    "ops_navigation",
    "ops_sequences",
    "ops_tune",
]
