"""Layouts of buffers, from their memref types, and access to single elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from bufferize import ir
from bufferize.dialects.strided import row_major_strides, strides_and_offset
from bufferize_interpreter.arithmetic.elements import element_of
from bufferize_interpreter.memory import Allocation, MemRef
from bufferize_interpreter.traps import ProgramError, TrapKind, out_of_bounds
from bufferize_interpreter.values import Poison, plain, poison_mask, with_poison

Layout: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int]
"""The sizes, strides and offset of a buffer, in elements."""


def memref_type(value: ir.Value) -> ir.MemRefType:
    """Return the type of a value that is a ranked buffer."""
    assert isinstance(value.type, ir.MemRefType)
    return value.type


def layout_of(type: ir.MemRefType) -> Callable[[Sequence[int], Sequence[int]], Layout]:
    """Return a function from dynamic extents and layout symbols to the layout of a buffer.

    Raises ProgramError if the layout is not strided.
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
    if isinstance(layout, ir.StridedLayoutAttr):

        def strided(extents: Sequence[int], symbols: Sequence[int]) -> Layout:
            rest = iter(symbols)
            offset = next(rest) if static_offset == ir.DYNAMIC else static_offset
            return filled(shape, extents), filled(static_strides, list(rest)), offset

        return strided
    assert isinstance(layout, ir.AffineMapAttr)
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
    """Return static values, with dynamic ones in place of unknown ones."""
    rest = iter(dynamic)
    return tuple([next(rest).__index__() if value == ir.DYNAMIC else value for value in static])


def place_of(buffer: MemRef, indices: tuple[int, ...]) -> tuple[Allocation, int]:
    """Return the memory that an element is in, and its address there: both together identify it.

    Raises ProgramError if it is out of bounds, or the memory has been freed.
    """
    data = buffer.allocation.data()
    place = data.ctypes.data + position(buffer, indices) * data.strides[0]
    return buffer.allocation.root, place


def position(buffer: MemRef, indices: tuple[int, ...]) -> int:
    """Return the position of an element in its allocation.

    Raises ProgramError if it is out of bounds.
    """
    place = buffer.offset
    for dim, index in enumerate(indices):
        size = buffer.sizes[dim]
        if not 0 <= index < size:
            raise out_of_bounds(f"index #{dim}", index, size)
        place += index * buffer.strides[dim]
    return place.__index__()


def loader(op: ir.Operation, type: ir.MemRefType) -> Callable[..., Any]:
    """Return a function that loads an element; `op` becomes the origin of poison."""
    if element_of(type.element_type).shape:
        return _vector_loader(op)
    if type.rank == 1:

        def load_1(buffer: MemRef, index: int) -> Any:
            if not 0 <= index < buffer.sizes[0]:
                raise out_of_bounds("index #0", index, buffer.sizes[0])
            place = buffer.offset + index * buffer.strides[0]
            allocation = buffer.allocation
            value = allocation.cells[place]
            return value if allocation.defined[place] else Poison(op)

        return load_1

    if type.rank == 2:

        def load_2(buffer: MemRef, i: int, j: int) -> Any:
            rows, columns = buffer.sizes
            if not (0 <= i < rows and 0 <= j < columns):
                position(buffer, (i, j))
            row, column = buffer.strides
            place = buffer.offset + i * row + j * column
            allocation = buffer.allocation
            value = allocation.cells[place]
            return value if allocation.defined[place] else Poison(op)

        return load_2

    def load(buffer: MemRef, *indices: int) -> Any:
        place = position(buffer, indices)
        allocation = buffer.allocation
        value = allocation.cells[place]
        return value if allocation.defined[place] else Poison(op)

    return load


def storer(type: ir.MemRefType) -> Callable[..., Any]:
    """Return a function that writes a value to a buffer of `type` at indices."""
    element = element_of(type.element_type)
    if element.shape:
        return _store_vector
    if type.rank == 1:

        def store_1(value: Any, buffer: MemRef, index: int) -> None:
            if not 0 <= index < buffer.sizes[0]:
                raise out_of_bounds("index #0", index, buffer.sizes[0])
            place = buffer.offset + index * buffer.strides[0]
            allocation = buffer.allocation
            if value.__class__ is Poison:
                _forget(allocation, place)
                return
            allocation.writable[place] = value
            allocation.defined[place] = 1

        return store_1

    def store(value: Any, buffer: MemRef, *indices: int) -> None:
        place = position(buffer, indices)
        allocation = buffer.allocation
        if value.__class__ is Poison:
            _forget(allocation, place)
            return
        allocation.writable[place] = value
        allocation.defined[place] = 1

    return store


def _forget(allocation: Allocation, place: int) -> None:
    """Make an element undefined."""
    allocation.data(write=True)
    allocation.defined[place] = 0


def _vector_loader(op: ir.Operation) -> Callable[..., Any]:
    def load(buffer: MemRef, *indices: int) -> Any:
        place = position(buffer, indices)
        allocation = buffer.allocation
        values = allocation.data()[place].copy()
        return with_poison(values, ~allocation.mask()[place], op)

    return load


def _store_vector(value: Any, buffer: MemRef, *indices: int) -> None:
    place = position(buffer, indices)
    allocation = buffer.allocation
    cells, mask = allocation.data(write=True), allocation.mask()
    if type(value) is Poison:
        mask[place] = False
        return
    cells[place] = plain(value)
    poison = poison_mask(value)
    mask[place] = True if poison is None else ~poison


def copy_elements(
    source: Allocation,
    start: int,
    target: Allocation,
    place: int,
    count: int,
    stride: int,
    together: int,
) -> None:
    """Copy `count` elements; the source has groups of `together` elements every `stride`.

    Raises ProgramError if either allocation is too small.
    """
    numbers = np.arange(count)
    read = start + numbers // together * stride + numbers % together
    if count and (read[-1] >= source.count or place + count > target.count):
        message = f"copies {count} elements, more than there are"
        raise ProgramError(TrapKind.OUT_OF_BOUNDS, message)
    target.data(write=True)[place : place + count] = source.data()[read]
    target.mask()[place : place + count] = source.mask()[read]
