"""The semantics of the ops of the func dialect, for bufferize-interpreter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bufferize import ir
from bufferize_func.ops import CallOp, ConstantOp
from bufferize_interpreter import Compiler, Semantics, one_or_all


def call(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `func.call`."""
    assert isinstance(op, CallOp)
    return one_or_all(compiler.function(op, op.callee), op)


def call_indirect(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `func.call_indirect`: a function value is a Python callable."""
    return one_or_all(lambda callee, *arguments: callee(*arguments), op)


def constant(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `func.constant`."""
    assert isinstance(op, ConstantOp)
    function = compiler.function(op, op.value)
    return lambda: function


SEMANTICS: dict[str, Semantics] = {
    "func.call": call,
    "func.call_indirect": call_indirect,
    "func.constant": constant,
}
