"""What memref types say of buffers, as their operations need it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from bufferize.dialects.strided import row_major_strides, strides_and_offset
from bufferize.ir import (
    DYNAMIC,
    AffineMapAttr,
    MemRefType,
    StridedLayoutAttr,
    Value,
)
from bufferize_interpreter.traps import ProgramError, TrapKind

Layout: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int]
"""Sizes, strides and offset, in elements."""


def memref_type(value: Value) -> MemRefType:
    """The type of a ranked buffer."""
    assert isinstance(value.type, MemRefType)
    return value.type


def layout_of(type: MemRefType) -> Callable[[Sequence[int], Sequence[int]], Layout]:
    """From the dynamic extents and the symbols of its layout to the layout of a buffer of `type`.

    Raises ProgramError for one that is not strided.
    """
    shape = type.shape
    if type.layout is None:

        def dense(extents: Sequence[int], symbols: Sequence[int]) -> Layout:
            sizes = filled(shape, extents)
            return sizes, tuple(row_major_strides(sizes)), 0

        return dense
    known = strides_and_offset(type)
    if known is None:
        raise ProgramError(TrapKind.OTHER, f"the layout of '{type}' is not strided")
    static_strides, static_offset = known
    layout = type.layout
    if isinstance(layout, StridedLayoutAttr):

        def strided(extents: Sequence[int], symbols: Sequence[int]) -> Layout:
            rest = iter(symbols)
            offset = next(rest) if static_offset == DYNAMIC else static_offset
            return filled(shape, extents), filled(static_strides, list(rest)), offset

        return strided
    assert isinstance(layout, AffineMapAttr)
    (expr,) = layout.map.results

    def mapped(extents: Sequence[int], symbols: Sequence[int]) -> Layout:
        def place(index: list[int]) -> int:
            return expr.evaluate(index, list(symbols))

        rank = len(shape)
        offset = place([0] * rank)
        units = [[int(i == j) for j in range(rank)] for i in range(rank)]
        strides = tuple(place(unit) - offset for unit in units)
        return filled(shape, extents), strides, offset

    return mapped


def filled(static: Sequence[int], dynamic: Sequence[int]) -> tuple[int, ...]:
    """Static values, with the dynamic ones in the places of those that are not known."""
    rest = iter(dynamic)
    return tuple([next(rest).__index__() if value == DYNAMIC else value for value in static])
