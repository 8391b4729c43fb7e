"""The engine with symbols: one call covers all values that the elements of its arguments may have.

Extents, indices and what else is no element are drawn. Each element is a symbol with a drawn value,
which is asked only where the element decides something. So a call covers all elements that decide
the same; where none decides, all there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from bufferize.diagnostics import DiagnosticError, PluginError
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation, ShapedType, Type
from bufferize.registration import Context
from bufferize_interpreter.symbols.expressions import NotSymbolic, Symbols
from bufferize_interpreter.symbols.lifting import may_be_symbols, symbols_of
from bufferize_interpreter.traps import Trap, TrapKind
from bufferize_interpreter.validation.inputs import Inputs, with_other_elements
from bufferize_interpreter.validation.outcomes import (
    Callee,
    Limits,
    Outcome,
    call_after,
    difference,
)

_CONFIRMATIONS: Final = 8
"""With how many numbers it is tried to show that expressions differ."""


@dataclass
class Coverage:
    """What the symbols of a function cover."""

    calls: int = 0
    """Calls before the pipeline, each with other extents, indices or decisions."""
    decisions: int = 0
    """How many elements decided something, in all calls: the answer is about elements that decide
    the same. 0: about all."""
    expressions: int = 0
    """How many different elements were computed."""
    by_values: set[str] = field(default_factory=set)
    """Variants that compute other expressions, in a function whose iterations may come in any order;
    drawn numbers did not differ."""


@dataclass(frozen=True)
class SymbolicFinding:
    """A difference between what a function computes before and after a pipeline."""

    inputs: Inputs
    problem: str
    trap: Trap | None = None
    is_shown: bool = True
    """Whether the inputs show the difference. Otherwise the expressions differ, and no numbers were
    found for which the values do."""


@dataclass(frozen=True)
class _Call:
    seed: int
    inputs: Inputs
    symbols: Inputs
    outcome: Outcome


class SymbolicFunction:
    """A function of a module, called with symbols.

    `inputs` are numbers with which it has a meaning; those that only differ from others in elements
    are left out, unless elements decide something. At most `most` different elements are computed.
    The program may do what `limits` say. Raises NotSymbolic if that is not enough for the first inputs, or if something has no expression,
    and PluginError where the semantics of an op fail.
    """

    def __init__(
        self,
        module: Operation,
        name: str,
        context: Context,
        inputs: Sequence[Inputs],
        *,
        leaks: bool,
        most: int,
        limits: Limits,
    ) -> None:
        self._module = module
        self._name = name
        self._context = context
        self._leaks = leaks
        self._limits = limits
        self.coverage = Coverage()
        self._symbols = Symbols(most)
        self._callee = Callee(module, name, context, limits, symbols=self._symbols)
        self._calls: list[_Call] = []
        known = -1
        while known < len(self._symbols.uninterpreted):  # until it is known what has no expressions
            known = len(self._symbols.uninterpreted)
            self._prepare(inputs)

    @property
    def function(self) -> FunctionOpInterface:
        """The function before the pipeline."""
        return self._callee.function

    def _prepare(self, given: Sequence[Inputs]) -> None:
        self._calls.clear()
        self.coverage.decisions = 0
        covered: set[Any] = set()
        for number, inputs in enumerate(given):
            key = _without_elements(inputs, self._callee.types)
            if key in covered:
                continue
            self._symbols.decisions.clear()
            try:
                symbols = self._with_symbols(inputs)
                outcome = self._callee.call(symbols.again(), seed=number)
            except (NotSymbolic, PluginError):
                if not self._calls:
                    raise
                break
            self._calls.append(_Call(number, inputs, symbols, outcome))
            if not self._symbols.decisions:
                covered.add(key)
            self.coverage.decisions += len(self._symbols.decisions)
        self.coverage.calls = len(self._calls)
        self.coverage.expressions = self._symbols.count

    def _with_symbols(self, inputs: Inputs) -> Inputs:
        """The inputs with a symbol in the place of each element. One array is still one array."""
        known: dict[int, Any] = {}
        values: list[Any] = []
        for number, (value, type) in enumerate(zip(inputs.values, self._callee.types, strict=True)):
            found = known.get(id(value)) if isinstance(value, np.ndarray) else None
            if found is None:
                found = symbols_of(self._symbols, f"%{number}", value, type)
                known[id(value)] = found
            values.append(found)
        return Inputs(tuple(values))

    def compare(self, variant: str, after: Operation) -> tuple[int, SymbolicFinding | None]:
        """How many calls were made of what has become of the function, and the first difference.

        Raises as the constructor does, and Trap where the limits do not suffice.
        """
        callee = Callee(after, self._name, self._context, self._limits, symbols=self._symbols)
        for number, call in enumerate(self._calls):
            finding = self._differs(call, call.seed, callee, variant)
            if finding is None and callee.has_drawn(call.seed):
                finding = self._differs(call, call.seed + 1, callee, variant)
            if finding is not None:
                return number + 1, finding
        return len(self._calls), None

    def _differs(
        self, call: _Call, seed: int, callee: Callee, variant: str
    ) -> SymbolicFinding | None:
        """The first difference of a call, with iterations in the order that `seed` draws."""
        known = set(self._symbols.uninterpreted)
        try:
            found = call_after(callee, call.symbols, seed=seed, leaks=self._leaks)
        except Trap as trap:
            if trap.kind is TrapKind.LIMIT:
                raise
            return SymbolicFinding(call.inputs, "traps", trap)
        finally:
            new = self._symbols.uninterpreted - known
            self._symbols.uninterpreted &= known
        if new:
            raise NotSymbolic(f"needs the numbers that elements are in '{min(new)}', not so before")
        problem = difference(call.outcome, found, self.function)
        if not problem or (seed != call.seed and self._leaves_order_open(call)):
            return None
        return self._confirmed(call, seed, problem, variant, callee)

    def _confirmed(
        self, call: _Call, seed: int, problem: str, variant: str, after: Callee
    ) -> SymbolicFinding | None:
        """The finding that expressions differ, with numbers that show it if some were found.

        None where the program leaves the order open in which they are computed, and the numbers are
        the same.
        """
        is_open = self._leaves_order_open(call)
        callees = [
            Callee(m, self._name, self._context, self._limits) for m in (self._module, after.module)
        ]
        for number in range(_CONFIRMATIONS):
            inputs = call.inputs
            if number:
                inputs = with_other_elements(
                    call.inputs, self._callee.types, number, wide=not is_open and number % 2 == 1
                )
            try:
                before = callees[0].call(inputs.again(), seed=call.seed)
            except DiagnosticError:
                continue
            try:
                found = call_after(callees[1], inputs, seed=seed, leaks=self._leaks)
            except Trap as trap:
                return SymbolicFinding(inputs, "traps", trap)
            shown = difference(before, found, self.function)
            if shown:
                return SymbolicFinding(inputs, f"{problem}; with these arguments, {shown}")
        if is_open:
            self.coverage.by_values.add(variant)
            return None
        return SymbolicFinding(call.inputs, problem, is_shown=False)

    def _leaves_order_open(self, call: _Call) -> bool:
        """Whether the function computes other expressions itself in another order of iterations."""
        self._callee.call(call.symbols.again(), seed=call.seed)
        if not self._callee.has_drawn(call.seed):
            return False
        for seed in (call.seed + 1, call.seed + 2):
            found = self._callee.call(call.symbols.again(), seed=seed)
            if difference(call.outcome, found, self.function):
                return True
        return False


def _without_elements(inputs: Inputs, types: Sequence[Type]) -> Any:
    """What is drawn of inputs that are symbols: their extents, which are one array, and indices."""
    known: dict[int, int] = {}
    parts: list[Any] = []
    for number, (value, type) in enumerate(zip(inputs.values, types, strict=True)):
        same = known.setdefault(id(value), number) if isinstance(type, ShapedType) else number
        shape = value.shape if isinstance(value, np.ndarray) else ()
        rest = None
        if not may_be_symbols(type):
            rest = value.tobytes() if isinstance(value, np.ndarray) else value
        parts.append((same, shape, rest))
    return tuple(parts)
