"""The order `fewest-bytes`: decisions for which the operands that are copied cost least.

It is an order like any other: it gives those operands first that are to be in place, and the analysis
decides. So a mistake here may cost a copy, but never makes wrong code.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterable, Set
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from bufferize.analysis import AnalysisState, OneShotAnalysisState
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation, OpOperand
from bufferize_optimum.bound import pack
from bufferize_optimum.by_cost import dearest_first
from bufferize_optimum.costs import Total
from bufferize_optimum.measure import Places, copies_after, places_of, program_around
from bufferize_optimum.problem import Problem
from bufferize_optimum.search import fewest
from bufferize_optimum.trial import Trial

_MOST_ROUNDS = 50


@dataclass(frozen=True)
class FunctionDecisions:
    """The best decisions found for one function, with a bound that no decisions undercut."""

    root: Operation
    problem: Problem
    copied: frozenset[int]
    """The numbers of the operands in `problem` that are copied."""
    multipliers: tuple[int, ...]
    """The multipliers of the clauses of `problem`, by `Problem.copied_weights`."""
    usual: Total
    """What the copies of the order bottom-up cost."""
    is_usual: bool
    """Whether the decisions are those of bottom-up."""
    is_searched: bool
    """Whether an exact search, which leaves no certificate, found no better decisions."""

    @property
    def name(self) -> str:
        """The name of the function, for messages."""
        root = self.root
        return f"@{root.symbol_name}" if isinstance(root, FunctionOpInterface) else f"'{root.name}'"

    @property
    def total(self) -> Total:
        """What the copies cost."""
        return self.problem.total(self.copied)

    @property
    def bound(self) -> Total:
        """The bytes that any decisions copy at least, by the multipliers."""
        if not self.multipliers:
            return Total((), ())
        scale = self.problem.scale
        return scale.total(sum(self.multipliers) * scale.byte)

    @property
    def is_certified(self) -> bool:
        """Whether the multipliers prove that no decisions copy fewer bytes."""
        return self.bound.copied == self.total.copied

    @property
    def is_proved(self) -> bool:
        """Whether no decisions copy fewer bytes, by multipliers or by a search."""
        return self.is_certified or self.is_searched


class FewestBytes:
    """The search in the functions of one program, one after the other, callees first.

    What it finds is added to the list `found`, if there is one.
    """

    def __init__(self, found: list[FunctionDecisions] | None = None) -> None:
        self._found = found
        self._in_place: dict[int, Places] = {}
        self._numbers: dict[Operation, int] = {}
        self._measured: Total | None = None

    def __call__(self, root: Operation, state: AnalysisState) -> Iterable[OpOperand]:
        """Return the operands below `root` that are to be in place; none if bottom-up is the best."""
        is_empty = isinstance(root, FunctionOpInterface) and root.is_external
        if is_empty or not isinstance(state, OneShotAnalysisState):
            return ()
        found = self._search(root, state)
        if self._found is not None:
            self._found.append(found)
        state.spares_copies = found.is_usual
        return () if found.is_usual else _in_place(found.problem, found.copied)

    def _search(self, root: Operation, state: OneShotAnalysisState) -> FunctionDecisions:
        problem = Problem(root, state)
        usual = frozenset(problem.numbers(Trial(root, state).decide_all()))
        if not usual or not problem.weight(usual):
            return FunctionDecisions(root, problem, usual, (), problem.total(usual), True, False)
        best, is_searched = _best(problem, usual, state.options.analysis_seconds)
        multipliers = tuple(pack(problem.sets, problem.copied_weights).multipliers)
        is_usual = problem.weight(best) >= problem.weight(usual) or not self._copies_less(
            problem, best
        )
        copied = usual if is_usual else best
        is_searched = is_searched and problem.weight(copied) == problem.weight(best)
        return FunctionDecisions(
            root, problem, copied, multipliers, problem.total(usual), is_usual, is_searched
        )

    def _copies_less(self, problem: Problem, copied: frozenset[int]) -> bool:
        """Return whether the whole program copies less if only the operands `copied` are copied."""
        root, state = problem.root, problem.state
        program = program_around(root)
        if not self._numbers:
            self._numbers = {op: number for number, op in enumerate(program.walk())}
            self._measured = copies_after(program, state, self._in_place)
        places = places_of(root, _in_place(problem, copied))
        in_place = {**self._in_place, self._numbers[root]: places}
        measured = copies_after(program, state, in_place)
        if measured is None or (self._measured is not None and measured >= self._measured):
            return False
        self._in_place, self._measured = in_place, measured
        return True


# By the state of the analysis, which the searches do not refer to.
_searches: WeakKeyDictionary[AnalysisState, FewestBytes] = WeakKeyDictionary()


def fewest_bytes(root: Operation, state: AnalysisState) -> Iterable[OpOperand]:
    """Return the operands below `root` that are to be in place so that the fewest bytes are copied.

    There are none if bottom-up, which is the order of the others, copies as few.
    """
    return _searches.setdefault(state, FewestBytes())(root, state)


def _in_place(problem: Problem, copied: Set[int]) -> list[OpOperand]:
    return [o for number, o in enumerate(problem.operands) if number not in copied]


def _best(problem: Problem, usual: frozenset[int], seconds: int) -> tuple[frozenset[int], bool]:
    """Return the best decisions that are found, and whether a search proves that none are better."""
    end = time.monotonic() + seconds
    problem.add_violated(frozenset())
    best = usual
    for _ in range(_MOST_ROUNDS):
        clauses, weights = problem.sets, problem.weights
        packing = pack(clauses, weights)
        if packing.bound >= problem.weight(best):
            return best, False
        copied, is_exact = packing.copied, packing.bound == problem.weight(packing.copied)
        if not is_exact:
            copied, is_exact = fewest(clauses, weights)
        if not is_exact:
            solved = _solved(problem, end - time.monotonic())
            copied, is_exact = (copied, False) if solved is None else (solved, True)
        if problem.weight(copied) >= problem.weight(best):
            return best, is_exact
        if not problem.add_violated(copied):
            return frozenset(copied), is_exact
        if time.monotonic() > end:
            break
    dearest = Trial(problem.root, problem.state).decide_all(dearest_first)
    return min(best, frozenset(problem.numbers(dearest)), key=problem.weight), False


def _solved(problem: Problem, seconds: float) -> set[int] | None:
    """Return the solver's answer; None if it is not installed or runs out of time."""
    if seconds <= 0 or importlib.util.find_spec("highspy") is None:
        return None
    from bufferize_optimum import solver  # an extra

    return solver.fewest(problem.sets, problem.weights, problem.scale.digits, seconds)
