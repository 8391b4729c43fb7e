"""The index dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_index.ops import INDEX
from bufferize_testing import DialectTests


class TestIndex(DialectTests):
    dialect = INDEX
