"""Better plans by trying again: buffers that end too high are placed earlier the next time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from bufferize_planner.buffers import Budget
from bufferize_planner.packing import by_size, lowest_hole, place, settle
from bufferize_planner.problem import Problem

_MOST_IN_VAIN: Final = 100
"""After how many steps in which it found nothing lower a descent begins anew."""
_TOLERANCE: Final = 1.02
"""How much higher than its lowest one a plan may be from which a descent goes on."""


class Best:
    """The lowest plan so far for a problem, and the highest bound that is proved."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.bound = problem.bound
        self.proof = ""
        """The proof of the bound, in words; empty if the bound is the number of bytes alive."""
        self.offsets: Sequence[int] = place(problem, by_size(problem), lowest_hole)
        self.height = _height(self.offsets, problem)

    def offer(self, offsets: Sequence[int]) -> int:
        """Keep a plan if it is lower than the one so far. Return its height."""
        height = _height(offsets, self.problem)
        if height < self.height:
            self.offsets, self.height = offsets, height
        return height


def improve(best: Best, needed: int, budget: Budget, until: float) -> None:
    """Settle the buffers in many orders, until some share of the budget is left or they need no more
    than `needed` bytes.

    The first orders are by length, by area, by the bytes alive beside a buffer, and by size. Then
    those buffers that reach as high as the best plan go somewhere further to the front.
    """
    problem = best.problem
    least, order, offsets = best.height + 1, by_size(problem), best.offsets
    for priority in _first_priorities(problem):
        if best.height <= needed or not budget.spend(_work(problem)):
            return
        found = settle(problem, priority)
        height = best.offer(found)
        if height < least:
            least, offsets = height, found
            order = sorted(range(len(problem)), key=priority.__getitem__, reverse=True)
    draw = random.Random(0)
    while best.height > needed and budget.left > until and budget.spend(_work(problem)):
        for number in _highest(offsets, best.height, problem):
            _move_to_front(order, number, draw)
        offsets = settle(problem, _priorities(order))
        best.offer(offsets)


class Descents:
    """Walks that begin anew from the same order when they find nothing lower for some time.

    In each step one of the buffers that reach the height of the walk's plan goes to the front; plans
    that are much higher are left again. Chance decides how low a walk comes, so that many are tried.
    """

    def __init__(self, best: Best) -> None:
        self._best = best
        self._steps = self._walk()

    def improve(self, needed: int, budget: Budget, until: float) -> None:
        """Go on until some share of the budget is left or a plan takes at most `needed` bytes."""
        best, work = self._best, _work(self._best.problem)
        while best.height > needed and budget.left > until and budget.spend(work):
            next(self._steps)

    def _walk(self) -> Iterator[None]:
        """Offer plans without end, one in each step."""
        best, problem = self._best, self._best.problem
        first = min(
            _first_priorities(problem),
            key=lambda priority: _height(settle(problem, priority), problem),
        )
        draw = random.Random(1)
        while True:
            order = sorted(range(len(problem)), key=first.__getitem__, reverse=True)
            offsets = settle(problem, first)
            height = lowest = _height(offsets, problem)
            in_vain = 0
            while in_vain < _MOST_IN_VAIN:
                tried = list(order)
                _move_to_front(tried, draw.choice(_highest(offsets, height, problem)), draw)
                found = settle(problem, _priorities(tried))
                reached = best.offer(found)
                in_vain = 0 if reached < lowest else in_vain + 1
                lowest = min(lowest, reached)
                if reached <= lowest * _TOLERANCE:
                    order, offsets, height = tried, found, reached
                yield


def _first_priorities(problem: Problem) -> list[Sequence[float]]:
    """Return priorities by length, by area, by the bytes alive beside a buffer, and by size."""
    loads = problem.loads(problem.sizes)
    lengths = [sum(end - first for first, end in spans) for spans in problem.spans]
    areas = list(map(int.__mul__, problem.sizes, lengths))
    beside = [
        max((max(loads[first:end]) for first, end in spans), default=0) for spans in problem.spans
    ]
    return [lengths, areas, beside, problem.sizes]


def _height(offsets: Sequence[int], problem: Problem) -> int:
    return max(map(int.__add__, offsets, problem.sizes), default=0)


def _highest(offsets: Sequence[int], height: int, problem: Problem) -> list[int]:
    """Return the buffers that reach some height."""
    sizes = problem.sizes
    return [number for number in range(len(sizes)) if offsets[number] + sizes[number] >= height]


def _move_to_front(order: list[int], number: int, draw: random.Random) -> None:
    """Move a buffer to a place further to the front."""
    place = order.index(number)
    del order[place]
    order.insert(place - max(1, int(place * draw.random())), number)


def _priorities(order: Sequence[int]) -> list[int]:
    """Return the priority of each buffer, the highest for the first."""
    found = [0] * len(order)
    for rank, number in enumerate(order):
        found[number] = -rank
    return found


def _work(problem: Problem) -> float:
    """Return about how many microseconds it takes to settle all buffers once."""
    return 8 * len(problem) + problem.pairs / 2
