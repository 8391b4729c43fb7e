"""Memory of a running program: allocations, and buffers as strided views of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Final, NoReturn

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from bufferize import ir
from bufferize.dialects.strided import row_major_strides, strides_and_offset
from bufferize_interpreter.arithmetic.elements import Element
from bufferize_interpreter.statistics import Statistics, Timeline
from bufferize_interpreter.symbols.expressions import NotSymbolic, elements_are_symbolic
from bufferize_interpreter.traps import ProgramError, TrapKind
from bufferize_interpreter.values import Array, ArrayValue, Poison, plain, poison_mask, with_poison

# Formats that memoryview reads and writes as the interpreter's scalars, faster than NumPy.
_FAST: Final = frozenset("?bhilqBHILQd")

DEFAULT_BYTES: Final = 2**32
"""The default limit on the bytes of one tensor, and of all buffers together."""

_NEVER_FREED: Final = {
    "stack": "is on the stack",
    "permanent": "lives as long as the program",
    "argument": "belongs to the caller of the program",
}


class _StandIn:
    """A stand-in for cells that cannot be accessed as they are."""

    def __getitem__(self, index: Any) -> Any:
        raise NotImplementedError

    def __setitem__(self, index: Any, value: Any) -> None:
        raise NotImplementedError


class _Denied(_StandIn):
    """A stand-in for cells that must not be accessed: raises ProgramError when indexed."""

    def __init__(self, kind: TrapKind, message: str, notes: list[tuple[str, Any]]) -> None:
        self._problem = kind, message, notes

    def __getitem__(self, index: Any) -> NoReturn:
        raise ProgramError(*self._problem)

    def __setitem__(self, index: Any, value: Any) -> NoReturn:
        raise ProgramError(*self._problem)


class _Gate(_StandIn):
    """A stand-in for the cells of a planned buffer that take over its bytes when indexed."""

    def __init__(self, buffer: PlannedBuffer, lens: Allocation) -> None:
        self._buffer = buffer
        self._lens = lens

    def __getitem__(self, index: Any) -> Any:
        self._buffer.take_over()
        return self._lens.cells[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._buffer.take_over()
        self._lens.writable[index] = value


class PlannedBuffer:
    """A buffer that has bytes of an arena to itself, as long as it is in use.

    When it is accessed first, its contents become undefined. What it has written must not be
    overwritten by another buffer of the arena before it is read:

        %a = memref.view %arena[%c0][] {bufferize.planned} : memref<16xi8> to memref<4xf32>
        %b = memref.view %arena[%c8][] {bufferize.planned} : memref<16xi8> to memref<2xf32>
        memref.store %x, %a[%i] : memref<4xf32>
        memref.store %y, %b[%i] : memref<2xf32>    // takes over bytes of %a
        memref.load %a[%i] : memref<4xf32>         // traps
    """

    __slots__ = ("_bytes", "_lenses", "_op", "_outer")

    _bytes: tuple[int, int]

    def __init__(self, lens: Allocation, op: ir.Operation, start: int, outer: Allocation) -> None:
        """Make the buffer of a view `op`, with memory for its elements from byte `start` of `outer` on.

        `outer` may be the memory of a planned buffer itself: the arena of a function that is called.
        """
        self._op = op
        self._outer = outer.planned
        start += self._outer._bytes[0] if self._outer is not None else 0
        self._bytes = start, start + lens.size
        self._lenses: list[tuple[Allocation, Any, Any]] = []
        self.add(lens)
        for each, _, _ in self._lenses:
            each.cells = each.writable = _Gate(self, each)

    def add(self, lens: Allocation) -> None:
        """Add memory for other elements in the same bytes."""
        lens.planned = self
        self._lenses.append((lens, lens.cells, lens.writable))

    def take_over(self) -> None:
        """Take the bytes from the buffers that have them. What was in them is undefined then."""
        if self._outer is not None:
            self._outer._require()
        owners = self._lenses[0][0].root.owners
        around = self._around()
        start, end = self._bytes
        for other in list(owners):
            if other not in around and other._bytes[0] < end and start < other._bytes[1]:
                owners.remove(other)
                other._lose(self)
        owners.append(self)
        self._lenses[0][0].mask()[...] = False
        for lens, cells, writable in self._lenses:
            lens.cells, lens.writable = cells, writable

    def _require(self) -> None:
        """Take the bytes over unless they are this buffer's already."""
        if self not in self._lenses[0][0].root.owners:
            self.take_over()

    def _around(self) -> list[PlannedBuffer]:
        """Return the planned buffers that this one is in."""
        found, outer = [], self._outer
        while outer is not None:
            found.append(outer)
            outer = outer._outer
        return found

    def _lose(self, other: PlannedBuffer) -> None:
        """Make reading an error, as another buffer has taken over some of the bytes."""
        notes = [
            ("this buffer is in the same bytes", other._op),
            ("the buffer that is used gets its place here", self._op),
        ]
        denied = _Denied(TrapKind.OVERWRITTEN, "uses bytes that another buffer has taken", notes)
        for lens, _, _ in self._lenses:
            lens.cells, lens.writable = denied, _Gate(self, lens)


