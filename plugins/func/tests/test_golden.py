"""The func dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_testing import DialectTests

from bufferize_func.ops import FUNC


class TestFunc(DialectTests):
    dialect = FUNC
