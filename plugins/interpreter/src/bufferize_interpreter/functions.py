"""Functions of floats in any format: computed with more digits than the format has, then rounded.

A function gives the same for an element alone and in an array, wherever the array lies: what is
compared before and after a transformation must not differ because other instructions computed it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from bufferize.ir import FloatType, Operation, Type, element_type_or_self
from bufferize_interpreter.elements import element_of
from bufferize_interpreter.elementwise import Elementwise, Kernel
from bufferize_interpreter.floats import rounded
from bufferize_interpreter.values import Array, propagating


def real(function: Callable[..., Any], on_arrays: Callable[..., Any] | None = None) -> Elementwise:
    """Semantics of a function of floats, from a function of Python floats.

    `on_arrays` is the same of NumPy arrays of f64, if there is one that is faster. It is not used for
    f64 itself, where the last digit may depend on the instructions. What `function` raises for
    operands without a result, as `math` does, is as for IEEE: `limit_of` asks `on_arrays`.
    """

    def checked(*operands: float) -> float:
        try:
            result: float = function(*operands)
        except (ValueError, OverflowError, ZeroDivisionError):
            if on_arrays is None:
                return math.nan
            return float(on_arrays(*map(np.float64, operands)))
        return result

    def kernel(op: Operation) -> Kernel:
        type = element_type_or_self(op.results[0].type)
        assert isinstance(type, FloatType)
        element = element_of(type)
        round = element.scalar
        scalar = propagating(lambda *operands: round(checked(*map(float, operands))))
        fast = on_arrays if element.dtype.itemsize < 8 else None
        each = np.frompyfunc(checked, len(op.op_operands), 1)

        def arrays(*operands: Any) -> Array:
            wide = [np.asarray(operand).astype(np.float64) for operand in operands]
            with np.errstate(all="ignore"):
                found = each(*wide) if fast is None else fast(*wide)
            return rounded(np.asarray(found, np.float64), type)

        return Kernel(scalar, arrays)

    return Elementwise(kernel)


def multiply_add(type: Type) -> Kernel:
    """`a * b + c` of floats of a type, rounded once."""
    assert isinstance(type, FloatType)
    element = element_of(type)
    if element.dtype.itemsize == 8:

        def each(x: Any, y: Any, z: Any) -> float:
            a, b, c = float(x), float(y), float(z)
            if not all(map(math.isfinite, (a, b, c))):
                return a * b + c
            exact = Fraction(a) * Fraction(b) + Fraction(c)
            if exact == 0:
                return a * b + c  # for the sign
            try:
                return float(exact)
            except OverflowError:
                return math.inf if exact > 0 else -math.inf

        many = np.frompyfunc(each, 3, 1)
        return Kernel(propagating(each), lambda *o: np.asarray(many(*o), np.float64))

    def arrays(a: Any, b: Any, c: Any) -> Array:
        wide = [np.asarray(operand).astype(np.float64) for operand in (a, b, c)]
        with np.errstate(all="ignore"):
            return rounded(_rounded_once(*wide), type)

    scalar = element.scalar
    return Kernel(propagating(lambda a, b, c: scalar(arrays(*map(float, (a, b, c)))[()])), arrays)


def _rounded_once(a: Array, b: Array, c: Array) -> Array:
    """`a * b + c` of f64 whose products are exact, such that rounding it again rounds only once.

    What the sum lost is kept in its last bit (rounding to odd).
    """
    product = a * b
    total = product + c
    back = total - product
    lost = (product - (total - back)) + (c - back)
    odd = (np.asarray(total).view(np.int64) & 1) == 1
    inexact = np.isfinite(total) & (lost != 0) & ~odd
    # The neighbour on the side of what was lost; the last bit of one of the two is odd.
    towards = np.where(lost > 0, np.inf, -np.inf)
    return np.where(inexact, np.nextafter(total, towards), total)
