"""The common regions of the omp dialect."""

from __future__ import annotations

from bufferize_omp import (
    clauses,
    ops_loops,
    ops_other,
    ops_regions,
    ops_tasks,
    region_clauses,
)
from bufferize_omp.base import OMP

DIALECT = OMP

__all__ = [
    "DIALECT",
    "clauses",
    "ops_loops",
    "ops_other",
    "ops_regions",
    "ops_tasks",
    "region_clauses",
]
