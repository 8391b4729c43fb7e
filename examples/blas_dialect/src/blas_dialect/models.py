"""How the ops of `blas` are bufferized: each to itself, on buffers."""

from __future__ import annotations

from bufferize.driver import BecomesBufferOp
from bufferize.interfaces import DestinationStyle, ElementwiseAccess, ReadOnlyOperands


class AxpyModel(BecomesBufferOp, ElementwiseAccess, DestinationStyle):
    """Reads all, writes `y`; each element is read before it is written."""


class AsumModel(BecomesBufferOp, ReadOnlyOperands):
    """Reads its operand."""


MODELS = {"blas.axpy": AxpyModel(), "blas.asum": AsumModel()}