class Allocation:
    """A piece of memory whose cells hold elements of one type.

    The program reads from `cells` and writes to `writable`, both indexed by position. Once the
    memory is freed, or if it is read-only, indexing them raises ProgramError. `defined` holds 1 for
    each cell that has been written to (for vectors, for each of their elements).
    """

    __slots__ = (
        "_data",
        "_lenses",
        "_mask",
        "cells",
        "defined",
        "element",
        "kind",
        "number",
        "op",
        "owners",
        "planned",
        "root",
        "space",
        "writable",
    )

    cells: Any
    writable: Any
    defined: Any
    root: Allocation
    """The allocation itself or, for memory reinterpreted as other elements, the original."""

    def __init__(
        self,
        element: Element,
        data: Array,
        defined: bool,
        *,
        kind: str = "heap",
        op: ir.Operation | None = None,
        space: ir.Attribute | None = None,
        read_only: bool = False,
        number: int = 0,
    ) -> None:
        """Make an allocation of `data`, a contiguous array; vectors add their extents last."""
        self.element = element
        self.kind = kind
        """The kind: "heap", "stack", "permanent", "argument", or that of another allocator."""
        self.op = op
        """The operation that allocated the memory, None if it is an argument or permanent."""
        self.space = space
        self.number = number
        self.root = self
        self.owners: list[PlannedBuffer] = []
        """The planned buffers that have bytes of this memory now, if it is an arena."""
        self.planned: PlannedBuffer | None = None
        """The planned buffer that this is the memory of, if it is in an arena."""
        self._data = data
        self._lenses: list[Allocation] = []
        self.defined = bytearray(b"\1" if defined else b"\0") * data.size
        self._mask = np.frombuffer(self.defined, np.bool_).reshape(data.shape)
        fast = data.dtype.char in _FAST and data.ndim == 1 and data.flags.writeable
        self.cells = memoryview(data) if fast else data  # type: ignore[arg-type]
        self.writable = self.cells
        if read_only:
            self.writable = _Denied(
                TrapKind.READ_ONLY,
                "writes to a buffer that may only be read",
                [("this is the buffer", op)] if op is not None else [],
            )

    @property
    def size(self) -> int:
        """The size in bytes."""
        return len(self._data) * self.element.size

    @property
    def count(self) -> int:
        """The number of cells."""
        return len(self._data)

    @property
    def is_alive(self) -> bool:
        """Whether the memory is not freed yet."""
        return not (isinstance(self.cells, _Denied))

    @property
    def is_read_only(self) -> bool:
        """Whether the program must not write to the memory."""
        return isinstance(self.writable, _Denied)

    def data(self, write: bool = False) -> Array:
        """Return all cells as an array.

        Raises ProgramError if they must not be read or, with `write`, not be written.
        """
        denied = self.writable if write else self.cells
        if isinstance(denied, _StandIn):
            denied[0]
        return self._data

    def mask(self) -> NDArray[np.bool_]:
        """Return a mask of the cells that have been written to."""
        return self._mask

    def free(self, op: ir.Operation | None) -> None:
        """Free the memory: every later access is an error."""
        notes = [("it was freed here", op)] if op is not None else []
        if self.op is not None:
            notes.append(("it was allocated here", self.op))
        self.cells = self.writable = _Denied(
            TrapKind.USE_AFTER_FREE, "uses a buffer that has been freed", notes
        )
        for lens in self._lenses:
            lens.cells = lens.writable = self.cells

    def fill(self, value: ArrayValue) -> None:
        """Set the initial contents of all cells, even if the memory is read-only."""
        self._data[...] = plain(value).reshape(self._data.shape)
        poison = poison_mask(value)
        self._mask[...] = True if poison is None else ~poison.reshape(self._data.shape)

    def reinterpreted(
        self, element: Element, start: int, count: int, planned: ir.Operation | None = None
    ) -> Allocation:
        """Return `count` elements of another type in this memory of bytes, starting at `start`.

        With `planned`, the operation that has them for a planned buffer, they become one.

        An element counts as defined if its first byte is; its other bytes are then marked as
        defined, too.
        """
        if elements_are_symbolic():
            raise NotSymbolic(f"reads memory of bytes as elements of type '{element.type}'")
        size = element.dtype.itemsize
        if element.dtype == np.object_ or element.size * count > len(self._data) - start:
            raise ProgramError(TrapKind.OTHER, f"memory of bytes cannot hold '{element.type}'")
        cells = count * element.size // size if element.shape else count
        data = self.data()[start : start + cells * size].view(element.dtype)
        mask = self._mask[start : start + cells * size]
        for byte in range(1, size):
            mask[byte::size] = True
        shape = (count, *element.shape)
        lens = self._lens(element, data.reshape(shape), mask[::size].reshape(shape))
        if planned is not None and count:
            PlannedBuffer(lens, planned, start, self)
        elif self.planned is not None:
            self.planned.add(lens)
        return lens

    def regrouped(self, element: Element, start: int, count: int) -> Allocation:
        """Return the scalars starting at cell `start` as `count` vectors, or vectors as scalars."""
        shape = (count, *element.shape)
        lens = self._lens(
            element,
            self.data()[start:].reshape(-1)[: prod(shape)].reshape(shape),
            self._mask[start:].reshape(-1)[: prod(shape)].reshape(shape),
        )
        if self.planned is not None:
            self.planned.add(lens)
        return lens

    def _lens(self, element: Element, data: Array, mask: NDArray[np.bool_]) -> Allocation:
        """Make an allocation for other elements in the same memory, with the same lifetime."""
        lens = Allocation(
            element,
            data,
            False,
            kind=self.kind,
            op=self.op,
            space=self.space,
            number=self.number,
        )
        lens.root = self.root
        lens._mask = mask
        lens.defined = lens._mask if element.shape else memoryview(lens._mask)  # type: ignore[arg-type]
        if self.is_read_only:
            lens.writable = self.writable
        self.root._lenses.append(lens)
        return lens

    @property
    def address(self) -> int:
        """The address of the memory in the program."""
        return (self.root.number + 1) << 40


