"""All operations of the scf dialect."""

from __future__ import annotations

from bufferize_scf import (
    ops_branch,
    ops_forall,
    ops_loop,
    ops_parallel,
)
from bufferize_scf.dialect import SCF

__all__ = [
    "SCF",
    "ops_branch",
    "ops_forall",
    "ops_loop",
    "ops_parallel",
]
