"""The arith dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize.testing import DialectTests
from bufferize_arith.dialect import DIALECT


class TestArith(DialectTests):
    dialect = DIALECT
