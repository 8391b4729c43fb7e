"""The order `fewest-bytes`: decisions for which the operands that are copied cost least.

It is an order like any other: it gives those operands first that are to be in place, and the analysis
decides. So a mistake here may cost a copy, but never makes wrong code.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from bufferize.analysis import AnalysisState, OneShotAnalysisState
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation, OpOperand
from bufferize_optimum.by_cost import dearest_first
from bufferize_optimum.callees import Callees
from bufferize_optimum.calls import CallCounts
from bufferize_optimum.costs import Total
from bufferize_optimum.joint import JointProblem
from bufferize_optimum.measure import Decided, copies_after, order_of, places_of, program_around
from bufferize_optimum.problem import Clauses, Problem
from bufferize_optimum.search import Proof, fewest
from bufferize_optimum.trial import Trial

_MOST_ROUNDS = 50
_MOST_WORK_BY_DUALS = 20_000
"""The number of clauses to visit in a search for a proof with the multipliers of the solver."""


@dataclass(frozen=True)
class JointDecisions:
    """The best decisions found for functions that are decided together."""

    problem: JointProblem
    copied: frozenset[int]
    """The numbers in `problem` of all that is copied."""
    proof: Proof
    """The proof of a bound on what all of the functions copy, by `problem.copied_weights`."""

    @property
    def is_proved(self) -> bool:
        """Whether no decisions about the functions copy fewer bytes, as the certificate says."""
        weights = self.problem.copied_weights
        return sum(weights[number] for number in self.copied) == self.proof.bound

    def proof_in(self, root: Operation) -> Proof:
        """Return the part of the proof whose conflicts and cases have their first operand in `root`.

        The parts of all functions add up to the proof.
        """
        problem, clauses = self.problem, self.problem.sets
        return Proof(
            {
                clause: multiplier
                for clause, multiplier in self.proof.multipliers.items()
                if problem.root_of(min(clauses[clause])) is root
            },
            tuple(s for s in self.proof.splits if problem.root_of(s.operands[0]) is root),
        )


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
    joint: JointDecisions | None = None
    """The decisions about all functions that this one is decided with; these have the proof."""
    assumes_callees: bool = False
    """Whether the proof may hold only by the decisions about callees. `optimum` sets it."""

    @property
    def name(self) -> str:
        """The name of the function, for messages."""
        root = self.root
        return f"@{root.symbol_name}" if isinstance(root, FunctionOpInterface) else f"'{root.name}'"

    @property
    def total(self) -> Total:
        """The cost of the operands that are copied, and of what loops copy, in one call."""
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
        """Whether no decisions copy fewer bytes, as the certificate says.

        That is about decisions on this function, or on all that are decided together.
        """
        if self.joint is not None:
            return self.joint.is_proved
        return self.bound.copied == self.total.copied


class FewestBytes:
    """The search in the functions of one program, one after the other, callees first.

    Some are decided together. What it finds is added to the list `found`, if there is one.
    """

    def __init__(self, found: list[FunctionDecisions] | None = None) -> None:
        self._found = found
        self.decided: dict[int, Decided] = {}
        """The decisions that are not those of bottom-up, by the numbers of functions in the program."""
        self._program: _Program | None = None
        self._measured: Total | None = None
        self._together: dict[Operation, FunctionDecisions] = {}
        """The decisions found for functions that are decided together."""

    def __call__(self, root: Operation, state: AnalysisState) -> Iterable[OpOperand]:
        """Return the operands below `root` that are to be in place; none if bottom-up is the best."""
        is_empty = isinstance(root, FunctionOpInterface) and root.is_external
        if is_empty or not isinstance(state, OneShotAnalysisState):
            return ()
        if self._program is None:
            self._program = _Program(root, state)
        group = self._program.group_of.get(root)
        if group is not None and root not in self._together:
            self._together |= self._search_together(group, state)
        found = self._together.get(root) or self._search(root, state)
        if self._found is not None:
            self._found.append(found)
        if found.is_usual:
            return ()
        return order_of(*_chosen(found.problem, found.copied, found.joint is not None), state)

    def _search(self, root: Operation, state: OneShotAnalysisState) -> FunctionDecisions:
        problem = Problem(root, state)
        usual, best, proof = self._search_problem(problem, state.options.analysis_seconds)
        is_usual = True
        if problem.weight(best) < problem.weight(usual):
            is_usual = not self._copies_less({root: _chosen(problem, best)}, state)
        copied, total = usual if is_usual else best, problem.total(usual)
        return FunctionDecisions(root, problem, copied, proof, total, is_usual)

    def _search_together(
        self, problem: JointProblem, state: OneShotAnalysisState
    ) -> dict[Operation, FunctionDecisions]:
        usual, best, proof = self._search_problem(problem, state.options.analysis_seconds)
        parts = [(root, part) for root, (part, _) in problem.parts.items()]
        is_usual = True
        if problem.weight(best) < problem.weight(usual):
            problem.set_callees(best)
            chosen = {root: _chosen(p, problem.own(root, best), True) for root, p in parts}
            is_usual = not self._copies_less(chosen, state)
        copied = usual if is_usual else best
        joint = JointDecisions(problem, copied, proof)
        return {
            root: FunctionDecisions(
                root,
                part,
                problem.own(root, copied),
                Proof({}),
                part.total(problem.own(root, usual)),
                is_usual,
                joint,
            )
            for root, part in parts
        }

    def _search_problem(
        self, problem: Problem | JointProblem, seconds: int
    ) -> tuple[frozenset[int], frozenset[int], Proof]:
        """Return what is copied bottom-up and by the best decisions, and a proof if it is wanted."""
        usual = problem.decided()
        best, proof = usual, Proof({})
        if not problem.add_forced(usual):
            best = _best(problem, usual, seconds)
        if self._found is not None:  # a certificate is wanted
            proof = _proof(problem, best)
        return usual, best, proof

    def _copies_less(
        self, chosen: Mapping[Operation, _Chosen], state: OneShotAnalysisState
    ) -> bool:
        """Return whether the whole program copies less by the decisions `chosen` for functions."""
        program = self._program
        assert program is not None
        if self._measured is None and not self.decided:
            self._measured = program.total_after(self.decided, state)
        decided = dict(self.decided)
        for root, operands in chosen.items():
            decided[program.numbers[root]] = Decided(*(places_of(root, o) for o in operands))
        measured = program.total_after(decided, state)
        if measured is None or not (self._measured is None or measured < self._measured):
            return False
        self.decided, self._measured = decided, measured
        return True


class _Program:
    """The program around the functions to decide."""

    def __init__(self, root: Operation, state: OneShotAnalysisState) -> None:
        self._op = program_around(root)
        self._counts = CallCounts(self._op, state)
        self.group_of: dict[Operation, JointProblem] = {}
        """The problem of each function that is decided with others."""
        callees = Callees(state, self._op)
        # Where the user has decided, summaries have other limits.
        for functions in callees.groups() if not state.overrides else ():
            problem = JointProblem(functions, state, callees, self._counts)
            self.group_of |= dict.fromkeys(functions, problem)

    @cached_property
    def numbers(self) -> dict[Operation, int]:
        """The numbers of operations, which are the same in a clone."""
        return {op: number for number, op in enumerate(self._op.walk())}

    def total_after(
        self, decided: Mapping[int, Decided], state: OneShotAnalysisState
    ) -> Total | None:
        """Return what the program copies by some decisions; None if it cannot be bufferized."""
        copies = copies_after(self._op, state, decided)
        return None if copies is None else self._counts.total(copies)


# By the state of the analysis, which the searches do not refer to.
_searches: WeakKeyDictionary[AnalysisState, FewestBytes] = WeakKeyDictionary()


def fewest_bytes(root: Operation, state: AnalysisState) -> Iterable[OpOperand]:
    """Return the operands below `root` that are to be in place so that the fewest bytes are copied.

    There are none if bottom-up, which is the order of the others, copies as few.
    """
    return _searches.setdefault(state, FewestBytes())(root, state)


_Chosen = tuple[list[OpOperand], list[OpOperand]]


def _chosen(problem: Problem, copied: Set[int], for_callers: bool = False) -> _Chosen:
    """Return the operands that are not in `copied`, and those in it that could be in place as well.

    These are copied so that a loop does not copy what it yields, or `for_callers`. Where functions
    call each other in a cycle, only what an order says is decided again, so there are none.
    """
    state, needless = problem.state, dict[OpOperand, bool]()
    has_reasons = for_callers or problem.yields.operands
    in_place = [o for number, o in enumerate(problem.operands) if number not in copied]
    while has_reasons and not state.options.analyze_recursive_functions:
        trial = Trial(problem.root, state)
        order_of((), needless, trial.state)
        trial.decide_all(lambda root, state: in_place)
        kept = {o for o in problem.operands if trial.state.is_in_place(o)}.difference(in_place)
        if not kept:
            break
        needless |= dict.fromkeys(kept, False)
    return in_place, list(needless)


def _best(problem: Problem | JointProblem, usual: frozenset[int], seconds: int) -> frozenset[int]:
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


def _proof(problem: Clauses, best: Iterable[int]) -> Proof:
    """Return a proof that any decisions copy as much as `best`, or as much as can be proved."""
    clauses, weights = problem.sets, problem.copied_weights
    enough = sum(weights[number] for number in best)
    proof = fewest(clauses, weights, enough).proof
    if proof.bound < enough and _has_solver():
        from bufferize_optimum.solver import pack_by_duals  # an extra

        found = fewest(clauses, weights, enough, pack_by_duals, _MOST_WORK_BY_DUALS)
        proof = max(proof, found.proof, key=lambda proof: proof.bound)
    return proof


def _solved(problem: Clauses, seconds: float) -> set[int] | None:
    """Return the solver's answer; None if it is not installed or runs out of time."""
    if seconds <= 0 or not _has_solver():
        return None
    from bufferize_optimum import solver  # an extra

    return solver.fewest(problem.sets, problem.weights, problem.scale.digits, seconds)


def _has_solver() -> bool:
    return importlib.util.find_spec("highspy") is not None
