"""Semantics of the ops of `blas`, for bufferize-interpreter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bufferize.ir import Operation
from bufferize_interpreter import Compiler, MemRef, computed, defined


def axpy(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    """Make a new tensor or, on buffers, write to `y`."""

    def run(alpha: Any, x: Any, y: Any) -> Any:
        if not isinstance(y, MemRef):
            return _sum(alpha, x, y)
        y.write(_sum(alpha, x.read(), y.read()))
        return None

    return run


def _sum(alpha: Any, x: Any, y: Any) -> Any:
    return computed(lambda scale, one, other: scale * one + other, alpha, x, y)


def asum(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    """Sum the elements of a tensor or of a buffer."""

    def run(x: Any) -> Any:
        elements = x.read() if isinstance(x, MemRef) else x
        return np.float32(np.abs(defined(elements)).sum())

    return run


SEMANTICS = {"blas.asum": asum, "blas.axpy": axpy}
