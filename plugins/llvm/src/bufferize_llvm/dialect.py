"""The llvm dialect: LLVM IR as an MLIR dialect.

https://mlir.llvm.org/docs/Dialects/LLVM/
"""

from __future__ import annotations

from bufferize import define as d

LLVM = d.Dialect("llvm")
