"""The planner `exact`: tries until its plan is as low as is proved to be possible, or out of budget.

What is never alive together with the rest is a part that is planned alone. The arena is as large as
the highest part, so that only this one is worked on.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from bufferize_planner.buffers import Budget, Buffer, Solution
from bufferize_planner.improvement import Best, Relocations, try_orders
from bufferize_planner.problem import Problem
from bufferize_planner.search import UNDECIDED, Answer, Search

_Attempt: TypeAlias = Callable[[int, float], Answer]
"""Looks for a plan of at most some height, for some microseconds."""

_LEVELS: Final[Sequence[float]] = (0.5, 0.0)
"""The heights that are tried in turn, between the bound (0) and the lowest plan (1)."""
_SHARE_OF_MOVES: Final = 3
"""How many times as long as the search takes buffers are moved in each turn."""
_FIRST_TURN: Final = 5.0
"""The seconds that each way to search gets in its first turn, if the budget is a time."""
_GROWTH: Final = 1.5
"""How many times as long as the one before each turn is."""


def exact(buffers: Sequence[Buffer], budget: Budget) -> Solution:
    """Search for a plan of the least height, and for a proof that there is no lower one.

    After some orders, the search and moves of buffers take turns. Which of them is the best for a problem
    cannot be told before. If there is a time to spend and ortools is installed, CP-SAT takes part.
    """
    numbers = list(Problem(buffers).split())
    parts = [_Part(Problem([buffers[n] for n in part]), budget) for part in numbers]
    if parts:
        budget.found = lambda: (
            max(part.best.height for part in parts),
            max(part.best.bound for part in parts),
        )
    while parts:
        needed = max(part.best.bound for part in parts)
        highest = max(parts, key=lambda part: part.best.height)
        if highest.best.height <= needed or not highest.advance(needed):
            break
    offsets = [0] * len(buffers)
    for part, found in zip(numbers, parts, strict=True):
        for number, offset in zip(part, found.best.offsets, strict=True):
            offsets[number] = offset
    proved = max((part.best for part in parts), key=lambda best: best.bound, default=None)
    return Solution(offsets) if proved is None else Solution(offsets, proved.bound, proved.proof)


class _Part:
    """Buffers that are planned alone, with the state of the search for their plan."""

    def __init__(self, problem: Problem, budget: Budget) -> None:
        self.best = Best(problem)
        self._budget = budget
        self._relocations = Relocations(self.best)
        self._search: Search | None = None
        self._solve: _Attempt | None = None
        self._work = 0.0
        """About how many microseconds the search may take for each height in this turn."""
        self._level = 0

    def advance(self, needed: int) -> bool:
        """Try to lower the plan or to raise its bound, but not below what other parts need.

        Returns False if there is no budget for that, or no way.
        """
        best, budget = self.best, self._budget
        if budget.left == 0:
            return False
        if self._search is None:
            try_orders(best, needed, budget)
            return self._begin()
        unit = best.problem.unit
        floor = max(best.bound, needed)
        level = _LEVELS[self._level]
        height = floor + int((best.height - floor) * level) // unit * unit
        height = min(height, best.height - 1)
        if level == 0 and self._solve is not None:
            found, proof = self._solve(height, len(_LEVELS) * self._work), "CP-SAT"
        else:
            found, proof = self._search.plan(height, self._work), "search"
        if found is None:
            best.bound, best.proof = (height // unit + 1) * unit, proof
        elif found == UNDECIDED:
            self._level += 1
            if self._level == len(_LEVELS):
                self._end_turn(needed)
        else:
            best.offer(found)
        return True

    def _end_turn(self, needed: int) -> None:
        """Move buffers, and begin a longer turn, as all levels are undecided."""
        budget = self._budget
        self._level = 0
        whole = budget.work if budget.seconds is None else budget.seconds * 1e6
        until = budget.left - _SHARE_OF_MOVES * len(_LEVELS) * self._work / whole
        self._relocations.improve(needed, budget, until)
        self._work *= _GROWTH

    def _begin(self) -> bool:
        """Prepare a search for plans of a given height; return False if the part is too large."""
        problem, budget = self.best.problem, self._budget
        if problem.neighbors is None:
            return False
        self._search = Search(problem, budget)
        self._work = 2 * len(problem) * self._search.step
        if budget.seconds is not None:
            self._work = max(self._work, _FIRST_TURN * 1e6 / len(_LEVELS))
            if importlib.util.find_spec("ortools") is not None:
                from bufferize_planner.solver import CpSat  # takes a second to import

                self._solve = CpSat(problem, budget).plan
                self._level = _LEVELS.index(0.0)  # which it often solves at once
        return True
