"""What the ops of the builtin dialect compute."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bufferize.ir import (
    BaseMemRefType,
    IndexType,
    IntegerType,
    Operation,
    TensorType,
    Type,
)
from bufferize_interpreter.compiler import Compiler, Semantics
from bufferize_interpreter.elements import wrapping
from bufferize_interpreter.traps import ProgramError, TrapKind


def unrealized_conversion_cast(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    """`builtin.unrealized_conversion_cast`, where both types have the same values."""
    if len(op.operands) == 1 and len(op.results) == 1:
        source, target = op.operand(0).type, op.results[0].type
        if all(isinstance(type, IntegerType | IndexType) for type in (source, target)):
            return wrapping(target)
        if _kind(source) is not None and _kind(source) is _kind(target):
            return lambda value: value
    if not op.operands and not op.results:
        return lambda: None
    raise ProgramError(TrapKind.OTHER, "converts between types whose values are not the same")


def _kind(found: Type) -> type[Type] | None:
    return next((k for k in (BaseMemRefType, TensorType) if isinstance(found, k)), None)


SEMANTICS: Final[dict[str, Semantics]] = {
    "builtin.unrealized_conversion_cast": unrealized_conversion_cast,
}
