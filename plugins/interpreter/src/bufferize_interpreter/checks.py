"""Checks that the values that semantics return have the types of the operation's results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bufferize import ir
from bufferize_interpreter.arithmetic.elements import dtype_of, element_of, wrapping
from bufferize_interpreter.memory import MemRef
from bufferize_interpreter.symbols.expressions import Expression, elements_are_symbolic
from bufferize_interpreter.values import Poison, PoisonArray


def problem_of_given(op: ir.Operation, given: Any) -> str | None:
    """Return the problem with the values that semantics returned for an op's results, or None."""
    results = op.results
    if not results:
        nothing = given is None or (isinstance(given, Sequence) and len(given) == 0)
        return None if nothing else f"give {_shown(given)}, but the op has no results"
    values: Sequence[Any] = (given,)
    if len(results) > 1:
        if not isinstance(given, Sequence) or len(given) != len(results):
            count = f"{len(given)} values" if isinstance(given, Sequence) else _shown(given)
            return f"give {count} for {len(results)} results"
        values = given
    for number, (value, result) in enumerate(zip(values, results, strict=True)):
        if not is_value_of(value, result.type):
            return f"give {_shown(value)} for result #{number} of type '{result.type}'"
    return None


def _shown(value: Any) -> str:
    if isinstance(value, np.ndarray | PoisonArray):  # its dtype may be what is wrong
        return f"an array of {value.dtype} with the extents {list(value.shape)}"
    text = repr(value)
    if len(text) > 60:
        text = f"{text[:57]}..."
    return f"{text} ({type(value).__name__})"


def is_value_of(value: Any, type: ir.Type) -> bool:
    """Return whether `value` represents a value of `type` in the interpreter."""
    if isinstance(value, Poison):
        return True
    if isinstance(value, Expression):
        return isinstance(type, ir.IntegerType | ir.FloatType | ir.ComplexType)
    if isinstance(type, ir.IntegerType | ir.IndexType):
        return isinstance(value, int) and bool(wrapping(type)(value) == value)
    if isinstance(type, ir.FloatType):
        wanted: Any = float if type.name == "f64" else dtype_of(type).type
        if elements_are_symbolic():  # arrays of objects hold numbers, too
            wanted |= float
        return isinstance(value, wanted)
    if isinstance(type, ir.ComplexType):
        return isinstance(value, complex | np.complex64)
    if isinstance(type, ir.BaseMemRefType):
        return isinstance(value, MemRef) and _has_shape(value.sizes, type.extents)
    if isinstance(type, ir.ShapedType):
        return _is_array_of(value, type)
    if isinstance(type, ir.FunctionType):
        return callable(value)
    return True  # nothing is known about values of other types


def _is_array_of(value: Any, type: ir.ShapedType) -> bool:
    if not isinstance(value, np.ndarray | PoisonArray):
        return False
    element = element_of(type.element_type)
    shape = None if type.extents is None else (*type.extents, *element.shape)
    dtypes = (element.dtype, dtype_of(ir.element_type_or_self(type.element_type)))
    return value.dtype in dtypes and _has_shape(value.shape, shape)


def _has_shape(given: tuple[int, ...], wanted: tuple[int, ...] | None) -> bool:
    if wanted is None:
        return True
    return len(given) == len(wanted) and all(
        extent in (ir.DYNAMIC, size) for size, extent in zip(given, wanted, strict=True)
    )
