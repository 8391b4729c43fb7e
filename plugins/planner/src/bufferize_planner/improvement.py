"""Better plans by trying again: buffers that end too high are placed earlier the next time."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bufferize_planner.buffers import Budget
from bufferize_planner.packing import by_size, lowest_hole, place, settle
from bufferize_planner.problem import Problem


class Best:
    """The lowest plan so far for a problem, and the highest bound that is proved."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.bound = problem.bound
        self.proof = ""
        """The proof of the bound, in words; empty if the bound is the number of bytes alive."""
        self.offsets: Sequence[int] = place(problem, by_size(problem), lowest_hole)
        self.height = self._height(self.offsets)

    def offer(self, offsets: Sequence[int]) -> int:
        """Keep a plan if it is lower than the one so far. Return its height."""
        height = self._height(offsets)
        if height < self.height:
            self.offsets, self.height = offsets, height
        return height

    def _height(self, offsets: Sequence[int]) -> int:
        return max(map(int.__add__, offsets, self.problem.sizes), default=0)


class Improvement:
    """A walk from one order of the buffers to the next, in which they are settled.

    The first orders are by length, by area, by the bytes alive beside a buffer, and by size. Then
    those buffers that reach as high as the best plan go somewhere further to the front.
    """

    def __init__(self, best: Best, budget: Budget) -> None:
        self._best = best
        self._budget = budget
        self._order = by_size(best.problem)
        self._offsets = best.offsets
        self._draw = random.Random(0)
        self._has_begun = False

    def improve(self, needed: int, until: float) -> None:
        """Go on until some share of the budget is left, or a plan needs no more than `needed` bytes."""
        best, budget, work = self._best, self._budget, _work(self._best.problem)
        if not self._has_begun and not self._begin(needed):
            return
        while best.height > needed and budget.left > until and budget.spend(work):
            self._move_to_front()
            self._offsets = settle(best.problem, _priorities(self._order))
            best.offer(self._offsets)

    def _begin(self, needed: int) -> bool:
        """Try the first orders; return False if there is no need or no budget for others."""
        best, problem = self._best, self._best.problem
        loads = problem.loads(problem.sizes)
        lengths = [sum(end - first for first, end in spans) for spans in problem.spans]
        areas = list(map(int.__mul__, problem.sizes, lengths))
        beside = [
            max((max(loads[first:end]) for first, end in spans), default=0)
            for spans in problem.spans
        ]
        least = best.height + 1
        for priority in (lengths, areas, beside, problem.sizes):
            if best.height <= needed or not self._budget.spend(_work(problem)):
                return False
            found = settle(problem, priority)
            height = best.offer(found)
            if height < least:
                least, self._offsets = height, found
                self._order = sorted(range(len(problem)), key=priority.__getitem__, reverse=True)
        self._has_begun = True
        return True

    def _move_to_front(self) -> None:
        """Move the buffers that reach the height of the best plan to places further to the front."""
        order, offsets = self._order, self._offsets
        sizes, height = self._best.problem.sizes, self._best.height
        for number in [n for n in range(len(order)) if offsets[n] + sizes[n] >= height]:
            place = order.index(number)
            del order[place]
            order.insert(place - max(1, int(place * self._draw.random())), number)


def _priorities(order: Sequence[int]) -> list[int]:
    """Return the priority of each buffer, the highest for the first."""
    found = [0] * len(order)
    for rank, number in enumerate(order):
        found[number] = -rank
    return found


def _work(problem: Problem) -> float:
    """Return about how many microseconds it takes to settle all buffers once."""
    return 8 * len(problem) + problem.pairs / 2
