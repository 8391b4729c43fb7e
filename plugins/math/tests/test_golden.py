"""The math dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_math.ops import MATH
from bufferize_testing import DialectTests


class TestMath(DialectTests):
    dialect = MATH
