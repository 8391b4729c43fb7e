"""Bufferization of modules of MLIR's Python bindings, in place."""

from __future__ import annotations

from bufferize_mlir.running import run as run
