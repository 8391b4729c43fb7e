"""The scf dialect with all its ops."""

from __future__ import annotations

from bufferize_scf import ops_branch, ops_forall, ops_loop, ops_parallel
from bufferize_scf._dialect import SCF

DIALECT = SCF

__all__ = ["DIALECT", "ops_branch", "ops_forall", "ops_loop", "ops_parallel"]
