"""All operations of the omp dialect that bufferize supports."""

from __future__ import annotations

from bufferize_omp import (
    clauses,
    ops_atomic,
    ops_declare,
    ops_loops,
    ops_map,
    ops_points,
    ops_regions,
    ops_target,
    ops_tasks,
)
from bufferize_omp.dialect import OMP

__all__ = [
    "OMP",
    "clauses",
    "ops_atomic",
    "ops_declare",
    "ops_loops",
    "ops_map",
    "ops_points",
    "ops_regions",
    "ops_target",
    "ops_tasks",
]
