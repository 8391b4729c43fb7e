"""The llvm dialect's object."""

from __future__ import annotations

from bufferize.define import Dialect

LLVM = Dialect("llvm")
