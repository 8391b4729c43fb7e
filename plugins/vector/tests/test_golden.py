"""The vector dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from typing import ClassVar

from bufferize_testing import DialectTests
from bufferize_vector.ops import VECTOR


class TestVector(DialectTests):
    dialect = VECTOR
    model_problems: ClassVar = {
        ("vector.mask", "bufferize"): "there is no place for a copy, so that it is refused",
    }
