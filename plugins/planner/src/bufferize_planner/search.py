"""An exact search: it finds a plan of a given height, or proves that there is none.

A plan can be changed until every buffer rests on another one or on the bottom, and none can be moved
down. The search places buffers in the order of their offsets in such a plan, as MiniMalloc does
(https://doi.org/10.1145/3623278.3624752). It turns back if

- at some moment the buffers that are not placed yet do not fit into what is left of the height. These
  buffers are in *conflict*; from then on they are tried earlier;
- a buffer that is left would have fitted below the next one, so that it could be moved down.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from operator import add
from typing import Final, Literal, NamedTuple, TypeAlias

from bufferize_planner.buffers import Budget
from bufferize_planner.problem import Problem

UNDECIDED: Final[Literal["undecided"]] = "undecided"
Answer: TypeAlias = list[int] | Literal["undecided"] | None
"""The offsets of a plan, None if there is none, or that neither was found out."""


class _State(NamedTuple):
    """Some buffers have their offsets; the others come above the last of these."""

    left: list[int]
    """The buffers that have no offset yet."""
    rests: list[int]
    """The lowest offset that each of them may have."""
    tops: list[int]
    """For each moment, the end of the topmost buffer."""
    loads: list[int]
    """For each moment, the bytes of the buffers that have no offset yet."""
    offset: int
    """The offset of the buffer that was placed last; none comes below it."""
    barred: frozenset[int]
    """Buffers that do not come at this offset, as they did so in states that were tried before."""


class Search:
    """A search for plans of one problem, which learns from one to the next what is in conflict."""

    def __init__(self, problem: Problem, budget: Budget) -> None:
        assert problem.neighbors is not None
        self._problem = problem
        self._budget = budget
        self._neighbors = problem.neighbors
        self._height = 0
        self.step = 30 + 0.6 * len(problem)
        """About how many microseconds it takes to place one buffer."""
        self._bump = 1.0
        self._weights = [
            sum(end - first for first, end in spans) / max(1, problem.moments)
            for spans in problem.spans
        ]
        """How early each buffer is tried: long ones, and those that were in conflict."""

    def plan(self, height: int, work: float) -> Answer:
        """Return the offsets of a plan of at most some height; None if there is none.

        The search ends undecided after about so many microseconds, or with the budget.
        """
        self._height = height
        steps = work / self.step
        problem = self._problem
        offsets = [0] * len(problem)
        loads = problem.loads(problem.sizes)
        if max(loads, default=0) > self._height:
            return None
        left = [number for number, spans in enumerate(problem.spans) if spans]
        start = _State(left, [0] * len(problem), [0] * problem.moments, loads, 0, frozenset())
        stack = [(start, self._choices(start), list[int]())]
        while stack:
            state, choices, tried = stack[-1]
            if not state.left:
                return offsets
            if not choices:
                stack.pop()
                continue
            if steps <= 0 or not self._budget.spend(self.step):
                return UNDECIDED
            steps -= 1
            number = choices.pop()
            offsets[number] = state.rests[number]
            following = self._placed(state, number, tried)
            tried.append(number)
            if following is not None:
                stack.append((following, self._choices(following), []))
        return None

    def _choices(self, state: _State) -> list[int]:
        """Return the buffers that may come next, the first to try at the end."""
        left, rests, sizes, weights = state.left, state.rests, self._problem.sizes, self._weights
        limit = min([rests[n] + sizes[n] for n in left], default=0)
        found = [n for n in left if state.offset <= rests[n] < limit]
        if state.barred:
            found = [n for n in found if rests[n] > state.offset or n not in state.barred]
        found.sort(key=lambda n: (-rests[n], weights[n]))
        return found

    def _placed(self, state: _State, number: int, tried: Sequence[int]) -> _State | None:
        """Return the state with one more buffer placed; None if the others do not fit then.

        Those that were `tried` in its place at the same offset are not placed there any more: it is
        the same plan, whichever of them comes first.
        """
        problem = self._problem
        size, offset = problem.sizes[number], state.rests[number]
        tops, loads, rests = list(state.tops), list(state.loads), list(state.rests)
        for first, end in problem.spans[number]:
            tops[first:end] = [offset + size] * (end - first)
            for moment in range(first, end):
                loads[moment] -= size
        needed = list(map(add, map(max, tops, repeat(offset)), loads))
        left = [other for other in state.left if other != number]
        if max(needed) > self._height:
            self._learn(left, needed.index(max(needed)))
            return None
        for other in self._neighbors[number]:
            if rests[other] < offset + size:
                rests[other] = problem.buffers[other].aligned(offset + size)
        barred = {other for other in tried if state.rests[other] == offset}
        if state.offset == offset:
            barred |= state.barred
        return _State(left, rests, tops, loads, offset, frozenset(barred))

    def _learn(self, left: Sequence[int], moment: int) -> None:
        """Try those that do not fit at a moment earlier, the more the later it is found out."""
        spans, weights = self._problem.spans, self._weights
        for number in left:
            if any(first <= moment < end for first, end in spans[number]):
                weights[number] += self._bump
        self._bump *= 1.02
