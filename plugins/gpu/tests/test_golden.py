"""The gpu dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_gpu.ops import GPU
from bufferize_testing import DialectTests


class TestGpu(DialectTests):
    dialect = GPU
