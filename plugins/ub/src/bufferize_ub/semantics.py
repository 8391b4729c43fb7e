"""The semantics of the ops of the ub dialect, for bufferize-interpreter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bufferize import ir
from bufferize_interpreter import (
    Compiler,
    Poison,
    ProgramError,
    Semantics,
    TrapKind,
    element_of,
    undefined_array,
)


def poison(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `ub.poison`."""
    type = op.results[0].type
    if isinstance(type, ir.VectorType | ir.RankedTensorType) and type.has_static_shape():
        element = element_of(type.element_type)
        value: Any = undefined_array((*type.shape, *element.shape), element.dtype, op)
    else:
        value = Poison(op)
    return lambda: value


def unreachable(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `ub.unreachable`."""

    def run() -> Any:
        raise ProgramError(TrapKind.ASSERTION, "is reached")

    return run


SEMANTICS: dict[str, Semantics] = {"ub.poison": poison, "ub.unreachable": unreachable}
