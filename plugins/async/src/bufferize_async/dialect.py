"""The async dialect with all its ops and types."""

from __future__ import annotations

from bufferize_async import ops_coro, ops_execute, ops_func, ops_runtime
from bufferize_async.base import ASYNC

DIALECT = ASYNC

__all__ = ["DIALECT", "ops_coro", "ops_execute", "ops_func", "ops_runtime"]
