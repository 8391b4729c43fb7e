"""Functions that are decided together, as one problem.

A callee that copies an argument, or a part of it, may spare its callers larger copies. If operands A in
place make a callee write to an argument, and that write conflicts with operands B of the caller in
place, then one of A and B is copied: a clause about operands of both.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace

from bufferize.analysis import AnalysisOrder, FunctionSummary, OneShotAnalysisState
from bufferize.analysis.function_summaries import FunctionAnalysis
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation, OpOperand
from bufferize_optimum.callees import Callees
from bufferize_optimum.calls import CallCounts
from bufferize_optimum.costs import Cost
from bufferize_optimum.problem import Clauses, Problem
from bufferize_optimum.trial import quiet

_MOST_WAYS = 20
"""The number of writes in a callee for which clauses are made at once."""


class JointProblem(Clauses):
    """The operands of several functions, callees first; a copy costs as often as it is made."""

    def __init__(
        self,
        functions: Sequence[FunctionOpInterface],
        state: OneShotAnalysisState,
        callees: Callees,
        counts: CallCounts,
    ) -> None:
        super().__init__()
        self.functions = functions
        self._writes = callees.writes
        self._least: dict[Operation, FunctionSummary] = {
            function: callees.least.summaries[function] for function in functions
        }
        self._counts = counts
        known, self._functions = callees.least, FunctionAnalysis()
        self._functions.summaries |= known.summaries
        self._functions.returning_non_writable = known.returning_non_writable
        self._functions.freeing = known.freeing
        self.parts: dict[Operation, tuple[Problem, int]] = {}
        """For each function, its own problem, and the number of its first operand."""
        self._starts: list[int] = []
        self._count = 0
        for function in functions:
            own = OneShotAnalysisState(quiet(state.options), state.context, function)
            own.functions = self._functions
            problem = Problem(function, own)
            self.parts[function] = problem, self._count
            self._starts.append(self._count)
            self._count += problem.count
        self._ways: dict[tuple[Operation, int], list[frozenset[int]]] = {}
        """For arguments of functions, sets of operands that in place make the function write to it."""
        self._arguments: dict[Operation, set[int]] = {}
        for callee, argument in self._writes.values():
            self._arguments.setdefault(callee, set()).add(argument)

    @property
    def count(self) -> int:
        """The number of operands."""
        return self._count

    def cost(self, number: int) -> Cost:
        """Return the cost of copying an operand in all calls of its function."""
        problem, own = self._part_of(number)
        return self._counts.of(problem.root).of(problem.cost(own))

    def operand(self, number: int) -> OpOperand:
        problem, own = self._part_of(number)
        return problem.operand(own)

    def is_yield(self, number: int) -> bool:
        problem, own = self._part_of(number)
        return problem.is_yield(own)

    def root_of(self, number: int) -> Operation:
        return self._part_of(number)[0].root

    def _part_of(self, number: int) -> tuple[Problem, int]:
        """Return the problem that an operand is in, and its number there."""
        place = bisect_right(self._starts, number) - 1
        problem, start = self.parts[self.functions[place]]
        return problem, number - start

    def own(self, function: Operation, copied: Iterable[int]) -> frozenset[int]:
        """Return the numbers of operands in `function` as its own problem numbers them."""
        problem, start = self.parts[function]
        return frozenset(n - start for n in copied if start <= n < start + problem.count)

    def numbers(self, function: Operation, own: Iterable[int]) -> frozenset[int]:
        """Return the numbers of operands that the problem of `function` numbers as `own`."""
        return _moved(own, self.parts[function][1])

    # The questions about one function, with callees that do what follows from copies

    def decided(self, order: AnalysisOrder | None = None) -> frozenset[int]:
        """Return what the analysis copies, callees first, bottom-up or in another order."""
        self._forget()
        copied = set[int]()
        for function, (problem, start) in self.parts.items():
            with problem.state.remembering():
                copied |= _moved(problem.decided(order), start)
            self._learn(function, copied)
        return frozenset(copied)

    def with_yields(self, copied: Iterable[int]) -> frozenset[int]:
        """Return the operands to decide in `copied`, and what loops copy if just these are copied."""
        chosen, found = frozenset(copied), set[int]()
        for function, problem, start in self._walk(chosen):
            found |= _moved(problem.with_yields(self.own(function, chosen)), start)
        return frozenset(found)

    def add_forced(self, copied: Set[int]) -> bool:
        """Add a clause for each copy of `copied` that is made whatever is decided in any function.

        Return whether these are all that cost something.
        """
        self._forget()
        are_all = True
        for function, (problem, start) in self.parts.items():
            with problem.state.remembering():
                are_all &= problem.add_forced(self.own(function, copied))
            self._add_own(problem, start)
        return are_all

    def add_violated(self, copied: Set[int]) -> bool:
        """Add the clauses that are violated if only the operands `copied` are copied.

        Return whether there are any.
        """
        before = len(self.clauses)
        for function, problem, start in self._walk(copied):
            own = self.own(function, copied)
            for operands, write in problem.conflicts(own):
                for way in self._ways_to(write):
                    self.clauses[_moved(operands, start) | way] = None
            if problem.yields.operands and len(self.clauses) == before:
                problem.add_violated(own)
                self._add_own(problem, start)
        return len(self.clauses) > before

    def _add_own(self, problem: Problem, start: int) -> None:
        self.clauses |= {_moved(clause, start): None for clause in problem.clauses}

    def set_callees(self, copied: Set[int]) -> None:
        """Let callees do what they do if `copied` are copied, for questions to single problems."""
        for _ in self._walk(copied):
            pass

    def _walk(self, copied: Set[int]) -> Iterator[tuple[Operation, Problem, int]]:
        """Yield the functions, with callees that write to what they do if `copied` are copied."""
        self._forget()
        for function, (problem, start) in self.parts.items():
            with problem.state.remembering():
                yield function, problem, start
            self._learn(function, copied)

    def _forget(self) -> None:
        self._functions.summaries |= self._least

    def _learn(self, function: Operation, copied: Set[int]) -> None:
        """Set to which arguments `function` writes if `copied` are copied, and how."""
        assert isinstance(function, FunctionOpInterface)
        problem, start = self.parts[function]
        own, least = self.own(function, copied), self._least[function]
        written = set(least.written_args)
        for argument in self._arguments.get(function, ()):
            found = dict[frozenset[int], None]()
            for operands, write in problem.writes_to(function.body_arguments[argument], own):
                for way in self._ways_to(write):
                    found[_moved(operands, start) | way] = None
            self._ways[function, argument] = sorted(found, key=len)[:_MOST_WAYS]
            if found:
                written.add(argument)
        self._functions.summaries[function] = replace(least, written_args=written)

    def _ways_to(self, write: OpOperand) -> list[frozenset[int]]:
        """Return sets of operands in callees: with all of one in place, `write` writes."""
        target = self._writes.get(write)
        return [frozenset()] if target is None else self._ways.get(target, [frozenset()])


def _moved(numbers: Iterable[int], start: int) -> frozenset[int]:
    return frozenset(number + start for number in numbers)
