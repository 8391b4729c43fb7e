"""The affine dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_affine.dialect import DIALECT
from bufferize_testing import DialectTests


class TestAffine(DialectTests):
    dialect = DIALECT
