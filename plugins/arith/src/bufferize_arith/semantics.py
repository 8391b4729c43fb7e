"""What the ops of the arith dialect compute, for bufferize-interpreter."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from bufferize.ir import DenseElementsAttr, Operation, element_type_or_self
from bufferize_arith.ops_compare import CmpIOp
from bufferize_arith.ops_constant import ConstantOp
from bufferize_interpreter import (
    Compiler,
    Elementwise,
    Kernel,
    Semantics,
    dense_array,
    element_of,
    wrapping,
)


def constant(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    """`arith.constant`."""
    assert isinstance(op, ConstantOp)
    attribute = op.value
    if isinstance(attribute, DenseElementsAttr):
        value: Any = dense_array(attribute)
    else:
        value = element_of(op.result.type).scalar(getattr(attribute, "value"))  # noqa: B009
    return lambda: value


def _wrapped(function: Callable[[Any, Any], Any]) -> Elementwise:
    def kernel(op: Operation) -> Kernel:
        wrap = wrapping(element_type_or_self(op.results[0].type))
        return Kernel(lambda a, b: wrap(function(a, b)))

    return Elementwise(kernel)


_COMPARISONS = (
    operator.eq,
    operator.ne,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
)


def _cmpi(op: Operation) -> Kernel:
    assert isinstance(op, CmpIOp)
    return Kernel(_COMPARISONS[op.predicate.value])


def _float(function: Callable[[Any, Any], Any]) -> Elementwise:
    return Elementwise(lambda op: Kernel(function, function))


SEMANTICS: dict[str, Semantics] = {
    "arith.addf": _float(operator.add),
    "arith.addi": _wrapped(operator.add),
    "arith.cmpi": Elementwise(_cmpi),
    "arith.constant": constant,
    "arith.mulf": _float(operator.mul),
    "arith.muli": _wrapped(operator.mul),
    "arith.subi": _wrapped(operator.sub),
}
