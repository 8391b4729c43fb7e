"""How often the functions of a program are called: a copy in one is made as often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import prod
from typing import NamedTuple

from bufferize.analysis import AnalysisState, called_function, functions_in
from bufferize.driver.copy_log import LoopFinder
from bufferize.interfaces import FunctionOpInterface, function_around
from bufferize.ir import Operation, OpOperand
from bufferize.record import TensorCopy
from bufferize_optimum.costs import Cost, Total, cost_of_copy


class Times(NamedTuple):
    """A number of calls: a product of known factors, and a number of unknown ones."""

    unknown: int = 0
    known: int = 1

    def __str__(self) -> str:
        return " x ".join([str(self.known), *"?" * self.unknown])

    def of(self, cost: Cost) -> Cost:
        """Return the cost of as many copies."""
        known = self.known
        return Cost(known * cost.copied, known * cost.allocated, self.unknown + cost.unknown)


ONCE = Times()


class CallCounts:
    """The number of calls of each function in a program, in one run of what nobody calls.

    Of calls with different numbers of unknown factors, those with the most count. Functions that call
    each other, in a cycle, are called an unknown number of times.
    """

    def __init__(self, program: Operation, state: AnalysisState) -> None:
        self._loops = LoopFinder()
        self._calls: dict[Operation, list[Operation]] = {}
        self._found: dict[Operation, Times] = {}
        self._by_name: dict[str, Operation] = {}
        if state.functions is None:
            return
        self._by_name |= {function.symbol_name: function for function in functions_in(program)}
        for op in program.walk():
            callee = called_function(state, op)
            if callee is not None:
                self._calls.setdefault(callee, []).append(op)
        for function in self._calls:
            self._count(function, state)

    def of(self, function: Operation) -> Times:
        """Return how often `function` is called; once for what is not called, or from outside."""
        return self._found.get(function, ONCE)

    def around(self, operand: OpOperand) -> Times:
        """Return how often the function around an operand is called."""
        function = function_around(operand.owner)
        return ONCE if function is None else self.of(function)

    def _count(self, function: Operation, state: AnalysisState) -> Times:
        calls, found = self._calls.get(function), self._found.get(function)
        if calls is None or found is not None:
            return ONCE if found is None else found
        self._found[function] = Times(1)  # if it calls itself
        counts = Counter[int]()
        for call in calls:
            trips = [loop.trip_count for loop in self._loops.around(call, state)]
            caller = function_around(call.parent_op)
            around = ONCE if caller is None else self._count(caller, state)
            known = prod((trip for trip in trips if trip is not None), start=around.known)
            counts[around.unknown + trips.count(None)] += known
        times = max(Times(*item) for item in counts.items())
        if isinstance(function, FunctionOpInterface) and function.is_public:
            times = max(times, ONCE)
        self._found[function] = times
        return times

    def total(self, copies: Iterable[TensorCopy]) -> Total:
        """Return the cost of copies in all calls of their functions."""
        return Total.of(self._named(copy.function).of(cost_of_copy(copy)) for copy in copies)

    def _named(self, name: str | None) -> Times:
        function = None if name is None else self._by_name.get(name)
        return ONCE if function is None else self.of(function)
