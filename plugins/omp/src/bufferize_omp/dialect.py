"""The common regions of the omp dialect."""

from __future__ import annotations

from bufferize_omp import (
    clauses,
    map_clauses,
    ops_declare,
    ops_loops,
    ops_map,
    ops_other,
    ops_points,
    ops_regions,
    ops_target,
    ops_tasks,
    region_clauses,
)
from bufferize_omp.base import OMP

DIALECT = OMP

__all__ = [
    "DIALECT",
    "clauses",
    "map_clauses",
    "ops_declare",
    "ops_loops",
    "ops_map",
    "ops_other",
    "ops_points",
    "ops_regions",
    "ops_target",
    "ops_tasks",
    "region_clauses",
]
