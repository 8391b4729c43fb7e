"""Random arguments for functions, drawn by the types of their parameters."""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np

from bufferize import ir
from bufferize.dialects.bufferization import WRITABLE
from bufferize.interfaces import FunctionOpInterface
from bufferize_interpreter.arithmetic.elements import element_of
from bufferize_interpreter.arithmetic.integers import range_of
from bufferize_interpreter.values import Array

_EXTENTS: Final = (3, 4, 1, 2, 0, 5, 8)
_MANY_ATTEMPTS: Final = 24
"""The number of draws after which most draws vary the most successful arguments."""
_LARGEST: Final = 1 << 24
"""The largest number of elements of an array that is drawn."""
_MANY: Final = 1 << 16
"""The largest number of elements of an array for which extents can still be chosen."""
_LARGEST_EXTENT: Final = 256
"""The largest extent or index that is taken from the function's numbers."""


class NotDrawable(ValueError):
    """The error that values of a type cannot be drawn."""


@dataclass(frozen=True)
class Inputs:
    """The arguments of one call."""

    values: tuple[Any, ...]
    """The numbers and arrays; an array that must not be written to is not `writeable`."""

    def again(self) -> list[Any]:
        """Return copies of the arguments; arguments that were one array still are."""
        copies: dict[int, Any] = {}
        for value in self.values:
            if isinstance(value, np.ndarray) and id(value) not in copies:
                copy = value.copy()
                copy.flags.writeable = value.flags.writeable
                copies[id(value)] = copy
        return [copies.get(id(value), value) for value in self.values]


def drawn_inputs(function: FunctionOpInterface, seed: int) -> Generator[Inputs, int | None, None]:
    """Yield endlessly many arguments for a function, with varying extents, numbers and aliases.

    Dynamic extents are often all the same, so that they match. Arguments that are declared
    non-writable may be the same array.

    If a call is undefined behavior, the caller can `send` how far it came, for example the number
    of the operation that failed. Half of the following draws, and later most, then change some
    arguments of the call that came furthest, and take extents and indices from the function's types
    and constants.

    Raises NotDrawable for types other than numbers and arrays, and for arrays of more than 16
    million elements.
    """
    types = function.signature.inputs
    frozen = [function.get_arg_attr(number, WRITABLE) == ir.FALSE for number in range(len(types))]
    numbers: list[int] = []
    best: Inputs | None = None
    furthest = 0
    attempt = 0
    while True:
        drawing = _Drawing(random.Random(f"{seed} {attempt}"), attempt)
        if best is not None and attempt % (4 if attempt > _MANY_ATTEMPTS else 2):
            drawing.aim(numbers, best)
        inputs = drawing.inputs(types, frozen)
        reached = yield inputs
        attempt += 1
        if reached is not None and reached >= furthest:
            best, furthest = inputs, reached
            numbers = numbers or _numbers_of(function)


def _numbers_of(function: FunctionOpInterface) -> list[int]:
    """Return the numbers in a function that may be extents or indices and are not too large."""
    found = {0, 1}
    for op in function.walk():
        for value in (*op.results, *op.operands):
            if isinstance(value.type, ir.ShapedType):
                found.update(value.type.extents or ())
        for attribute in op.properties.values():
            if isinstance(attribute, ir.IntegerAttr):
                found.add(attribute.value)
            elif isinstance(attribute, ir.DenseArrayAttr):
                found.update(attribute.values)
    return sorted(number for number in found if 0 <= number <= _LARGEST_EXTENT)


def with_other_elements(
    inputs: Inputs, types: Sequence[ir.Type], seed: int, *, wide: bool = False
) -> Inputs:
    """Return the inputs with other elements, except for indices.

    With `wide`, elements may be any value of their type, including infinities, NaN and zeros of
    both signs.
    """
    drawing = _Drawing(random.Random(f"other {seed}"), seed)
    known: dict[int, Any] = {}
    values: list[Any] = []
    for value, type in zip(inputs.values, types, strict=True):
        found = known.get(id(value)) if isinstance(value, np.ndarray) else None
        if found is None:
            found = known[id(value)] = drawing.other(value, type, wide)
        values.append(found)
    return Inputs(tuple(values))