class MemRef:
    """A buffer: a strided view of an allocation. Offset and strides are in elements."""

    __slots__ = ("allocation", "offset", "sizes", "strides")

    def __init__(
        self,
        allocation: Allocation,
        offset: int,
        sizes: tuple[int, ...],
        strides: tuple[int, ...],
    ) -> None:
        self.allocation = allocation
        self.offset = offset
        self.sizes = sizes
        self.strides = strides

    def __repr__(self) -> str:
        return f"MemRef({self.offset}, {self.sizes}, {self.strides})"

    @property
    def count(self) -> int:
        """The number of elements."""
        return prod(self.sizes)

    @property
    def bytes(self) -> int:
        """The size of all elements in bytes."""
        return self.count * self.allocation.element.size

    def window(self, write: bool = False) -> Array:
        """Return a NumPy view of the elements; vector elements add their extents at the end.

        Raises ProgramError if the buffer was freed or, with `write`, is read-only.
        """
        return self._view(self.allocation.data(write))

    def defined_window(self) -> NDArray[np.bool_]:
        """Return a NumPy view of the mask of elements that have been written to."""
        view: NDArray[np.bool_] = self._view(self.allocation.mask())
        return view

    def _view(self, cells: Array) -> Array:
        shape = (*self.sizes, *cells.shape[1:])
        if 0 in shape:
            return np.empty(shape, cells.dtype)
        strides = (*[s * cells.strides[0] for s in self.strides], *cells.strides[1:])
        view: Array = as_strided(cells[self.offset :], shape, strides)
        return view

    def read(self, op: ir.Operation | None = None) -> ArrayValue:
        """Return a copy of the elements; `op` becomes the origin of undefined ones."""
        values: Array = self.window().copy()
        defined = self.defined_window()
        if defined.all():
            return values
        return with_poison(values, ~defined, op)

    def write(self, value: Any) -> None:
        """Write an array value to the buffer, or one scalar to all elements."""
        window, defined = self.window(write=True), self.defined_window()
        if type(value) is Poison:
            defined[...] = False
            return
        window[...] = plain(value)
        poison = poison_mask(value)
        if poison is None:
            defined[...] = True
        else:
            defined[...] = ~poison

    def copy_from(self, source: MemRef) -> None:
        """Copy all elements of a buffer of the same shape; undefined ones stay undefined."""
        target, window = self.window(write=True), source.window()
        target[...] = window
        self.defined_window()[...] = source.defined_window()

    def span(self) -> tuple[int, int]:
        """Return the first position and the position after the last one; (0, 0) if empty."""
        return span_of(self.offset, self.sizes, self.strides)

    def checked(self) -> MemRef:
        """Return this view. Raises ProgramError if it reaches beyond its allocation."""
        low, high = self.span()
        count = self.allocation.count
        if low < 0 or high > count:
            raise ProgramError(
                TrapKind.OUT_OF_BOUNDS,
                f"a view of the elements {low} to {high - 1} of memory that holds {count}",
            )
        return self

    def overlaps(self, other: MemRef) -> bool:
        """Return whether two buffers, possibly freed, have an element in common."""
        if self.allocation.root is not other.allocation.root:
            return False
        if 0 in self.sizes or 0 in other.sizes:
            return False
        own, others = (m._view(m.allocation._data) for m in (self, other))
        return bool(np.shares_memory(own, others))

    def changes_under(self, source: MemRef) -> NDArray[np.bool_] | None:
        """Return the elements that a copy from `source` to here may overwrite before copying them.

        The copy may go in any order. None if the two do not overlap or are the same view.
        """
        if source.is_same_view(self) or not self.overlaps(source):
            return None
        if self.allocation is not source.allocation:  # read as elements of another type
            return np.ones(self.sizes, np.bool_)
        cells = np.arange(self.allocation.count)
        here, there = self._view(cells), source._view(cells)
        changed: NDArray[np.bool_] = np.isin(there, here) & (there != here)
        return changed

    def is_same_view(self, other: MemRef) -> bool:
        """Return whether two buffers have the same elements at the same indices."""
        if (self.allocation, self.offset, self.sizes) != (
            other.allocation,
            other.offset,
            other.sizes,
        ):
            return False
        return 0 in self.sizes or all(
            size == 1 or stride == another
            for size, stride, another in zip(self.sizes, self.strides, other.strides, strict=True)
        )


