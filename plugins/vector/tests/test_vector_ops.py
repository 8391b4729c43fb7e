"""The vector dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize.testing import DialectTests
from bufferize_vector.dialect import DIALECT


class TestVector(DialectTests):
    dialect = DIALECT
