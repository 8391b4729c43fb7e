"""Bufferization of the ops of `blas`: each becomes itself on buffers."""

from __future__ import annotations

from blas_dialect.dialect import AsumOp, AxpyOp
from bufferize.models import DestinationStyle, ReadOnlyOperands


class AxpyModel(DestinationStyle[AxpyOp]):
    """Reads all, writes `y`; each element is read before it is written."""

    is_elementwise = True


class AsumModel(ReadOnlyOperands[AsumOp]):
    """Reads its operand."""


MODELS = {"blas.axpy": AxpyModel(), "blas.asum": AsumModel()}
