"""The shape dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_shape.ops import SHAPE_DIALECT
from bufferize_testing import DialectTests


class TestShape(DialectTests):
    dialect = SHAPE_DIALECT
