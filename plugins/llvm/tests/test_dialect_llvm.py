"""The llvm dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_llvm.dialect import DIALECT
from bufferize_testing import DialectTests


class TestLLVM(DialectTests):
    dialect = DIALECT
