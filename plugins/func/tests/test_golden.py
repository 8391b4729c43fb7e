"""The func dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_func.ops import FUNC
from bufferize_testing import DialectTests


class TestFunc(DialectTests):
    dialect = FUNC
