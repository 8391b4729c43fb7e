"""The scf dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize.testing import DialectTests
from bufferize_scf.dialect import DIALECT


class TestScf(DialectTests):
    dialect = DIALECT
