"""The cf dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_testing import DialectTests

from bufferize_cf.ops import CF


class TestCf(DialectTests):
    dialect = CF
