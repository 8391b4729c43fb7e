"""The ub dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_testing import DialectTests
from bufferize_ub.ops import UB


class TestUb(DialectTests):
    dialect = UB
