"""Reading and writing single elements of buffers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bufferize.ir import MemRefType, Operation
from bufferize_interpreter.elements import element_of
from bufferize_interpreter.memory import MemRef
from bufferize_interpreter.traps import out_of_bounds
from bufferize_interpreter.values import Poison, PoisonUse, plain, poison_mask, with_poison


def position(buffer: MemRef, indices: tuple[int, ...]) -> int:
    """The place of an element in its allocation. Raises ProgramError for one that is outside."""
    place = buffer.offset
    for dim, index in enumerate(indices):
        size = buffer.sizes[dim]
        if not 0 <= index < size:
            raise out_of_bounds(f"index #{dim}", index, size)
        place += index * buffer.strides[dim]
    return place.__index__()


def loader(op: Operation, type: MemRefType) -> Callable[..., Any]:
    """A function from a buffer of `type` and indices to the element there."""
    element = element_of(type.element_type)
    if element.shape:
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


def storer(op: Operation, type: MemRefType) -> Callable[..., Any]:
    """A function of a value, a buffer of `type` and indices that writes the value there."""
    element = element_of(type.element_type)
    if element.shape:
        return _vector_storer()

    def write(buffer: MemRef, place: int, value: Any) -> None:
        allocation = buffer.allocation
        try:
            allocation.writable[place] = value
            allocation.defined[place] = 1
        except PoisonUse:
            allocation.defined[place] = 0

    if type.rank == 1:

        def store_1(value: Any, buffer: MemRef, index: int) -> None:
            if not 0 <= index < buffer.sizes[0]:
                raise out_of_bounds("index #0", index, buffer.sizes[0])
            write(buffer, buffer.offset + index * buffer.strides[0], value)

        return store_1

    def store(value: Any, buffer: MemRef, *indices: int) -> None:
        write(buffer, position(buffer, indices), value)

    return store


def _vector_loader(op: Operation) -> Callable[..., Any]:
    def load(buffer: MemRef, *indices: int) -> Any:
        place = position(buffer, indices)
        allocation = buffer.allocation
        values = allocation.data()[place].copy()
        return with_poison(values, ~allocation.mask()[place], op)

    return load


def _vector_storer() -> Callable[..., Any]:
    def store(value: Any, buffer: MemRef, *indices: int) -> None:
        place = position(buffer, indices)
        allocation = buffer.allocation
        cells, mask = allocation.data(write=True), allocation.mask()
        if type(value) is Poison:
            mask[place] = False
            return
        cells[place] = plain(value)
        poison = poison_mask(value)
        mask[place] = True if poison is None else ~poison

    return store
