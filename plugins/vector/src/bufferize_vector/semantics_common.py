"""Helpers for the semantics of vector ops: combining kinds, masks, and access to elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bufferize import ir
from bufferize_interpreter import (
    Array,
    ArrayValue,
    Element,
    MemRef,
    Poison,
    defined,
    element_of,
    lifted_ufunc,
    plain,
    poison_mask,
    with_poison,
    wrapping,
)

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler

Combine = Callable[[Any, Any], Any]


def combiner(kind: str, type: ir.Type) -> Combine:
    """Return the function by which a kind combines two arrays of elements without poison."""
    return lifted_ufunc(f"vector.{kind}", lambda: _combiner(kind, type), type, type)


def _combiner(kind: str, type: ir.Type) -> Combine:
    element = element_of(type)
    if element.dtype == np.bool_:
        # For one bit, addition is modulo 2, and as a signed number the bit is -1.
        return {
            "add": np.logical_xor,
            "xor": np.logical_xor,
            "mul": np.logical_and,
            "and": np.logical_and,
            "minui": np.logical_and,
            "maxsi": np.logical_and,
            "or": np.logical_or,
            "maxui": np.logical_or,
            "minsi": np.logical_or,
        }[kind]
    functions: dict[str, Combine] = {
        "add": np.add,
        "mul": np.multiply,
        "minsi": np.minimum,
        "maxsi": np.maximum,
        "minui": _unsigned(np.minimum, element),
        "maxui": _unsigned(np.maximum, element),
        "and": np.bitwise_and,
        "or": np.bitwise_or,
        "xor": np.bitwise_xor,
        "minimumf": lambda a, b: _extremum(np.minimum, True, a, b),
        "maximumf": lambda a, b: _extremum(np.maximum, False, a, b),
        "minnumf": lambda a, b: _extremum(np.fmin, True, a, b),
        "maxnumf": lambda a, b: _extremum(np.fmax, False, a, b),
    }
    function = functions[kind]
    width = ir.bit_width(type)
    if element.dtype.kind in "iu" and width is not None and width < 8 * element.dtype.itemsize:
        wrap = wrapping(type)
        return lambda a, b: wrap(function(a, b))
    return function


def _extremum(function: Callable[..., Any], negative: bool, a: Any, b: Any) -> Any:
    """Return an extremum with -0 less than +0, unlike NumPy."""
    chosen = function(a, b)
    zeros = (a == 0) & (b == 0)
    if not zeros.any():
        return chosen
    signs = (np.signbit(a), np.signbit(b))
    sign = signs[0] | signs[1] if negative else signs[0] & signs[1]
    zero = np.zeros((), chosen.dtype)
    return np.where(zeros, np.where(sign, -zero, zero), chosen)


def _unsigned(function: Combine, element: Element) -> Combine:
    unsigned = np.dtype(f"u{element.dtype.itemsize}")

    def run(a: Any, b: Any) -> Any:
        return function(np.asarray(a).view(unsigned), np.asarray(b).view(unsigned)).view(
            element.dtype
        )

    return run if element.dtype.kind == "i" else function


class Folded:
    """A sequential reduction under masks; a poison element makes the result poison.

    Without an initial value the first element is the start.
    """

    __slots__ = ("_combine", "_empty", "_op", "poison", "values")

    def __init__(self, combine: Combine, start: Any, op: ir.Operation) -> None:
        """Start with an array value."""
        self._combine = combine
        self._op = op
        self.values = plain(start).copy()
        mask = poison_mask(start)
        self.poison = None if mask is None else mask.copy()

    def add(self, values: Array, poison: Array | None, mask: Any = None) -> None:
        """Combine the values with more elements; if `mask` is given, only where it is set."""
        found = self._combine(self.values, values)
        self.values = found if mask is None else np.where(mask, found, self.values)
        if poison is not None:
            more = poison if mask is None else poison & mask
            self.poison = more if self.poison is None else self.poison | more

    def result(self) -> ArrayValue:
        """Return the result of the reduction."""
        return with_poison(self.values, self.poison, self._op)


def neutral(kind: str, type: ir.Type) -> Any:
    """Return the initial value of a reduction without an accumulator."""
    element = element_of(type)
    width = ir.bit_width(type) or 64
    if element.dtype == np.bool_:
        return kind in ("mul", "and", "minui", "maxsi")
    largest = (1 << (width - 1)) - 1
    numbers: dict[str, Any] = {
        "add": -0.0 if element.dtype.kind not in "iu" else 0,
        "mul": 1,
        "minsi": largest,
        "maxsi": -largest - 1,
        "minui": -1,
        "maxui": 0,
        "and": -1,
        "or": 0,
        "xor": 0,
        "minimumf": np.inf,
        "maximumf": -np.inf,
        "minnumf": np.nan,
        "maxnumf": np.nan,
    }
    return element.scalar(numbers[kind])


def array_of(value: Any, type: ir.Type) -> ArrayValue:
    """Return a vector, or a scalar as an array of rank 0."""
    if isinstance(type, ir.ShapedType):
        found: ArrayValue = value
        return found
    dtype = element_of(type).dtype
    if type_is_poison(value):
        return with_poison(np.zeros((), dtype), np.ones((), np.bool_), value.op)
    return np.asarray(value, dtype)


def scalar_or_vector(value: ArrayValue, type: ir.Type, op: ir.Operation) -> Any:
    """Return the vector or scalar for a result of `array_of`."""
    if isinstance(type, ir.VectorType):
        return value
    mask = poison_mask(value)
    if mask is not None and mask.any():
        return Poison(op)
    return element_of(type).scalar(plain(value)[()])


def type_is_poison(value: Any) -> bool:
    """Return whether a scalar is poison."""
    return type(value) is Poison


def part_of(base: Any, select: Callable[[Array], Array]) -> tuple[Array, Array | None]:
    """Return a view of some elements of a buffer or tensor, and the mask of poison among them."""
    if type(base) is MemRef:
        poison = ~select(base.defined_window())
        return select(base.window()), poison if poison.any() else None
    mask = poison_mask(base)
    return select(plain(base)), None if mask is None else select(mask)


class Maskable:
    """Semantics of an op that `vector.mask` can predicate.

    `function` compiles an op to a function of the mask (None if all elements are set), the values
    of the masked-off elements (or None), and the op's operands.
    """

    def __init__(self, function: Callable[[ir.Operation, Compiler], Callable[..., Any]]) -> None:
        self.masked = function

    def __call__(self, op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
        function = self.masked(op, compiler)
        return lambda *operands: function(None, None, *operands)


def lanes_of(mask: Any) -> Array:
    """Return a mask as an array. Raises PoisonUse if it is undefined."""
    return np.asarray(defined(mask), np.bool_)


def mask_array(mask: Any) -> Array | None:
    """Return a mask as an array, None if all lanes are set. Raises PoisonUse if undefined."""
    array = lanes_of(mask)
    return None if array.all() else array


def chosen(
    mask: Array | None, values: ArrayValue, other: ArrayValue, op: ir.Operation | None
) -> ArrayValue:
    """Return `values` where the mask is set, otherwise `other`."""
    if mask is None:
        return values
    a, b = poison_mask(values), poison_mask(other)
    found = np.where(mask, plain(values), plain(other))
    if a is None and b is None:
        return found
    none = np.zeros((), np.bool_)
    return with_poison(
        found, np.where(mask, none if a is None else a, none if b is None else b), op
    )


def numbers_of(shape: Sequence[int]) -> int:
    """Return the number of elements of a shape."""
    return int(np.prod(shape, dtype=np.int64))
