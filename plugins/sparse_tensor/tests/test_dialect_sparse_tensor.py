"""The sparse_tensor dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize.testing import DialectTests
from bufferize_sparse_tensor.dialect import DIALECT


class TestSparseTensor(DialectTests):
    dialect = DIALECT
