"""The linalg dialect with all its attributes and operations."""

from __future__ import annotations

from typing import Final

from bufferize import define as d
from bufferize_linalg import (
    attributes,
    named,
    ops_contraction,
    ops_generic,
    ops_map_reduce,
    ops_relabel,
    ops_relayout,
    ops_tiled_loop,
    ops_transform,
)
from bufferize_linalg._dialect import LINALG

__all__ = [
    "DIALECT",
    "attributes",
    "named",
    "ops_contraction",
    "ops_generic",
    "ops_map_reduce",
    "ops_relabel",
    "ops_relayout",
    "ops_tiled_loop",
    "ops_transform",
]

DIALECT: Final[d.Dialect] = LINALG
"""Declared by the modules above."""
