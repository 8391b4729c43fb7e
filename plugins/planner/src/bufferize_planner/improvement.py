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


def improve(best: Best, needed: int, budget: Budget, until: float) -> None:
    """Settle the buffers in many orders, until some share of the budget is left or they need no more
    than `needed` bytes.

    The first orders are by length, by area, by the bytes alive beside a buffer, and by size. Then
    those buffers that reach as high as the best plan go somewhere further to the front.
    """
    problem = best.problem
    loads = problem.loads(problem.sizes)
    lengths = [sum(end - first for first, end in spans) for spans in problem.spans]
    areas = list(map(int.__mul__, problem.sizes, lengths))
    beside = [
        max((max(loads[first:end]) for first, end in spans), default=0) for spans in problem.spans
    ]
    least, order, offsets = best.height + 1, by_size(problem), best.offsets
    for priority in (lengths, areas, beside, problem.sizes):
        if best.height <= needed or not budget.spend(_work(problem)):
            return
        found = settle(problem, priority)
        height = best.offer(found)
        if height < least:
            least, offsets = height, found
            order = sorted(range(len(problem)), key=priority.__getitem__, reverse=True)
    draw = random.Random(0)
    while best.height > needed and budget.left > until and budget.spend(_work(problem)):
        _move_to_front(order, offsets, best, draw)
        offsets = settle(problem, _priorities(order))
        best.offer(offsets)


def _move_to_front(
    order: list[int], offsets: Sequence[int], best: Best, draw: random.Random
) -> None:
    """Move the buffers that reach the height of the best plan to places further to the front."""
    sizes = best.problem.sizes
    for number in [n for n in range(len(order)) if offsets[n] + sizes[n] >= best.height]:
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
