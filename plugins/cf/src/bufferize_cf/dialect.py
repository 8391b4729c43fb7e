"""The cf dialect: branches between blocks, and assertions."""

from __future__ import annotations

from bufferize_cf import ops_branch, ops_switch
from bufferize_cf.base import CF

DIALECT = CF

__all__ = ["DIALECT", "ops_branch", "ops_switch"]
