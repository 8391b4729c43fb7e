"""Ranges of indices: the least and the greatest value, as far as they are proved."""

from __future__ import annotations

from typing import Final, TypeAlias

from bufferize import ir
from bufferize.interfaces import ShapedDimOpInterface, constant_int, linear_form, value_range
from bufferize_buffers.statistics.extents import source_of_extent

_PRODUCTS: Final = ("arith.muli", "index.mul")
"""The operations that multiply two indices."""
_LEAST: Final = -(2**63)
_MOST: Final = 2**63 - 1
_MOST_STEPS: Final = 100
"""The number of operations in a row above which no range is known."""

Range: TypeAlias = tuple[int | None, int | None]
"""The least and the greatest value, None if not known."""


class Ranges:
    """The ranges of indices, found on demand.

    Unlike `value_range`, they are looked for through extents, sums and products; numbers that might
    wrap around have none.
    """

    def __init__(self) -> None:
        self._found: dict[ir.Value, Range] = {}
        self._steps = 0

    def of(self, value: int | ir.Value) -> Range:
        """Return the range of an index."""
        if isinstance(value, int):
            return value, value
        known = self._found.get(value)
        if known is None:
            if self._steps == _MOST_STEPS:
                return None, None
            self._steps += 1
            known = self._found[value] = self._find(value)
            self._steps -= 1
        return known

    def _find(self, value: ir.Value) -> Range:
        form = linear_form(value)
        if form.constant or dict(form.terms) != {value: 1}:
            if form.constant == 0 and list(form.terms.values()) == [1]:
                return self.of(*form.terms)
            least = most = form.constant
            for term, factor in form.terms.items():
                low, high = self.of(term)
                if low is None or high is None:
                    return None, None
                ends = sorted((low * factor, high * factor))
                least, most = least + ends[0], most + ends[1]
            return _unwrapped(least, most)
        extent = extent_of(value)
        if extent is not None:
            source = origin_of_extent(*extent)
            return (0, None) if isinstance(source, tuple) else self.of(source)
        factors = factors_of(value)
        if factors is None:
            return value_range(value)
        (a, b), (c, d) = map(self.of, factors)
        if a is None or b is None or c is None or d is None:
            return None, None
        products = [a * c, a * d, b * c, b * d]
        return _unwrapped(min(products), max(products))


def extent_of(value: ir.Value) -> tuple[ir.Value, int] | None:
    """Return the buffer and the dimension whose extent a value is; None if it is none."""
    op = value.defining_op
    if not isinstance(op, ShapedDimOpInterface):
        return None
    dimension, type = constant_int(op.dimension), op.shaped_value.type
    if dimension is None or not isinstance(type, ir.MemRefType):
        return None
    return (op.shaped_value, dimension) if 0 <= dimension < type.rank else None


def origin_of_extent(buffer: ir.Value, dimension: int) -> int | ir.Value | tuple[ir.Value, int]:
    """Return the number or the index that an extent is equal to, or the buffer that it comes from."""
    source: int | ir.Value | tuple[ir.Value, int] = (buffer, dimension)
    while isinstance(source, tuple):
        before, source = source, source_of_extent(*source)
        if source == before:
            return source
    return source


def factors_of(value: ir.Value) -> tuple[ir.Value, ir.Value] | None:
    """Return the two indices whose product a value is; None if it is no product."""
    op = value.defining_op
    if op is None or op.name not in _PRODUCTS or not isinstance(value.type, ir.IndexType):
        return None
    return op.operand(0), op.operand(1)


def _unwrapped(least: int, most: int) -> Range:
    return (least, most) if least >= _LEAST and most <= _MOST else (None, None)
