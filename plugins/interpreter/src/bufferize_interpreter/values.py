"""The values of a running program, and poison, the value of elements that were never written.

Where elements are symbolic, `Expression`s replace all numbers except indices, and arrays of
expressions and numbers are arrays of objects.

- An integer or index is a Python `int`: nonnegative for i1 and unsigned types, signed for others.
- An f64 is a Python `float`; a float of another format is a NumPy or ml_dtypes scalar of it.
- A complex number is a `complex` or, for f32, a `numpy.complex64`.
- A vector or a tensor is a read-only `numpy.ndarray` or, if some of its elements are poison, a
  `PoisonArray`.
- A buffer, ranked or not, is a `MemRef`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from bufferize import ir
from bufferize_interpreter.symbols.expressions import Expression, elements_are_symbolic

Array: TypeAlias = NDArray[Any]


class PoisonUse(Exception):
    """The error that a branch, an address or a divisor depends on poison."""

    def __init__(self, poison: Poison) -> None:
        super().__init__("this depends on a value that is undefined")
        self.poison = poison


class Poison:
    """An undefined scalar; everything computed from it is undefined, too.

    `op` is the operation that it comes from.
    """

    __slots__ = ("op",)
    __array_ufunc__ = None  # NumPy scalars and arrays leave arithmetic with it to this class

    def __init__(self, op: ir.Operation | None = None) -> None:
        self.op = op

    def __repr__(self) -> str:
        return "poison"

    def _poison(self, *_: Any) -> Poison:
        return self

    def _use(self, *_: Any) -> Any:
        raise PoisonUse(self)

    __hash__ = object.__hash__
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _poison  # type: ignore[assignment]
    __add__ = __sub__ = __mul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = _poison
    __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __rfloordiv__ = __rmod__ = __rpow__ = _poison
    __and__ = __or__ = __xor__ = __lshift__ = __rshift__ = _poison
    __rand__ = __ror__ = __rxor__ = __rlshift__ = __rrshift__ = _poison
    __neg__ = __pos__ = __abs__ = __invert__ = _poison
    __bool__ = __int__ = __index__ = __float__ = __complex__ = _use


class PoisonArray:
    """A vector or tensor with undefined elements: those where `poison` is true.

    The numbers in `values` at these positions have no meaning. `op` is the operation that the
    poison comes from.
    """

    __slots__ = ("op", "poison", "values")
    __array_ufunc__ = None

    def __init__(
        self, values: Array, poison: NDArray[np.bool_], op: ir.Operation | None = None
    ) -> None:
        self.values = values
        self.poison = poison
        self.op = op

    def __repr__(self) -> str:
        return f"PoisonArray({self.values!r}, {self.poison!r})"

    @property
    def shape(self) -> tuple[int, ...]:
        """The extents."""
        return self.values.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy type of the elements."""
        return self.values.dtype


ArrayValue: TypeAlias = Array | PoisonArray
"""The value of a vector or a tensor."""


def with_poison(
    values: Any, poison: NDArray[np.bool_] | None, op: ir.Operation | None = None
) -> ArrayValue:
    """Return an array value with these elements, as a plain array if none is poison."""
    array = np.asarray(values)
    if poison is None or not poison.any():
        return array
    return PoisonArray(array, np.broadcast_to(poison, array.shape), op)


def plain(value: Any) -> Array:
    """Return the elements of an array value, with arbitrary numbers for poison."""
    return value.values if type(value) is PoisonArray else cast("Array", value)


def poison_mask(value: Any) -> NDArray[np.bool_] | None:
    """Return the mask of the poison elements of an array value, or None if there are none."""
    return value.poison if type(value) is PoisonArray else None


def without_poison(value: Any) -> Any:
    """Return the value itself, with its expressions. Raises PoisonUse if any of it is poison."""
    if type(value) is PoisonArray or type(value) is Poison:
        raise PoisonUse(Poison(value.op))
    return value


def defined(value: Any) -> Any:
    """Return the number or numbers of a value that determines the program's control flow.

    Expressions become the numbers that they stand for. Raises PoisonUse if any of it is poison.
    """
    value = without_poison(value)
    if type(value) is Expression:
        return value.symbols.decide(value)
    if elements_are_symbolic() and value.__class__ is np.ndarray and value.dtype == np.object_:
        return _decided(value)
    return value


def _decided(array: Array) -> Array:
    numbers = [e.symbols.decide(e) if type(e) is Expression else e for e in array.reshape(-1)]
    return np.array(numbers, None if numbers else np.int64).reshape(array.shape)


def moved(function: Callable[..., Any], *arrays: Any) -> ArrayValue:
    """Apply a `function` that only moves elements, together with their poison.

    `function` is applied to the elements and, if one of the arrays has poison, once more to the
    masks: it must work for arrays of any dtype, and return one array.
    """
    if not any(type(array) is PoisonArray for array in arrays):
        return np.asarray(function(*arrays))
    masks = [
        array.poison if type(array) is PoisonArray else np.zeros(array.shape, np.bool_)
        for array in arrays
    ]
    op = next(array.op for array in arrays if type(array) is PoisonArray)
    return with_poison(function(*map(plain, arrays)), np.asarray(function(*masks)), op)


def computed(function: Callable[..., Any], *operands: Any) -> ArrayValue:
    """Apply a `function` that computes element by element, with broadcasting.

    An element of the result is poison if one that it is computed from is.
    """
    poisoned = [o for o in operands if type(o) is PoisonArray or type(o) is Poison]
    if not poisoned:
        found: ArrayValue = function(*operands)
        return found if type(found) is PoisonArray else np.asarray(found)
    masks = [o.poison for o in poisoned if type(o) is PoisonArray]
    if len(masks) < len(poisoned):  # a scalar spoils all
        masks.append(np.ones((), np.bool_))
    values = function(*[np.zeros((), np.int8) if type(o) is Poison else plain(o) for o in operands])
    mask = masks[0]
    for other in [*masks[1:], *([values.poison] if type(values) is PoisonArray else [])]:
        mask = mask | other
    return with_poison(plain(values), mask, poisoned[0].op)


def propagating(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function of scalars so that it returns poison instead of raising PoisonUse."""

    def run(*operands: Any) -> Any:
        try:
            return function(*operands)
        except PoisonUse as problem:
            return problem.poison

    return run


def undefined_array(shape: tuple[int, ...], dtype: np.dtype[Any], op: ir.Operation) -> ArrayValue:
    """Return a vector or tensor with only undefined elements; `op` is their origin."""
    return with_poison(np.zeros(shape, dtype), np.ones(shape, np.bool_), op)
