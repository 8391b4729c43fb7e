"""The func dialect: functions, calls and returns.

https://mlir.llvm.org/docs/Dialects/Func/
"""

from __future__ import annotations

from bufferize import define as d

FUNC = d.Dialect("func")