class Memory:
    """All memory of a running program."""

    def __init__(self, timeline: Timeline | None = None, max_bytes: int = DEFAULT_BYTES) -> None:
        self.statistics = Statistics()
        self.timeline = timeline
        self.max_bytes = max_bytes
        """The limit on the bytes of one tensor, and of all buffers together."""
        self.allocations: dict[int, Allocation] = {}
        """The allocations that the program made and has not freed, by number."""
        self.stack: list[Allocation] = []
        self._lent: dict[Allocation, Array] = {}
        self._adopted = 0

    def allocate(
        self,
        element: Element,
        sizes: Sequence[int],
        op: ir.Operation,
        *,
        strides: Sequence[int] | None = None,
        offset: int = 0,
        kind: str = "heap",
        space: ir.Attribute | None = None,
    ) -> MemRef:
        """Allocate a buffer with undefined contents, row-major unless strides are given.

        `kind` is "heap", "stack" or that of another allocator; memory on the stack is freed at the
        end of its scope.
        """
        sizes = tuple(sizes)
        if any(size < 0 for size in sizes):
            raise ProgramError(TrapKind.OUT_OF_BOUNDS, f"allocates a buffer of {list(sizes)}")
        found = tuple(row_major_strides(sizes) if strides is None else strides)
        _, count = span_of(offset, sizes, found)
        self.require_room(count * element.size, self.statistics.live_bytes)
        data = np.zeros((count, *element.shape), element.dtype)
        number = self.statistics.allocations
        allocation = Allocation(element, data, False, kind=kind, op=op, space=space, number=number)
        self.allocations[number] = allocation
        if kind == "stack":
            self.stack.append(allocation)
        self.statistics.allocated(allocation.size)
        if self.timeline is not None:
            self.timeline.begin(number, op, allocation.size, self.statistics.live_bytes)
        return MemRef(allocation, offset, sizes, found)

    def lend(self, buffer: MemRef, lent: bool = True) -> None:
        """Record that a part of a buffer was read as a tensor that may be changed in place.

        With `lent=False`, record that the program has set them again.
        """
        root = buffer.allocation.root
        if lent and root not in self._lent:
            self._lent[root] = np.zeros(root.mask().shape, np.bool_)
        mask = self._lent.get(root)
        if mask is None:
            return
        if root is buffer.allocation:
            buffer._view(mask)[...] = lent
        elif lent:  # its elements are of another type
            mask[...] = True

    def lent(self, buffer: MemRef) -> Array | None:
        """Return a mask of the lent elements of a buffer, or None if none is lent."""
        mask = self._lent.get(buffer.allocation)
        return None if mask is None else buffer._view(mask)

    def require_room(self, size: int, used: int = 0) -> None:
        """Raise ProgramError if `size` bytes, in addition to `used` ones, exceed the limit."""
        if used + size > self.max_bytes:
            besides = f", besides {used} in use," if used else ","
            raise ProgramError(
                TrapKind.LIMIT,
                f"takes {size} bytes{besides} where {self.max_bytes} are the limit",
                [("--max-bytes=N, in Python Machine(…, max_bytes=N), allows more", None)],
            )

    def permanent(
        self, element: Element, sizes: Sequence[int], op: ir.Operation, *, read_only: bool
    ) -> MemRef:
        """Allocate a row-major buffer that lives as long as the program, without counting it."""
        sizes = tuple(sizes)
        self.require_room(prod(sizes) * element.size)
        data = np.zeros((prod(sizes), *element.shape), element.dtype)
        allocation = Allocation(element, data, False, kind="permanent", op=op, read_only=read_only)
        self.adopt(allocation)
        return MemRef(allocation, 0, sizes, tuple(row_major_strides(sizes)))

    def adopt(self, allocation: Allocation) -> None:
        """Give a number to an allocation that the program neither makes nor frees."""
        self._adopted += 1
        allocation.number = -1 - self._adopted

    def free(self, buffer: MemRef, op: ir.Operation, kind: str | None = "heap") -> None:
        """Free the memory of a buffer, which must be of `kind`; None: of any that can be freed.

        Raises ProgramError if it cannot be freed.
        """
        allocation = buffer.allocation.root
        if not allocation.is_alive:
            try:
                allocation.data()
            except ProgramError as problem:
                message = "frees a buffer that has been freed before"
                raise ProgramError(TrapKind.BAD_FREE, message, problem.notes) from None
        where = _NEVER_FREED.get(allocation.kind)
        if where is not None:
            raise ProgramError(TrapKind.BAD_FREE, f"frees a buffer that {where}")
        if kind not in (None, allocation.kind):
            message = f"'{op.name}' frees a buffer of another allocator"
            notes = [("it was allocated here", allocation.op)]
            raise ProgramError(TrapKind.BAD_FREE, message, notes)
        if buffer.sizes and buffer.span()[0] != 0 and buffer.count:
            message = "frees a part of a buffer: its first element is not that of the allocation"
            raise ProgramError(TrapKind.BAD_FREE, message)
        self._release(allocation, op)

    def _release(self, allocation: Allocation, op: ir.Operation | None) -> None:
        allocation.free(op)
        del self.allocations[allocation.number]
        self.statistics.live_bytes -= allocation.size
        if self.timeline is not None and allocation.op is not None:
            live = self.statistics.live_bytes
            self.timeline.end(allocation.number, allocation.op, allocation.size, live)

    def leave_scope(self, depth: int) -> None:
        """Free the allocations on the stack above the first `depth` ones."""
        while len(self.stack) > depth:
            self._release(self.stack.pop(), None)


