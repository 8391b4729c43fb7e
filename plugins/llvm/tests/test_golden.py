"""The llvm dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_llvm.ops import LLVM
from bufferize_testing import DialectTests


class TestLLVM(DialectTests):
    dialect = LLVM
