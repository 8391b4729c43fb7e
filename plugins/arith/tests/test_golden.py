"""The arith dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from typing import ClassVar

from bufferize_arith.ops import ARITH
from bufferize_testing import DialectTests


class TestArith(DialectTests):
    dialect = ARITH
    model_problems: ClassVar = {
        ("arith.index_cast", "model"): "no memory holds both types, so it cannot be run on buffers",
    }
