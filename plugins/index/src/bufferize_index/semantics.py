"""The semantics of the ops of the index dialect, for bufferize-interpreter; an index has 64 bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bufferize import ir
from bufferize_index.ops import BoolConstantOp, CmpOp, ConstantOp
from bufferize_interpreter import (
    Compiler,
    Elementwise,
    Kernel,
    Semantics,
    integer_kernel,
    integers_of,
)


def _constant(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, ConstantOp | BoolConstantOp)
    value = compiler.constant(op.value)
    return lambda: value


def _sizeof(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    width = integers_of(op.results[0].type).width
    return lambda: width


def _arithmetic(name: str) -> Elementwise:
    return Elementwise(lambda op: integer_kernel(name, op.results[0].type, op))


def _compared(op: ir.Operation) -> Kernel:
    assert isinstance(op, CmpOp)
    return integer_kernel(op.pred.keyword, op.lhs.type)


def _resized(signed: bool) -> Elementwise:
    def kernel(op: ir.Operation) -> Kernel:
        source, target = integers_of(op.operand(0).type), integers_of(op.results[0].type)
        read = source.signed if signed else source.unsigned
        return Kernel(lambda a: target.wrap(read(a)))

    return Elementwise(kernel)


_ARITHMETIC = [
    "add",
    "sub",
    "mul",
    "divs",
    "divu",
    "ceildivs",
    "ceildivu",
    "floordivs",
    "rems",
    "remu",
    "maxs",
    "maxu",
    "mins",
    "minu",
    "shl",
    "shrs",
    "shru",
    "and",
    "or",
    "xor",
]

SEMANTICS: dict[str, Semantics] = {
    "index.bool.constant": _constant,
    "index.casts": _resized(signed=True),
    "index.castu": _resized(signed=False),
    "index.cmp": Elementwise(_compared),
    "index.constant": _constant,
    "index.sizeof": _sizeof,
    **{f"index.{name}": _arithmetic(name) for name in _ARITHMETIC},
}