def layout_for(type: ir.MemRefType, shape: Sequence[int]) -> tuple[list[int], int]:
    """Return strides and offset, in elements, for a buffer of `shape` that has `type`.

    Strides that the type leaves open are chosen row-major, around the fixed ones, so that no two
    elements overlap. Raises ValueError if the layout is not strided.
    """
    wanted = strides_and_offset(type)
    if wanted is None:
        raise ValueError(f"the layout of {type} is not strided")
    strides, offset = wanted
    inner = 1 + sum(
        (extent - 1) * stride
        for extent, stride in zip(shape, strides, strict=True)
        if stride != ir.DYNAMIC and extent > 0
    )
    if ir.DYNAMIC not in strides or _are_innermost(strides):
        inner = 1
    chosen = [
        inner * own if stride == ir.DYNAMIC else stride
        for stride, own in zip(strides, row_major_strides(shape), strict=True)
    ]
    return chosen, 0 if offset == ir.DYNAMIC else offset


def _are_innermost(strides: Sequence[int]) -> bool:
    """Return whether at most the innermost stride is fixed, to 1.

    Then row-major strides for the other dimensions suffice.
    """
    return all(stride == ir.DYNAMIC for stride in strides[:-1]) and strides[-1:] in (
        [1],
        [ir.DYNAMIC],
    )


def span_of(offset: int, sizes: Sequence[int], strides: Sequence[int]) -> tuple[int, int]:
    """Return the first position of a view and the position after the last one; (0, 0) if empty."""
    if 0 in sizes:
        return 0, 0
    low = high = offset
    for size, stride in zip(sizes, strides, strict=True):
        reach = (size - 1) * stride
        if reach < 0:
            low += reach
        else:
            high += reach
    return low, high + 1
