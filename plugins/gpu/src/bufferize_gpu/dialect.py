"""The gpu dialect with all its ops, types and attributes."""

from __future__ import annotations

from bufferize_gpu import (
    compilation,
    enums,
    mapping,
    ops_async,
    ops_group,
    ops_ids,
    ops_launch,
    ops_memory,
    ops_mma,
    ops_module,
    ops_sparse,
    ops_warp,
)
from bufferize_gpu.base import GPU
from bufferize_gpu.op_attributes import op_attribute_problem

DIALECT = GPU
DIALECT.op_attribute_problem = op_attribute_problem

__all__ = [
    "DIALECT",
    "compilation",
    "enums",
    "mapping",
    "ops_async",
    "ops_group",
    "ops_ids",
    "ops_launch",
    "ops_memory",
    "ops_mma",
    "ops_module",
    "ops_sparse",
    "ops_warp",
]
