"""Integer arithmetic at any width, on scalars and on arrays."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np

from bufferize import ir
from bufferize_interpreter.arithmetic.elements import dtype_of, wrapping
from bufferize_interpreter.arithmetic.elementwise import Kernel
from bufferize_interpreter.traps import ProgramError, TrapKind
from bufferize_interpreter.values import Array, Poison, propagating, with_poison

Binary: TypeAlias = Callable[[Any, Any], Any]


class Integers:
    """The numbers of one integer type: signed, unsigned, and wrapping around.

    Scalars are Python's; arrays are of the type's own dtype, possibly mixed with scalars. No
    function for scalars branches on its argument, so that poison passes through.
    """

    def __init__(self, type: ir.Type) -> None:
        width = ir.bit_width(type)
        assert width is not None
        self.type = type
        self.width = width
        self.mask = (1 << width) - 1
        self.dtype = dtype_of(type)
        self.minimum = -(1 << (width - 1)) if width else 0
        self.wrap = wrapping(type)
        """A function that wraps any integer to the type."""
        self._unsigned_type = isinstance(type, ir.IntegerType) and (
            type.signedness is ir.Signedness.UNSIGNED or self.dtype == np.bool_
        )
        self._natural = self.dtype.kind in "iu" and width == 8 * self.dtype.itemsize

    def unsigned(self, value: Any) -> Any:
        """Read a scalar's bits as an unsigned number."""
        return value & self.mask

    def signed(self, value: Any) -> Any:
        """Read a scalar's bits as a signed number."""
        if self._unsigned_type:
            half = -self.minimum
            return ((value + half) & self.mask) - half
        return value

    def unsigned_array(self, value: Any) -> Array:
        """Read an array's elements as unsigned numbers, in the smallest dtype that holds them."""
        array = np.asarray(value, self.dtype)
        if self.dtype == np.bool_:
            array = array.astype(np.uint8)
            return array
        if self._natural:
            array = array.astype(np.dtype(f"u{self.dtype.itemsize}"))
            return array
        masked: Array = array & self.mask
        return masked

    def signed_array(self, value: Any) -> Array:
        """Read an array's elements as signed numbers."""
        array = np.asarray(value, self.dtype)
        if self.dtype == np.bool_:
            found: Array = -array.astype(np.int8)
            return found
        if self._natural:
            signed: Array = array.astype(np.dtype(f"i{self.dtype.itemsize}"))
            return signed
        if self._unsigned_type:
            half = -self.minimum
            wrapped: Array = ((array.astype(np.int64) + half) & self.mask) - half
            return wrapped
        return array

    def wrap_array(self, array: Any) -> Array:
        """Wrap an array of integers to the type, in its dtype."""
        array = np.asarray(array)
        if not self._natural or array.dtype == np.object_:
            array = np.asarray(self.wrap(array))
        wrapped: Array = array.astype(self.dtype)
        return wrapped


@lru_cache(maxsize=1024)
def integers_of(type: ir.Type) -> Integers:
    """Return the `Integers` of an integer type or of index."""
    return Integers(type)


def _divisor(value: Any) -> None:
    if value == 0:
        raise ProgramError(TrapKind.DIVISION, "divides by zero")


def _divisors(array: Array) -> None:
    if (array == 0).any():
        raise ProgramError(TrapKind.DIVISION, "divides by zero")


def _overflow(type: ir.Type) -> ProgramError:
    message = f"divides the smallest number of {type} by -1, whose quotient does not fit"
    return ProgramError(TrapKind.DIVISION, message)


def truncating_quotient(a: Any, b: Any) -> Any:
    """Return the quotient of two numbers or arrays, rounded toward zero."""
    quotient = a // b
    return quotient + ((quotient < 0) & (quotient * b != a))


def _truncating_remainder(a: Any, b: Any) -> Any:
    return a - truncating_quotient(a, b) * b


def _ceiling_quotient(a: Any, b: Any) -> Any:
    quotient = a // b
    return quotient + (quotient * b != a)


def _floor_quotient(a: Any, b: Any) -> Any:
    return a // b


# Functions of numbers read as signed (True) or unsigned, and of arrays of them.
_WRAPPING: Final[dict[str, Binary]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
}
_DIVISIONS: Final[dict[str, tuple[bool, Binary]]] = {
    "divs": (True, truncating_quotient),
    "divu": (False, _floor_quotient),
    "ceildivs": (True, _ceiling_quotient),
    "ceildivu": (False, _ceiling_quotient),
    "floordivs": (True, _floor_quotient),
    "rems": (True, _truncating_remainder),
    "remu": (False, operator.mod),
}
_EXTREMA: Final[dict[str, tuple[bool, Binary, Binary]]] = {
    "maxs": (True, max, np.maximum),
    "maxu": (False, max, np.maximum),
    "mins": (True, min, np.minimum),
    "minu": (False, min, np.minimum),
}
_SHIFTS: Final[dict[str, tuple[bool, Binary]]] = {
    "shl": (False, operator.lshift),
    "shrs": (True, operator.rshift),
    "shru": (False, operator.rshift),
}
COMPARISONS: Final[dict[str, tuple[bool, Binary]]] = {
    "eq": (True, operator.eq),
    "ne": (True, operator.ne),
    "slt": (True, operator.lt),
    "sle": (True, operator.le),
    "sgt": (True, operator.gt),
    "sge": (True, operator.ge),
    "ult": (False, operator.lt),
    "ule": (False, operator.le),
    "ugt": (False, operator.gt),
    "uge": (False, operator.ge),
}
"""The predicates of `arith.cmpi`, and whether they compare signed numbers."""


