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
from bufferize_optimum.by_cost import dearest_first
from bufferize_optimum.costs import Total
from bufferize_optimum.measure import Decided, order_of, places_of, program_around, total_after
from bufferize_optimum.problem import Problem
from bufferize_optimum.search import Proof, fewest
from bufferize_optimum.trial import Trial

_MOST_ROUNDS = 50
_MOST_WORK_BY_DUALS = 20_000
"""The number of clauses to visit in a search for a proof with the multipliers of the solver."""


@dataclass(frozen=True)
class FunctionDecisions:
    """The best decisions found for one function, with a bound that no decisions undercut."""

    root: Operation
    problem: Problem
    copied: frozenset[int]
    """The numbers in `problem` of the operands that are copied, and of what loops copy then."""
    proof: Proof
    """The proof of the bound from the clauses of `problem`, by `Problem.copied_weights`."""
    usual: Total
    """The cost of the copies that the order bottom-up makes."""
    is_usual: bool
    """Whether the decisions are those of bottom-up."""
    assumes_callees: bool = False
    """Whether the proof may hold only by the decisions about callees. `optimum` sets it."""

    @property
    def name(self) -> str:
        """The name of the function, for messages."""
        root = self.root
        return f"@{root.symbol_name}" if isinstance(root, FunctionOpInterface) else f"'{root.name}'"

    @property
    def total(self) -> Total:
        """The cost of the operands that are copied, and of what loops copy."""
        return self.problem.total(self.copied)

    @property
    def bound(self) -> Total:
        """The bytes that any decisions copy at least, by the proof."""
        if not self.proof.bound:
            return Total((), ())
        scale = self.problem.scale
        return scale.total(self.proof.bound * scale.byte)

    @property
    def is_proved(self) -> bool:
        """Whether no decisions about this function copy fewer bytes, as the certificate says."""
        return self.bound.copied == self.total.copied


class FewestBytes:
    """The search in the functions of one program, one after the other, callees first.

    What it finds is added to the list `found`, if there is one.
    """

    def __init__(self, found: list[FunctionDecisions] | None = None) -> None:
        self._found = found
        self.decided: dict[int, Decided] = {}
        """The decisions that are not those of bottom-up, by the numbers of functions in the program."""
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
        if found.is_usual:
            return ()
        return order_of(*_chosen(found.problem, found.copied), state)

    def _search(self, root: Operation, state: OneShotAnalysisState) -> FunctionDecisions:
        problem = Problem(root, state)
        usual = problem.decided()
        best, proof = usual, Proof({})
        if not problem.add_forced(usual):
            best = _best(problem, usual, state.options.analysis_seconds)
        if self._found is not None:  # a certificate is wanted
            proof = _proof(problem, best)
        is_usual = not problem.weight(best) < problem.weight(usual) or not self._copies_less(
            problem, best
        )
        copied, total = usual if is_usual else best, problem.total(usual)
        return FunctionDecisions(root, problem, copied, proof, total, is_usual)

    def _copies_less(self, problem: Problem, copied: frozenset[int]) -> bool:
        """Return whether the whole program copies less if a function copies `copied`."""
        root, state = problem.root, problem.state
        program = program_around(root)
        if not self._numbers:
            self._numbers = {op: number for number, op in enumerate(program.walk())}
            self._measured = total_after(program, state, self.decided)
        places = [places_of(root, operands) for operands in _chosen(problem, copied)]
        decided = {**self.decided, self._numbers[root]: Decided(*places)}
        measured = total_after(program, state, decided)
        if measured is None or not (self._measured is None or measured < self._measured):
            return False
        self.decided, self._measured = decided, measured
        return True


# By the state of the analysis, which the searches do not refer to.
_searches: WeakKeyDictionary[AnalysisState, FewestBytes] = WeakKeyDictionary()


def fewest_bytes(root: Operation, state: AnalysisState) -> Iterable[OpOperand]:
    """Return the operands below `root` that are to be in place so that the fewest bytes are copied.

    There are none if bottom-up, which is the order of the others, copies as few.
    """
    return _searches.setdefault(state, FewestBytes())(root, state)


def _chosen(problem: Problem, copied: Set[int]) -> tuple[list[OpOperand], list[OpOperand]]:
    """Return the operands that are not in `copied`, and those in it that could be in place as well.

    These are copied so that a loop does not copy what it yields. Where functions call each other in a
    cycle, only what an order says is decided again, so there are none.
    """
    state, needless = problem.state, dict[OpOperand, bool]()
    in_place = [o for number, o in enumerate(problem.operands) if number not in copied]
    while problem.yields.operands and not state.options.analyze_recursive_functions:
        trial = Trial(problem.root, state)
        order_of((), needless, trial.state)
        trial.decide_all(lambda root, state: in_place)
        kept = {o for o in problem.operands if trial.state.is_in_place(o)}.difference(in_place)
        if not kept:
            break
        needless |= dict.fromkeys(kept, False)
    return in_place, list(needless)


def _best(problem: Problem, usual: frozenset[int], seconds: int) -> frozenset[int]:
    """Return the best decisions that are found."""
    end = time.monotonic() + seconds
    problem.add_violated(frozenset())
    best = usual
    for _ in range(_MOST_ROUNDS):
        least = problem.weight(best)
        copied, proof = fewest(problem.sets, problem.weights, least)
        if proof.bound < min(least, problem.weight(copied)):
            solved = _solved(problem, end - time.monotonic())
            copied = copied if solved is None else solved
        if problem.weight(copied) >= least:
            return best
        if not problem.add_violated(copied):
            # Loops may copy more than any clause says.
            return min(best, problem.with_yields(copied), key=problem.weight)
        if time.monotonic() > end:
            break
    return min(best, problem.decided(dearest_first), key=problem.weight)


def _proof(problem: Problem, best: Iterable[int]) -> Proof:
    """Return a proof that any decisions copy as much as `best`, or as much as can be proved."""
    clauses, weights = problem.sets, problem.copied_weights
    enough = sum(weights[number] for number in best)
    proof = fewest(clauses, weights, enough).proof
    if proof.bound < enough and _has_solver():
        from bufferize_optimum.solver import pack_by_duals  # an extra

        found = fewest(clauses, weights, enough, pack_by_duals, _MOST_WORK_BY_DUALS)
        proof = max(proof, found.proof, key=lambda proof: proof.bound)
    return proof


def _solved(problem: Problem, seconds: float) -> set[int] | None:
    """Return the solver's answer; None if it is not installed or runs out of time."""
    if seconds <= 0 or not _has_solver():
        return None
    from bufferize_optimum import solver  # an extra

    return solver.fewest(problem.sets, problem.weights, problem.scale.digits, seconds)


def _has_solver() -> bool:
    return importlib.util.find_spec("highspy") is not None
