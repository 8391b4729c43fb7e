"""The llvm dialect's object."""

from __future__ import annotations

from bufferize import define as d

LLVM = d.Dialect("llvm")
