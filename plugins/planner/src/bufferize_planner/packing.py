"""Plans without a search: buffers are placed one after the other, each where it fits.

The planners `trivial` and `best-fit` give the offsets that MLIR's pass gives
(https://mlir.llvm.org/docs/Passes/#-static-memory-planner-analysis).
"""

from __future__ import annotations

import heapq
import math
from bisect import insort
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from bufferize_planner.buffers import Budget, Buffer, Solution
from bufferize_planner.problem import Problem


class Occupied(NamedTuple):
    """The bytes in use by buffers that are alive at some moments."""

    spans: Sequence[tuple[int, int, int, int]]
    """The start and end in the arena of placed buffers, and their moments; sorted."""
    first: int
    end: int
    """Only buffers that are alive at some moment from the first to before the end count."""


Fit: TypeAlias = Callable[[Buffer, Occupied, int], int]
"""Chooses an offset for a buffer beside the occupied bytes, in an arena of some height so far."""


def trivial(buffers: Sequence[Buffer], budget: Budget) -> Solution:
    """Place the buffers one behind the other, without reuse."""
    offsets = []
    height = 0
    for buffer in buffers:
        offsets.append(buffer.aligned(height))
        height = offsets[-1] + buffer.size
    return Solution(offsets)


def best_fit(buffers: Sequence[Buffer], budget: Budget) -> Solution:
    """Place the buffers in the order of time, each in the smallest hole that is large enough."""
    order = sorted(range(len(buffers)), key=lambda number: buffers[number].lower)
    return Solution(place(Problem(buffers), order, smallest_hole))


def size_first(buffers: Sequence[Buffer], budget: Budget) -> Solution:
    """Place the largest buffers first, each in the lowest hole that is large enough."""
    problem = Problem(buffers)
    return Solution(place(problem, by_size(problem), lowest_hole))


def by_size(problem: Problem) -> list[int]:
    """Return the buffers from large to small, those of one size in the order of time."""
    return sorted(range(len(problem)), key=lambda n: (-problem.sizes[n], problem.buffers[n].lower))


def lowest_hole(buffer: Buffer, occupied: Occupied, height: int) -> int:
    """Return the lowest offset at which a buffer fits."""
    at, size, alignment = 0, buffer.size, buffer.alignment
    spans, first, end = occupied
    for start, top, since, until in spans:  # for ten thousand buffers, tens of millions of times
        if top > at and since < end and until > first:
            if start - at >= size:
                break
            at = top if alignment == 1 else buffer.aligned(top)
    return at


def smallest_hole(buffer: Buffer, occupied: Occupied, height: int) -> int:
    """Return the lowest offset of the smallest hole that is large enough.

    The last hole ends with the arena, which grows if there is none.
    """
    best: int | None = None
    at, least = 0, math.inf
    spans, first, end = occupied
    for start, top, since, until in spans:
        if top > at and since < end and until > first:
            if buffer.size <= start - at < least:
                best, least = at, start - at
            at = buffer.aligned(top)
    if best is None or buffer.size <= height - at < least:
        return at
    return best


def place(problem: Problem, order: Sequence[int], fit: Fit) -> list[int]:
    """Return offsets of buffers that are placed in an order, each by `fit`."""
    placed = _Placed(problem)
    height = 0
    for number in order:
        offset = fit(problem.buffers[number], placed.beside(number), height)
        placed.add(number, offset)
        height = max(height, offset + problem.sizes[number])
    return placed.offsets


class _Placed:
    """The buffers that have offsets."""

    def __init__(self, problem: Problem) -> None:
        self.offsets = [-1] * len(problem)
        self._problem = problem
        self._neighbors = problem.neighbors
        self._spans: list[tuple[int, int, int, int]] = []
        """The start and end in the arena of each placed buffer, and its moments; sorted."""

    def add(self, number: int, offset: int) -> None:
        """Give a buffer its offset."""
        self.offsets[number] = offset
        if self._neighbors is None:
            end = offset + self._problem.sizes[number]
            for span in self._problem.spans[number]:
                insort(self._spans, (offset, end, *span))

    def beside(self, number: int) -> Occupied:
        """Return the bytes of buffers that are alive together with this one."""
        own = self._problem.spans[number]
        if self._neighbors is not None:
            offsets, sizes = self.offsets, self._problem.sizes
            found = [
                (at, at + sizes[n], 0, 1)
                for n in self._neighbors[number]
                if (at := offsets[n]) >= 0
            ]
            found.sort()
            return Occupied(found, 0, 1)
        if len(own) == 1:
            return Occupied(self._spans, *own[0])
        alive = [
            (at, top, 0, 1)
            for at, top, since, until in self._spans
            if any(since < end and until > first for first, end in own)
        ]
        return Occupied(alive, 0, 1)


def settle(problem: Problem, priority: Sequence[float]) -> list[int]:
    """Return offsets of buffers that are placed from the bottom of the arena to its top.

    Each rests on the buffers below it. Of those that may come next, as nothing else fits lower, it
    is the one of the highest priority.
    """
    spans = problem.spans
    offsets = [0] * len(problem)
    tops = [0] * problem.moments
    waiting = [(0, -priority[n], n) for n in range(len(problem)) if spans[n]]
    heapq.heapify(waiting)
    while waiting:
        offset, rank, number = waiting[0]
        rest = max([max(tops[first:end]) for first, end in spans[number]])
        if rest > offset:  # something was put there meanwhile
            heapq.heapreplace(waiting, (problem.buffers[number].aligned(rest), rank, number))
            continue
        heapq.heappop(waiting)
        offsets[number] = offset
        for first, end in spans[number]:
            tops[first:end] = [offset + problem.sizes[number]] * (end - first)
    return offsets
