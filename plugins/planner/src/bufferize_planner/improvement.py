"""Better plans: buffers are placed in several orders, and then moved until they fit below a limit.

At a limit below the lowest plan so far, some buffers overlap. One after the other goes to the place of
least overlap; each time that two still overlap, that counts more from then on (guided local search):

    limit --------------        ------ limit
    | b b |                     | b b |
    | b+a |  a a |      ->      | b b | a a |        b went up, and a need not move
    |  a  |                     |  a  |
"""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from bufferize_planner.buffers import Budget
from bufferize_planner.packing import by_size, lowest_hole, place, settle
from bufferize_planner.problem import Problem

_MOST_PAIRS: Final = 300_000
"""The number of pairs alive together from which on their weights take too much memory."""
_STEP: Final = 0.1
"""The part of the way from the lowest plan to the bound by which the limit is below that plan."""
_EQUAL: Final = 1e-9
"""The difference up to which two overlaps are taken for equal."""


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


def try_orders(best: Best, needed: int, budget: Budget) -> None:
    """Settle the buffers by length, by area, by the bytes alive beside a buffer, and by size.

    Ends when a plan takes at most `needed` bytes, or with the budget.
    """
    problem = best.problem
    loads = problem.loads(problem.sizes)
    lengths = [sum(end - first for first, end in spans) for spans in problem.spans]
    areas = list(map(int.__mul__, problem.sizes, lengths))
    beside = [
        max((max(loads[first:end]) for first, end in spans), default=0) for spans in problem.spans
    ]
    for priority in (lengths, areas, beside, problem.sizes):
        work = 8 * len(problem) + problem.pairs / 2
        if best.height <= needed or not budget.spend(work):
            return
        best.offer(settle(problem, priority))


class Relocations:
    """Moves of buffers towards a plan below a limit; each plan that is found lowers the limit.

    An overlap counts as a part of the smaller buffer, times a weight that grows as long as it lasts.
    Chance chooses among places of equal overlap.
    """

    def __init__(self, best: Best) -> None:
        self._best = best
        self._needed = best.bound
        problem = best.problem
        self._work = 10 + 2.4 * problem.pairs / max(1, len(problem))
        """About how many microseconds it takes to move one buffer."""
        self._steps = self._moves()

    def improve(self, needed: int, budget: Budget, until: float) -> None:
        """Go on until some share of the budget is left or a plan takes at most `needed` bytes."""
        best = self._best
        if best.problem.pairs > _MOST_PAIRS:
            return
        self._needed = needed
        while best.height > needed and budget.left > until and budget.spend(self._work):
            next(self._steps)

    def _moves(self) -> Iterator[None]:
        """Move buffers without end, one in each step, and offer the plans that this finds."""
        best, problem = self._best, self._best.problem
        neighbors, sizes, unit = problem.neighbors, problem.sizes, problem.unit
        assert neighbors is not None
        weights = [
            {other: 1 / min(sizes[number], sizes[other]) for other in others}
            for number, others in enumerate(neighbors)
        ]
        draw = random.Random(0)
        while True:
            step = int((best.height - self._needed) * _STEP) // unit * unit
            limit = best.height - max(step, unit)
            offsets = [
                max(0, min(offset, (limit - buffer.size) // buffer.alignment * buffer.alignment))
                for offset, buffer in zip(best.offsets, problem.buffers, strict=True)
            ]
            moving = deque(
                number
                for number, others in enumerate(neighbors)
                if _overlapping(number, others, offsets, sizes)
            )
            waiting = set(moving)
            while moving and best.height > limit:
                number = moving.popleft()
                waiting.remove(number)
                own = weights[number]
                places = _least_overlaps(problem, number, own, offsets, limit)
                if len(places) > 1 and offsets[number] in places:
                    places.remove(offsets[number])
                offsets[number] = draw.choice(places)
                conflicts = _overlapping(number, own, offsets, sizes)
                for other in conflicts:
                    own[other] += 1 / min(sizes[number], sizes[other])
                    weights[other][number] = own[other]
                for other in (*conflicts, number) if conflicts else ():
                    if other not in waiting:
                        waiting.add(other)
                        moving.append(other)
                yield
            if best.height > limit:
                best.offer(offsets)
                best.offer(settle(problem, [-offset for offset in offsets]))


def _overlapping(
    number: int, others: Iterable[int], offsets: Sequence[int], sizes: Sequence[int]
) -> list[int]:
    """Return those of other buffers that overlap a buffer."""
    start = offsets[number]
    end = start + sizes[number]
    return [
        other for other in others if start < offsets[other] + sizes[other] and offsets[other] < end
    ]


def _least_overlaps(
    problem: Problem,
    number: int,
    weights: Mapping[int, float],
    offsets: Sequence[int],
    limit: int,
) -> list[int]:
    """Return the offsets below a limit at which a buffer overlaps its neighbors least.

    The overlap with one neighbor, as a function of the offset, rises, is level, and falls again. So
    the sum of all is linear from one end of such a part to the next.
    """
    sizes, alignment = problem.sizes, problem.alignments[number]
    size = sizes[number]
    last = (limit - size) // alignment * alignment
    bends: dict[int, float] = {0: 0.0, last: 0.0}  # by how much the slope changes at an offset
    bend = bends.get
    for other, weight in weights.items():
        start = offsets[other]
        end = start + sizes[other]
        bends[start - size] = bend(start - size, 0.0) + weight
        bends[start] = bend(start, 0.0) - weight
        bends[end - size] = bend(end - size, 0.0) - weight
        bends[end] = bend(end, 0.0) + weight
    if alignment > 1:
        for at in list(bends):
            bends.setdefault(at // alignment * alignment, 0.0)
            bends.setdefault(-(-at // alignment) * alignment, 0.0)
    found: list[int] = []
    least, overlap, slope, before = math.inf, 0.0, 0.0, 0
    for at in sorted(bends):
        overlap += slope * (at - before)
        slope += bends[at]
        before = at
        if at > last:
            break
        if at >= 0 and overlap <= least + _EQUAL and at % alignment == 0:
            if overlap < least - _EQUAL:
                found, least = [], overlap
            found.append(at)
    return found


def _height(offsets: Sequence[int], problem: Problem) -> int:
    return max(map(int.__add__, offsets, problem.sizes), default=0)
