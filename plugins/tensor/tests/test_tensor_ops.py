"""The tensor dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize.testing import DialectTests
from bufferize_tensor.dialect import DIALECT


class TestTensor(DialectTests):
    dialect = DIALECT
