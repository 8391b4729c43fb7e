"""The ml_program dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_testing import DialectTests
from bufferize_ml_program.dialect import DIALECT


class TestMlProgram(DialectTests):
    dialect = DIALECT