class _Drawing:
    """The random choices for the arguments of one call."""

    def __init__(self, source: random.Random, attempt: int) -> None:
        self.random = source
        self.numbers = np.random.default_rng(source.getrandbits(32))
        self.extent = _EXTENTS[attempt % len(_EXTENTS)]
        self.varies = attempt % 4 == 3
        self.pool: Sequence[int] = ()
        """Numbers of the function, from which to take extents and indices; empty to draw freely."""
        self.near: Inputs | None = None
        """Earlier arguments, which are used again except for those in `changed`; None to draw all."""
        self.changed: set[int] = set()

    def aim(self, pool: Sequence[int], near: Inputs) -> None:
        """Draw with a function's own numbers, and change only some of the arguments `near`."""
        self.pool, self.near = pool, near
        self.extent = self._large()
        count = len(near.values)
        self.changed = set(self.random.choices(range(count), k=self.random.randint(1, 3)))
        self.varies = self.random.random() < 0.5

    def inputs(self, types: Sequence[ir.Type], frozen: Sequence[bool]) -> Inputs:
        values: list[Any] = []
        for number, (type, is_frozen) in enumerate(zip(types, frozen, strict=True)):
            value = self._near_value(number, type)
            if is_frozen and isinstance(value, np.ndarray):
                others = [
                    other
                    for other, was, one in zip(values, frozen, types, strict=False)
                    if was and one is type and other.shape == value.shape
                ]
                if others and self.random.random() < 0.5:
                    value = self.random.choice(others)
                value.flags.writeable = False
            values.append(value)
            assert len(values) == number + 1
        return Inputs(tuple(values))

    def _near_value(self, number: int, type: ir.Type) -> Any:
        if self.near is not None and number not in self.changed:
            return self.near.values[number]
        return self.value(type)

    def value(self, type: ir.Type) -> Any:
        if isinstance(type, ir.IntegerType | ir.IndexType):
            return self._integer(type)
        if isinstance(type, ir.FloatType):
            return element_of(type).scalar(self.random.randint(-16, 16) / 4)
        if isinstance(type, ir.ComplexType):
            parts = [self.random.randint(-16, 16) / 4 for _ in range(2)]
            return element_of(type).scalar(complex(*parts))
        if isinstance(type, ir.UnrankedMemRefType | ir.UnrankedTensorType):
            return self._array(type, [self._extent() for _ in range(self.random.randint(1, 3))])
        if isinstance(type, ir.RankedTensorType | ir.MemRefType | ir.VectorType):
            return self._array(type, self._extents(type.shape))
        raise NotDrawable(f"no values of type {type} can be drawn")

    def _extents(self, known: Sequence[int]) -> list[int]:
        found = [self._extent(n) for n in known]
        if self.pool and ir.DYNAMIC in known and prod(found) > _MANY:
            return [self.random.choice(_EXTENTS) if n == ir.DYNAMIC else n for n in known]
        return found

    def other(self, value: Any, type: ir.Type, wide: bool) -> Any:
        """Return another value with the same extents."""
        if isinstance(ir.element_type_or_self(type), ir.IndexType):
            return value
        if not isinstance(value, np.ndarray):
            return self.value(type)
        assert isinstance(type, ir.ShapedType)
        extents = value.shape[: value.ndim - len(element_of(type.element_type).shape)]
        found = self._array(type, extents)
        if wide:
            found = self._wide_elements(found)
        found.flags.writeable = value.flags.writeable
        return found

    def _wide_elements(self, array: Array) -> Array:
        """Replace half of the elements by arbitrary values of their type."""
        if array.dtype.kind not in "iuf":
            return array
        shape, dtype = array.shape, array.dtype
        if dtype.kind in "iu":
            bounds = np.iinfo(dtype)
            far = self.numbers.integers(bounds.min, bounds.max, shape, dtype, endpoint=True)
        else:
            largest = np.finfo(dtype).max
            pool = np.array([np.inf, -np.inf, np.nan, 0.0, -0.0, largest, -largest], dtype)
            far = self.numbers.choice(pool, shape)
        return np.where(self.numbers.random(shape) < 0.5, far, array).astype(dtype)

    def _extent(self, known: int = ir.DYNAMIC) -> int:
        if known != ir.DYNAMIC:
            return known
        if not self.varies:
            return self.extent
        return self._large() if self.pool else self.random.choice(_EXTENTS)

    def _large(self) -> int:
        """Return a number of the pool, usually a large one, which makes more indices valid."""
        if self.random.random() < 0.25:
            return self.random.choice(_EXTENTS)
        return max(self.random.choices(self.pool, k=3))

    def _extreme(self) -> int:
        """Return a number of the pool: a small one, good for an index, or a large one."""
        choose = self.random.choice((min, max))
        return choose(self.random.choices(self.pool, k=self.random.randint(1, 4)))

    def _integer(self, type: ir.IntegerType | ir.IndexType) -> int:
        wrap = element_of(type).scalar
        if self.pool:
            return int(wrap(self._extreme()))
        if isinstance(type, ir.IndexType):  # an extent, or an index below one
            last = max(0, self.extent - 1)
            return self.random.choice((0, 1, last, self.extent, self.random.randint(0, 8)))
        choices = (self.random.randint(-4, 4), self.random.randint(0, 8), self._wide(type.width))
        return int(wrap(self.random.choice(choices)))

    def _wide(self, width: int) -> int:
        return self.random.getrandbits(width) if self.random.random() < 0.2 else 1

    def _array(self, type: ir.ShapedType, extents: Sequence[int]) -> Any:
        element = element_of(type.element_type)
        shape = (*extents, *element.shape)
        count = prod(shape)
        if count > _LARGEST:
            raise NotDrawable(f"a value of type {type} is too large to be drawn")
        kind = element.dtype.kind
        if kind == "O":
            raise NotDrawable(f"no arrays of type {type} can be drawn")
        if isinstance(type.element_type, ir.IndexType):
            values: Array = self.numbers.integers(0, max(1, self.extent), count)
        elif isinstance(type.element_type, ir.IntegerType):
            low, high = range_of(type.element_type)
            if self.pool:  # they may be indices
                low, high = 0, min(high, self.random.choice((0, 1, 3, 7)))
            values = self.numbers.integers(max(low, -8), min(high, 8), count, endpoint=True)
        elif kind == "c":
            parts = self.numbers.integers(-16, 17, (2, count)) / 4
            values = parts[0] + 1j * parts[1]
        else:
            values = self.numbers.integers(-16, 17, count) / 4
        return values.astype(element.dtype).reshape(shape)
