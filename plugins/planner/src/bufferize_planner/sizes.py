"""Sizes of buffers in a plan: numbers of bytes, bounds, or multiples of a size known at run time.

    memref.alloc() : memref<4x8xf32>                  // 128 bytes
    %t = affine.min affine_map<(d0) -> (8, d0)>(%n)
    memref.alloc(%t) : memref<?x4xf32>                // at most 128 bytes: planned with as many
    %d = memref.dim %x, %c0 : memref<?xf32>
    memref.alloc(%d) : memref<?x4xf32>                // 16 times %arg0:dim0 bytes

A size at run time must be known before the first allocation (`entry_values.py`), where the arena is
allocated. As an arena has room for all its buffers, the function would also pay for one that it does
not come to, of any size. So such a buffer must be allocated whenever the function runs, or be as large
as one that is, up to a constant factor, or be allocated in a loop, with a size that is a product of
extents of the function's own arguments (or a sum of those). All others stay.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Final

from bufferize import ir
from bufferize.interfaces import (
    AllocationOpInterface,
    FunctionOpInterface,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
)
from bufferize_buffers.statistics.quantity import Quantity
from bufferize_planner.entry_values import EntryValues, NotKnown
from bufferize_planner.ranges import Ranges

_MOST_BOUND: Final = 2**24
"""The number of bytes above which a bound of a size is not taken for the size."""


@dataclass(frozen=True)
class Size:
    """The size of a buffer as a plan needs it."""

    number: int
    """The bytes; for a size at run time its constant factor."""
    symbolic: Quantity | None = None
    """The factor that is known only at run time; None if there is none."""
    is_bound: bool = False
    """Whether the number is only the most that the buffer takes."""


class BufferSizes:
    """The sizes of the buffers that a function allocates."""

    def __init__(self, function: FunctionOpInterface, dynamic: bool) -> None:
        """Prepare for a function; without `dynamic`, only static sizes count."""
        self._function = function
        self.values = EntryValues(function) if dynamic else None
        """What is known before the first allocation."""
        self._ranges = Ranges()

    def of(self, op: AllocationOpInterface) -> Size | str:
        """Return the size of a buffer, or why it cannot be planned."""
        type = op.results[0].type
        if not isinstance(type, ir.MemRefType):
            return "its size is not static"
        if self.values is None or type.has_static_shape():
            size = bytes_of(type)
            return size if isinstance(size, str) else Size(size)
        element = bytes_of_element(type)
        if isinstance(element, str):
            return element
        extents = list(_extents(op, type))
        bound = self._bound(element, extents)
        if bound is not None and bound.number <= _MOST_BOUND:
            return bound
        try:
            numbers = [self.values.number(extent) for extent in extents]
        except NotKnown as problem:
            return str(problem)
        total = reduce(Quantity.__mul__, numbers, Quantity.of(element))
        if total.number is not None:
            return Size(max(total.number, 0))
        if not self.values.is_known(total):
            return "its size is a sum of too many products"
        factor = math.gcd(*total.terms.values())
        return Size(factor, Quantity({p: n // factor for p, n in total.terms.items()}))

    def _bound(self, element: int, extents: list[int | ir.Value]) -> Size | None:
        """Return the most bytes of a buffer with these extents, which are not negative; None if unknown."""
        total, is_bound = element, False
        for extent in extents:
            least, most = self._ranges.of(extent)
            if most is None:
                return None
            total *= max(most, 0)
            is_bound |= least != most
        return Size(total, is_bound=is_bound)

    def unneeded(self, sizes: Mapping[AllocationOpInterface, Size]) -> Iterator[ir.Operation]:
        """Yield the allocations of which the function may pay for more than it comes to."""
        symbolic = {op: size.symbolic for op, size in sizes.items() if size.symbolic is not None}
        if self.values is None or not symbolic:
            return
        sure = {each for op, each in symbolic.items() if self._runs(op, with_loops=False)}
        for op, each in symbolic.items():
            if each not in sure and not (
                self.values.is_of_arguments(each) and self._runs(op, with_loops=True)
            ):
                yield op

    def _runs(self, op: ir.Operation, *, with_loops: bool) -> bool:
        """Return whether an operation runs whenever the function does, if it comes to its end.

        With `with_loops`, all loops are taken to have iterations.
        """
        block = op.parent
        while True:
            assert block is not None
            region = block.parent
            assert region is not None
            holder = region.parent
            if block is not region.blocks[0] or holder is None:
                return False
            if holder is self._function:
                return True
            if isinstance(holder, LoopLikeOpInterface):
                if not with_loops and not holder.static_trip_count:
                    return False
            elif not _enters_always(holder, region):
                return False
            block = holder.parent


def _enters_always(holder: ir.Operation, region: ir.Region) -> bool:
    """Return whether an operation always runs this region first."""
    if not isinstance(holder, RegionBranchOpInterface):
        return False
    return [each.region for each in holder.successor_regions(None)] == [region]


def _extents(op: AllocationOpInterface, type: ir.MemRefType) -> Iterator[int | ir.Value]:
    dynamic = iter(op.allocated_sizes)
    for extent in type.shape:
        yield next(dynamic) if extent == ir.DYNAMIC else extent


def bytes_of(type: ir.Type) -> int | str:
    """Return the bytes of a buffer, or why they cannot be planned."""
    if not isinstance(type, ir.MemRefType) or not type.has_static_shape():
        return "its size is not static"
    element = bytes_of_element(type)
    return element if isinstance(element, str) else element * type.num_elements()


def bytes_of_element(type: ir.MemRefType) -> int | str:
    """Return the bytes from one element of a buffer to the next, or why they cannot be planned."""
    if not type.has_identity_layout:
        return "it has a layout"
    size = ir.memory_bytes(type.element_type)
    return f"the size of {type.element_type} is not known" if size is None else size
