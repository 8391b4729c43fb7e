"""Floating-point arithmetic in every format, on scalars and on arrays, and functions of floats.

Functions are computed with more digits than the format has, then rounded. An element has the same
result alone and in any array: programs before and after a transformation must not differ only
because other machine instructions computed them.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, TypeAlias

import numpy as np

from bufferize import ir
from bufferize.ir.floats import round_to_bits
from bufferize_interpreter.arithmetic.elements import dtype_of, element_of
from bufferize_interpreter.arithmetic.elementwise import Elementwise, Kernel
from bufferize_interpreter.values import Array, propagating

Binary: TypeAlias = Callable[[Any, Any], Any]


def rounded(array: Any, type: ir.FloatType) -> Array:
    """Round integers or floats to a float format: to the nearest value, ties to even."""
    source, dtype = np.asarray(array), dtype_of(type)
    if source.dtype == dtype:
        return source
    if source.dtype == np.object_ or (
        source.dtype.kind in "iu"
        and dtype.kind == "V"
        and (np.abs(source.astype(np.float64)) > 2**24).any()
    ):
        cells = [integer_to_float(number, type) for number in source.reshape(-1)]
        return np.array(cells, dtype).reshape(source.shape)
    if source.dtype == np.float64 and dtype.kind == "V":
        # ml_dtypes converts through f32; rounding to odd first avoids double rounding.
        single = source.astype(np.float32)
        back = single.astype(np.float64)
        bits = single.view(np.uint32) - (np.abs(back) > np.abs(source)).astype(np.uint32)
        source = (bits | (back != source)).astype(np.uint32).view(np.float32)
    return source.astype(dtype)


def from_bits(bits: int, type: ir.FloatType) -> Any:
    """Return the scalar with the given bits."""
    dtype = dtype_of(type)
    raw = np.array(bits, np.dtype(f"u{dtype.itemsize}")).view(dtype)[()]
    return element_of(type).scalar(raw)


def integer_to_float(number: Any, type: ir.FloatType) -> Any:
    """Convert an integer to a float format, with one rounding."""
    number = number.__index__()
    if abs(number) <= 2**24:
        return element_of(type).scalar(float(number))
    return from_bits(round_to_bits(number < 0, abs(number), 1, type), type)


def to_format(type: ir.FloatType) -> Callable[[Any], Any]:
    """Return a function that rounds floats of any format to the nearest one of `type`."""
    if type.name == "f64":
        return float
    dtype = dtype_of(type)
    if dtype.kind != "V":
        make: Callable[[Any], Any] = dtype.type
        return propagating(lambda value: make(float(value)))
    return propagating(lambda value: rounded(np.float64(float(value)), type)[()])


def directed(mode: str, type: ir.FloatType) -> Callable[[Any], Any]:
    """Return a function that rounds to the nearest float of `type` in another rounding mode.

    The modes are downward, upward, toward_zero and to_nearest_away.
    """
    nearest = to_format(type)

    def step(value: Any, toward: float) -> Any:
        return np.nextafter(value, rounded(np.float64(toward), type)[()])

    def run(value: Any) -> Any:
        exact = float(value)
        found = nearest(exact)
        if not math.isfinite(exact) or (float(found) == exact and mode != "to_nearest_away"):
            return found
        target = exact if mode != "toward_zero" else abs(exact)
        down = {"downward": True, "upward": False, "toward_zero": True}.get(mode)
        if down is None:
            return _away(exact, found, step)
        sign = math.copysign(1.0, exact) if mode == "toward_zero" else 1.0
        size = float(found) * sign
        if down and size > target:
            return step(found, -math.inf * sign)
        if not down and size < target:
            return step(found, math.inf)
        return found

    return propagating(run)


def _away(exact: float, found: Any, step: Callable[[Any, float], Any]) -> Any:
    """Return `found`, the nearest float to `exact`; for a tie, the one of larger magnitude."""
    if float(found) == exact or not math.isfinite(float(found)):
        return found
    outward = math.copysign(math.inf, exact)
    other = step(found, outward)
    if abs(float(found)) >= abs(exact) or not math.isfinite(float(other)):
        return found
    middle = (Fraction(float(found)) + Fraction(float(other))) / 2
    return other if Fraction(exact) == middle else found


def _divided(a: Any, b: Any) -> Any:
    try:
        return a / b
    except ZeroDivisionError:  # Python's floats only
        return float(np.float64(a) / np.float64(b))


def _larger(a: Any, b: Any) -> Any:
    if a == b:
        return b if math.copysign(1.0, float(a)) < 0 else a
    return a if a > b else b


def _smaller(a: Any, b: Any) -> Any:
    if a == b:
        return a if math.copysign(1.0, float(a)) < 0 else b
    return a if a < b else b


def _signed(a: Array) -> Array:
    negative: Array = np.signbit(a.astype(np.float64))
    return negative


def _larger_array(a: Array, b: Array) -> Array:
    found = np.where(a > b, a, b)
    return np.where((a == b) & _signed(b), a, found)


def _smaller_array(a: Array, b: Array) -> Array:
    found = np.where(a < b, a, b)
    return np.where((a == b) & _signed(a), a, found)


def _extremum(of_scalars: Binary, of_arrays: Binary, nan_wins: bool) -> tuple[Binary, Binary]:
    def scalar(a: Any, b: Any) -> Any:
        if a != a:
            return a if nan_wins else b
        if b != b:
            return b if nan_wins else a
        return of_scalars(a, b)

    def array(a: Any, b: Any) -> Any:
        a, b = np.broadcast_arrays(a, b)
        found = of_arrays(a, b)
        if nan_wins:
            return np.where(a != a, a, np.where(b != b, b, found))
        return np.where(a != a, b, np.where(b != b, a, found))

    return propagating(scalar), array


_FUNCTIONS: Final[dict[str, tuple[Binary, Binary]]] = {
    "add": (operator.add, operator.add),
    "sub": (operator.sub, operator.sub),
    "mul": (operator.mul, operator.mul),
    "div": (_divided, operator.truediv),
    "maximum": _extremum(_larger, _larger_array, True),
    "maxnum": _extremum(_larger, _larger_array, False),
    "minimum": _extremum(_smaller, _smaller_array, True),
    "minnum": _extremum(_smaller, _smaller_array, False),
}

# In the order of `arith.cmpf`: o… is false and u… is true if an operand is a NaN.
COMPARISONS: Final[dict[str, Binary]] = {
    "false": lambda a, b: (a == b) & False,
    "oeq": operator.eq,
    "ogt": operator.gt,
    "oge": operator.ge,
    "olt": operator.lt,
    "ole": operator.le,
    "one": lambda a, b: (a < b) | (a > b),
    "ord": lambda a, b: (a == a) & (b == b),
    "ueq": lambda a, b: ((a < b) | (a > b)) ^ True,
    "ugt": lambda a, b: (a <= b) ^ True,
    "uge": lambda a, b: (a < b) ^ True,
    "ult": lambda a, b: (a >= b) ^ True,
    "ule": lambda a, b: (a > b) ^ True,
    "une": operator.ne,
    "uno": lambda a, b: (a != a) | (b != b),
    "true": lambda a, b: (a == b) | True,
}
"""The predicates of `arith.cmpf`."""


def float_kernel(name: str, type: ir.Type) -> Kernel:
    """Return the kernel of an operation on two floats of `type`.

    The operations are add, sub, mul, div, rem, maximum, maxnum, minimum, minnum, and the predicates
    of comparisons.
    """
    assert isinstance(type, ir.FloatType)
    element = element_of(type)
    dtype = element.dtype
    if name == "rem":
        scalar = element.scalar
        return Kernel(
            propagating(lambda a, b: scalar(np.fmod(float(a), float(b)))),
            lambda a, b: rounded(np.fmod(_double(a), _double(b)), type),
        )
    if name in COMPARISONS:
        function = COMPARISONS[name]
        return Kernel(
            propagating(lambda a, b: bool(function(a, b))),
            lambda a, b: np.asarray(function(np.asarray(a, dtype), np.asarray(b, dtype))),
        )
    of_scalars, of_arrays = _FUNCTIONS[name]
    return Kernel(
        of_scalars, lambda a, b: np.asarray(of_arrays(np.asarray(a, dtype), np.asarray(b, dtype)))
    )


def _double(value: Any) -> Array:
    return np.asarray(value).astype(np.float64)


def real(function: Callable[..., Any], on_arrays: Callable[..., Any] | None = None) -> Elementwise:
    """Make semantics of a function of floats from a function of Python floats.

    `on_arrays` is the same function on NumPy arrays of f64, if it has a faster one. It is not used
    for f64 itself, where the last digit may depend on the machine's instructions. If `function`
    raises an error of arithmetic, as those of `math` do, the result is that of `on_arrays`
    (infinity or NaN, as in IEEE 754), or else NaN.
    """

    def checked(*operands: float) -> float:
        try:
            result: float = function(*operands)
        except (ValueError, OverflowError, ZeroDivisionError):
            if on_arrays is None:
                return math.nan
            return float(on_arrays(*map(np.float64, operands)))
        return result

    def kernel(op: ir.Operation) -> Kernel:
        type = ir.element_type_or_self(op.results[0].type)
        assert isinstance(type, ir.FloatType)
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


def multiply_add(type: ir.Type) -> Kernel:
    """Return the kernel of `a * b + c` on floats of `type`, rounded once."""
    assert isinstance(type, ir.FloatType)
    element = element_of(type)
    if element.dtype.itemsize == 8:

        def each(x: Any, y: Any, z: Any) -> float:
            a, b, c = float(x), float(y), float(z)
            if not all(map(math.isfinite, (a, b, c))):
                return a * b + c
            exact = Fraction(a) * Fraction(b) + Fraction(c)
            if exact == 0:
                return a * b + c  # for the sign of zero
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
    """Compute `a * b + c` in f64, for exact products, so that it can be rounded a second time.

    If the sum is inexact, its last bit is set (rounding to odd).
    """
    product = a * b
    total = product + c
    back = total - product
    lost = (product - (total - back)) + (c - back)
    odd = (np.asarray(total).view(np.int64) & 1) == 1
    inexact = np.isfinite(total) & (lost != 0) & ~odd
    # The neighbor in the direction of the lost part; the last bit of one of the two is odd.
    toward = np.where(lost > 0, np.inf, -np.inf)
    return np.where(inexact, np.nextafter(total, toward), total)
