"""A collection of intervals of positions that grows, and is merged small into large.

It keeps its entries in a short unsorted list and in sorted runs of growing size; a full list becomes
a run, and runs of like size are joined. An entry is moved O(log n) times.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from operator import itemgetter
from typing import Generic, TypeVar

T = TypeVar("T")

# Below this many entries, looking at all of them is faster than anything clever.
_SHORT = 24
_start = itemgetter(0)


class _Run(Generic[T]):
    """Intervals sorted by start, with a tree of the greatest ends once it is needed."""

    __slots__ = ("_greatest", "entries", "starts")

    def __init__(self, entries: list[tuple[int, int, T]]) -> None:
        entries.sort(key=_start)
        self.entries = entries
        self.starts = [entry[0] for entry in entries]
        self._greatest: list[int] = []

    def _find_greatest(self) -> list[int]:
        entries = self.entries
        width = 1 << (len(entries) - 1).bit_length()
        greatest = [-1] * width + [entry[1] for entry in entries] + [-1] * (width - len(entries))
        for i in range(width - 1, 0, -1):
            left, right = greatest[2 * i], greatest[2 * i + 1]
            greatest[i] = left if left > right else right
        return greatest

    def holding(self, position: int) -> Iterator[T]:
        limit = bisect_right(self.starts, position)
        if limit == 0:
            return
        greatest = self._greatest = self._greatest or self._find_greatest()
        width, entries = len(greatest) // 2, self.entries
        # Nodes to visit with the index of the first leaf below each; the last pushed is leftmost.
        work = [(1, 0, width)]
        while work:
            node, first, size = work.pop()
            if first >= limit or greatest[node] < position:
                continue
            if node >= width:
                yield entries[first][2]
                continue
            half = size // 2
            work.append((2 * node + 1, first + half, half))
            work.append((2 * node, first, half))


class Intervals(Generic[T]):
    """Items on intervals of positions, to be found by a position inside or by their starts."""

    __slots__ = ("_runs", "_short", "count")

    def __init__(self) -> None:
        self._short: list[tuple[int, int, T]] = []
        self._runs: list[_Run[T]] = []
        self.count = 0

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[tuple[int, int, T]]:
        for run in self._runs:
            yield from run.entries
        yield from self._short

    def add(self, start: int, end: int, item: T) -> None:
        """Put `item` on the positions from `start` to `end`, both included."""
        self.count += 1
        self._short.append((start, end, item))
        if len(self._short) > _SHORT:
            self._shorten()

    def absorb(self, other: Intervals[T]) -> None:
        """Add all entries of `other`, which must not be used any more."""
        self.count += other.count
        for run in other._runs:
            self._push(run.entries)
        self._short.extend(other._short)
        if len(self._short) > _SHORT:
            self._shorten()

    def _shorten(self) -> None:
        self._push(self._short)
        self._short = []

    def _push(self, entries: list[tuple[int, int, T]]) -> None:
        while self._runs and len(self._runs[-1].entries) <= 2 * len(entries):
            entries = self._runs.pop().entries + entries
        self._runs.append(_Run(entries))

    def holding(self, position: int) -> Iterator[T]:
        """The items whose interval holds `position`."""
        for run in self._runs:
            yield from run.holding(position)
        for start, end, item in self._short:
            if start <= position <= end:
                yield item

    def starting_within(self, first: int, last: int) -> Iterator[T]:
        """The items whose interval starts at a position from `first` to `last`, both included."""
        for run in self._runs:
            for i in range(bisect_left(run.starts, first), bisect_right(run.starts, last)):
                yield run.entries[i][2]
        for start, _, item in self._short:
            if first <= start <= last:
                yield item
