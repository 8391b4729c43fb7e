"""The func dialect: functions, calls and returns.

https://mlir.llvm.org/docs/Dialects/Func/
"""

from __future__ import annotations

from bufferize import define as d

FUNC = d.Dialect("func")
FUNC.alternatives["func.call_indirect"] = (
    "call a function by its name, as `--canonicalize` does where it is a `func.constant`"
)
