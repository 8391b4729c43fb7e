"""The math dialect: mathematical functions of floats and integers.

https://mlir.llvm.org/docs/Dialects/MathOps/
"""

from __future__ import annotations

from bufferize import define as d

MATH = d.Dialect("math")
