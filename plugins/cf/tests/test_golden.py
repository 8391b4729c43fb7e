"""The cf dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_cf.ops import CF
from bufferize_testing import DialectTests


class TestCf(DialectTests):
    dialect = CF
