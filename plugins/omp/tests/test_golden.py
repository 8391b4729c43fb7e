"""The omp dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_omp.ops import OMP
from bufferize_testing import DialectTests


class TestOMP(DialectTests):
    dialect = OMP
