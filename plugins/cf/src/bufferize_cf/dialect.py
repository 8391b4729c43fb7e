"""The cf dialect: branches between blocks, and assertions.

https://mlir.llvm.org/docs/Dialects/ControlFlowDialect/
"""

from __future__ import annotations

from bufferize import define as d

CF = d.Dialect("cf")
