"""The ml_program dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_ml_program.ops import ML_PROGRAM
from bufferize_testing import DialectTests


class TestMlProgram(DialectTests):
    dialect = ML_PROGRAM
