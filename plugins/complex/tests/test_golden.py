"""The complex dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_complex.ops import COMPLEX
from bufferize_testing import DialectTests


class TestComplex(DialectTests):
    dialect = COMPLEX
