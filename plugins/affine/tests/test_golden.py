"""The affine dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_affine.ops import AFFINE
from bufferize_testing import DialectTests


class TestAffine(DialectTests):
    dialect = AFFINE
