"""The gpu dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_testing import DialectTests

from bufferize_gpu.ops import GPU


class TestGpu(DialectTests):
    dialect = GPU
