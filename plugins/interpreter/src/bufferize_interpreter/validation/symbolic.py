"""The symbolic engine: one call covers all values that the elements of its arguments may have.

Extents, indices and other arguments are drawn. Each element is a symbol with a drawn value, which
is only used where the program's control depends on the element. So a call covers all elements that
lead to the same decisions; if none decides anything, it covers all values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from bufferize import ir
from bufferize.diagnostics import DiagnosticError, PluginError
from bufferize.interfaces import FunctionOpInterface
from bufferize.plugins import Context
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
"""The number of drawn inputs for which differing expressions are evaluated."""


@dataclass
class Coverage:
    """The values that the symbolic calls of a function cover."""

    calls: int = 0
    """The number of calls before the pipeline, each with other extents, indices or decisions."""
    decisions: int = 0
    """The number of elements that determined control flow, in all calls.

    The answer holds for elements that lead to the same decisions; with 0, for all elements.
    """
    expressions: int = 0
    """The number of different elements that were computed."""
    by_values: set[str] = field(default_factory=set)
    """The variants with different expressions, but with equal values for drawn numbers.

    That is accepted for a function whose iterations may run in any order.
    """


@dataclass(frozen=True)
class SymbolicFinding:
    """A difference between the results of a function before and after a pipeline."""

    inputs: Inputs
    problem: str
    trap: Trap | None = None
    is_shown: bool = True
    """Whether the inputs show the difference.

    Otherwise only the expressions are known to differ.
    """


@dataclass(frozen=True)
class _Call:
    seed: int
    inputs: Inputs
    symbols: Inputs
    outcome: Outcome


class SymbolicFunction:
    """A function of a module, called with symbols.

    `inputs` are arguments with which it is defined; those that differ from earlier ones only in
    elements are skipped, unless elements decide something. At most `most` different elements are
    computed, within the `limits` of each call. Raises NotSymbolic if that is not enough for the
    first inputs, or if something cannot be expressed, and PluginError if semantics fail.
    """

    def __init__(
        self,
        module: ir.Operation,
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
        while known < len(
            self._symbols.uninterpreted
        ):  # again if operations turned out to be uninterpreted
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
        """Return the inputs with a symbol for each element; equal arrays stay the same array."""
        known: dict[int, Any] = {}
        values: list[Any] = []
        for number, (value, type) in enumerate(zip(inputs.values, self._callee.types, strict=True)):
            found = known.get(id(value)) if isinstance(value, np.ndarray) else None
            if found is None:
                found = symbols_of(self._symbols, f"%{number}", value, type)
                known[id(value)] = found
            values.append(found)
        return Inputs(tuple(values))

    def compare(self, variant: str, after: ir.Operation) -> tuple[int, SymbolicFinding | None]:
        """Return the number of calls that were compared, and the first difference.

        `after` is the module after the pipeline. Raises as the constructor does, and Trap if the
        limits are exceeded.
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
        """Return the first difference of a call in the order of iterations of `seed`."""
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
        """Return the finding that expressions differ, if possible with numbers that show it.

        None if the program leaves the order of its iterations open, and the numbers agree.
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
        """Return whether the function's own expressions depend on the order of iterations."""
        self._callee.call(call.symbols.again(), seed=call.seed)
        if not self._callee.has_drawn(call.seed):
            return False
        for seed in (call.seed + 1, call.seed + 2):
            found = self._callee.call(call.symbols.again(), seed=seed)
            if difference(call.outcome, found, self.function):
                return True
        return False


def _without_elements(inputs: Inputs, types: Sequence[ir.Type]) -> Any:
    """Return a key of the inputs without symbolic elements: extents, aliases and indices."""
    known: dict[int, int] = {}
    parts: list[Any] = []
    for number, (value, type) in enumerate(zip(inputs.values, types, strict=True)):
        same = known.setdefault(id(value), number) if isinstance(type, ir.ShapedType) else number
        shape = value.shape if isinstance(value, np.ndarray) else ()
        rest = None
        if not may_be_symbols(type):
            rest = value.tobytes() if isinstance(value, np.ndarray) else value
        parts.append((same, shape, rest))
    return tuple(parts)