def integer_kernel(name: str, type: ir.Type, op: ir.Operation | None = None) -> Kernel:
    """Return the kernel of an operation on two integers of `type`, which wraps around.

    Names are as in arith, without the `i`: add, sub, mul, and, or, xor, divs, divu, ceildivs,
    ceildivu, floordivs, rems, remu, maxs, maxu, mins, minu, shl, shrs, shru, and the predicates of
    comparisons. A division by zero, or one whose quotient overflows, raises ProgramError; a shift
    by the width or more is poison with the origin `op`.
    """
    if name in _WRAPPING:
        return _wrapping_kernel(_WRAPPING[name], integers_of(type))
    if name in _DIVISIONS:
        return _division_kernel(*_DIVISIONS[name], integers_of(type))
    if name in _SHIFTS:
        return _shift_kernel(*_SHIFTS[name], integers_of(type), op)
    if name in COMPARISONS:
        return _comparison_kernel(*COMPARISONS[name], integers_of(type))
    signed, scalar, array = _EXTREMA[name]
    return _extremum_kernel(signed, scalar, array, integers_of(type))


def _wrapping_kernel(function: Binary, numbers: Integers) -> Kernel:
    wrap = numbers.wrap
    wrap_array, lift = numbers.wrap_array, numbers.unsigned_array
    array: Binary = lambda a, b: wrap_array(function(lift(a), lift(b)))  # noqa: E731
    width = numbers.width
    if function in (operator.and_, operator.or_, operator.xor):
        return Kernel(function, array)
    if width < 2 or numbers._unsigned_type:
        return Kernel(lambda a, b: wrap(function(a, b)), array)
    # The most frequent operations, with `wrap` inlined.
    mask, half = numbers.mask, -numbers.minimum
    scalars: dict[Binary, Binary] = {
        operator.add: lambda a, b: ((a + b + half) & mask) - half,
        operator.sub: lambda a, b: ((a - b + half) & mask) - half,
        operator.mul: lambda a, b: ((a * b + half) & mask) - half,
    }
    return Kernel(scalars[function], array)


def _division_kernel(signed: bool, function: Binary, numbers: Integers) -> Kernel:
    read = numbers.signed if signed else numbers.unsigned
    read_array = numbers.signed_array if signed else numbers.unsigned_array
    wrap, wrap_array, least = numbers.wrap, numbers.wrap_array, numbers.minimum

    def scalar(a: Any, b: Any) -> Any:
        a, b = read(a), read(b)
        _divisor(b)
        if type(a) is Poison:
            return a
        if signed and a == least and b == -1:
            raise _overflow(numbers.type)
        return wrap(function(a, b))

    def array(a: Any, b: Any) -> Any:
        a, b = read_array(a), read_array(b)
        _divisors(b)
        if signed and ((a == least) & (b == -1)).any():
            raise _overflow(numbers.type)
        return wrap_array(function(a, b))

    return Kernel(scalar, array)


def _extremum_kernel(
    signed: bool, function: Binary, of_arrays: Binary, numbers: Integers
) -> Kernel:
    read = numbers.signed if signed else numbers.unsigned
    read_array = numbers.signed_array if signed else numbers.unsigned_array
    wrap, wrap_array = numbers.wrap, numbers.wrap_array
    return Kernel(
        propagating(lambda a, b: wrap(function(read(a), read(b)))),
        lambda a, b: wrap_array(of_arrays(read_array(a), read_array(b))),
    )


def _shift_kernel(
    signed: bool, function: Binary, numbers: Integers, op: ir.Operation | None
) -> Kernel:
    read = numbers.signed if signed else numbers.unsigned
    read_array = numbers.signed_array if signed else numbers.unsigned_array
    wrap, wrap_array, width = numbers.wrap, numbers.wrap_array, numbers.width

    def scalar(a: Any, b: Any) -> Any:
        amount = numbers.unsigned(b)
        return wrap(function(read(a), amount)) if amount < width else Poison(op)

    def array(a: Any, b: Any) -> Any:
        amount = numbers.unsigned_array(b)
        undefined = amount >= width
        values = read_array(a)
        safe = np.where(undefined, 0, amount).astype(values.dtype)
        return with_poison(wrap_array(function(values, safe)), np.asarray(undefined), op)

    return Kernel(propagating(scalar), array)


def _comparison_kernel(signed: bool, function: Binary, numbers: Integers) -> Kernel:
    read = numbers.signed if signed else numbers.unsigned
    read_array = numbers.signed_array if signed else numbers.unsigned_array
    scalar: Binary = lambda a, b: function(read(a), read(b))  # noqa: E731
    if signed and not numbers._unsigned_type:
        scalar = function
    return Kernel(scalar, lambda a, b: np.asarray(function(read_array(a), read_array(b))))


def range_of(type: ir.IntegerType) -> tuple[int, int]:
    """Return the least and greatest integer of a type, in the interpreter's representation."""
    unsigned = type.signedness is ir.Signedness.UNSIGNED
    if unsigned or (type.width == 1 and type.signedness is ir.Signedness.SIGNLESS):
        return 0, (1 << type.width) - 1
    return -(1 << (type.width - 1)), (1 << (type.width - 1)) - 1
