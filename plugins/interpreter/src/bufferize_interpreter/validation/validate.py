"""Translation validation: runs functions before and after pipelines and compares the outcomes."""

from __future__ import annotations

import enum
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from bufferize import ir
from bufferize.diagnostics import DiagnosticError, PluginError
from bufferize.interfaces import FunctionOpInterface
from bufferize.plugins import Context
from bufferize_interpreter.native import NativeStop
from bufferize_interpreter.symbols.expressions import MOST_EXPRESSIONS, NotSymbolic
from bufferize_interpreter.traps import Trap, TrapKind
from bufferize_interpreter.validation.inputs import Inputs, NotDrawable, drawn_inputs
from bufferize_interpreter.validation.outcomes import (
    DEFAULT_LIMITS,
    Callee,
    Limits,
    NativeCallee,
    Outcome,
    call_after,
    difference,
)
from bufferize_interpreter.validation.symbolic import Coverage, SymbolicFunction
from bufferize_interpreter.validation.variants import Variant

_ATTEMPTS: Final = 8
"""The number of draws for each input."""
_FIRST_ATTEMPTS: Final = 200
"""The maximum number of draws until a call is defined."""
DEFAULT_SECONDS: Final = 600
"""The default time after which no more calls are compared."""
_ORDERS: Final = 4
"""The number of orders of parallel iterations that are tried, to see if the order matters."""


@dataclass(frozen=True)
class Finding:
    """A call with different outcomes before and after a pipeline."""

    function: str
    variant: Variant
    inputs: Inputs
    problem: str
    """How the outcomes differ, or "traps" or, natively, "is stopped"."""
    trap: Trap | NativeStop | None = None
    is_shown: bool = True
    """Whether the inputs show the difference.

    Otherwise elements are computed by other expressions, but no numbers were found for which these
    differ.
    """
    schedule: int | None = None
    """The seed of the schedule that shows the difference; None if the function has only one."""


@dataclass
class Validation:
    """The result of a check."""

    findings: list[Finding] = field(default_factory=list)
    """The first finding for each function and variant."""
    calls: int = 0
    """The number of calls that were compared."""
    functions: int = 0
    """The number of functions that were called."""
    meaningless: Counter[str] = field(default_factory=Counter)
    """The number of draws with undefined behavior before the pipeline, by kind."""
    not_run: dict[str, DiagnosticError | str] = field(default_factory=dict)
    """The functions that could not be called, and why."""
    not_compared: dict[str, DiagnosticError] = field(default_factory=dict)
    """The functions that could be called before, but not after a variant, and why."""
    refused: dict[str, DiagnosticError] = field(default_factory=dict)
    """The variants that refused the program, and their errors."""
    symbolic: dict[str, Coverage] = field(default_factory=dict)
    """The coverage of the functions that were called with symbols."""
    not_symbolic: dict[str, DiagnosticError] = field(default_factory=dict)
    """The functions that could not be called with symbols, and why."""
    is_cut_short: bool = False
    """Whether the time was over before all calls were compared."""


class Engine(enum.Enum):
    """The ways in which functions are called."""

    RANDOM = "random"
    """Calls with drawn numbers."""
    SYMBOLIC = "symbolic"
    """Calls with symbols for elements, which stand for all numbers."""
    BOTH = "both"
    NATIVE = "native"
    """Calls with drawn numbers; the program after the pipeline is run natively, not interpreted."""


class Validator:
    """A check of the functions of a module before and after pipelines.

    `inputs` is the number of calls of each function that are compared, drawn from `seed`. If it has
    several schedules, because iterations or regions may run in another order or later, `schedules`
    of them are tried with each input. With
    `leaks`, a buffer that is never freed is a difference, too. With symbols there are fewer calls,
    if one covers others; all functions together compute at most `expressions` different elements.
    `limits` apply to each call, and after `seconds` no more calls are compared. Leaks are not
    detected natively.
    """

    def __init__(
        self,
        module: ir.Operation,
        context: Context,
        *,
        inputs: int = 8,
        schedules: int = 1,
        seed: int = 0,
        leaks: bool = False,
        engine: Engine = Engine.RANDOM,
        expressions: int = MOST_EXPRESSIONS,
        limits: Limits = DEFAULT_LIMITS,
        seconds: float = DEFAULT_SECONDS,
    ) -> None:
        self.module = module
        self.context = context
        self.engine = engine
        self.expressions = expressions
        self.limits = limits
        self.seconds = seconds
        self._end = time.monotonic() + seconds
        self.inputs = inputs
        self.schedules = schedules
        self.seed = seed
        self.leaks = leaks
        self.validation = Validation()
        self._calls: dict[str, list[tuple[Inputs, Outcome]]] = {}
        self._before: dict[str, Callee] = {}
        self._drawing: set[str] = set()
        """The functions that have several schedules."""
        self._symbolic: dict[str, SymbolicFunction] = {}

    def of(self, module: ir.Operation) -> Validator:
        """Return a validator with the same options for another module."""
        return Validator(
            module,
            self.context,
            inputs=self.inputs,
            schedules=self.schedules,
            seed=self.seed,
            leaks=self.leaks,
            engine=self.engine,
            expressions=self.expressions,
            limits=self.limits,
            seconds=self.seconds,
        )

    def run(
        self, variants: Iterable[Variant], functions: Sequence[str] | None = None
    ) -> Validation:
        """Check variants of a pipeline; without `functions`, for all public functions."""
        known = self.names(only_public=functions is None)
        for name in known if functions is None else functions:
            if name in known and name not in self._calls and name not in self._symbolic:
                self._prepare(name)
        prepared = [name for name in known if name in self._calls or name in self._symbolic]
        self.validation.functions = len(prepared)
        for variant in variants:
            if self._is_late():
                break
            try:
                after = variant.applied(self.module, self.context)
            except DiagnosticError as problem:
                self.validation.refused[variant.name] = problem
                continue
            for name in prepared:
                try:
                    finding = self.compare(name, variant, after)
                except DiagnosticError as problem:
                    self.validation.not_compared[f"{name} after {variant.name}"] = problem
                    continue
                if finding is not None:
                    self.validation.findings.append(finding)
        return self.validation

    def compare(self, name: str, variant: Variant, after: ir.Operation) -> Finding | None:
        """Return the first call of a function that differs in `after`, the result of `variant`.

        Raises DiagnosticError if the function cannot be compared.
        """
        if not isinstance(ir.SymbolTable(after).lookup(name), FunctionOpInterface):
            return Finding(name, variant, Inputs(()), "is gone")
        if name in self._symbolic:
            found = self._compare_symbols(name, variant, after)
            if found is not None:
                return found
        if name in self._calls:
            return self._compare_numbers(name, variant, after)
        return None

    def _compare_symbols(self, name: str, variant: Variant, after: ir.Operation) -> Finding | None:
        symbolic = self._symbolic[name]
        try:
            calls, found = symbolic.compare(variant.name, after)
        except (NotSymbolic, PluginError) as problem:
            self.validation.not_symbolic[f"{name} after {variant.name}"] = problem
            if self.engine is Engine.SYMBOLIC:
                raise
            return None
        self.validation.calls += calls
        if found is None:
            return None
        return Finding(name, variant, found.inputs, found.problem, found.trap, found.is_shown)

    def _compare_numbers(self, name: str, variant: Variant, after: ir.Operation) -> Finding | None:
        native = self.engine is Engine.NATIVE
        callee = (
            NativeCallee(after, name, self.context, self.limits.process)
            if native
            else Callee(after, name, self.context, self.limits)
        )
        before, calls = self._before[name], self._calls[name]
        is_drawing = name in self._drawing
        count = self.inputs * self.schedules if is_drawing else len(calls)
        for seed in range(count):
            if self._is_late():
                break
            inputs, outcome = calls[seed % len(calls)]
            schedule = seed if is_drawing else None
            try:
                found = call_after(callee, inputs, seed=seed, leaks=self.leaks)
            except Trap as trap:
                if trap.kind is TrapKind.LIMIT:
                    raise
                self.validation.calls += 1
                return Finding(name, variant, inputs, "traps", trap, schedule=schedule)
            except NativeStop as stop:
                self.validation.calls += 1
                return Finding(name, variant, inputs, "is stopped", stop)
            self.validation.calls += 1
            problem = difference(outcome, found, before.function, exact=not native)
            if problem and is_drawing:
                problem = self._difference_in_order(before, inputs, outcome, found, seed)
            if problem:
                return Finding(name, variant, inputs, problem, schedule=schedule)
        return None

    def _difference_in_order(
        self, before: Callee, inputs: Inputs, known: Outcome, found: Outcome, seed: int
    ) -> str:
        """Compare an outcome with that before, in the same order of iterations; "" if they agree.

        If the result depends on the order, printed lines may come in any order.
        """
        exact = self.engine is not Engine.NATIVE
        try:
            outcomes = [before.call(inputs.again(), seed=seed + n) for n in range(_ORDERS)]
        except Trap:  # undefined in another order
            return ""
        is_open = any(difference(known, other, before.function) for other in outcomes)
        return difference(outcomes[0], found, before.function, exact=exact, in_order=not is_open)

    def _is_late(self) -> bool:
        """Return whether the time is over; remember that it was."""
        self.validation.is_cut_short |= time.monotonic() >= self._end
        return self.validation.is_cut_short

    def names(self, only_public: bool = False) -> list[str]:
        """Return the names of the functions of the module."""
        return [
            op.symbol_name
            for region in self.module.regions
            for op in region.entry.ops
            if isinstance(op, FunctionOpInterface) and (op.is_public or not only_public)
        ]

    def _prepare(self, name: str) -> None:
        """Call a function before the pipeline, with inputs for which it is defined."""
        callee = Callee(self.module, name, self.context, self.limits)
        if callee.function.is_external:
            self.validation.not_run[name] = "it has no body"
            return
        calls = self._meaningful(name, callee)
        if calls and self.engine in (Engine.SYMBOLIC, Engine.BOTH):
            self._prepare_symbols(name, [inputs for inputs, _ in calls])
        if calls and self.engine is not Engine.SYMBOLIC:
            self._calls[name] = calls
            self._before[name] = callee

    def _prepare_symbols(self, name: str, inputs: Sequence[Inputs]) -> None:
        used = sum(coverage.expressions for coverage in self.validation.symbolic.values())
        try:
            found = SymbolicFunction(
                self.module,
                name,
                self.context,
                inputs,
                leaks=self.leaks,
                most=self.expressions - used,
                limits=self.limits,
            )
        except DiagnosticError as problem:
            self.validation.not_symbolic[name] = problem
            if self.engine is Engine.SYMBOLIC:
                self.validation.not_run[name] = problem
            return
        self._symbolic[name] = found
        self.validation.symbolic[name] = found.coverage

    def _meaningful(self, name: str, callee: Callee) -> list[tuple[Inputs, Outcome]]:
        """Return inputs for which a function is defined, and its outcomes for them."""
        found: list[tuple[Inputs, Outcome]] = []
        problem: DiagnosticError | str = ""
        try:
            drawn = drawn_inputs(callee.function, self.seed)
            inputs = next(drawn)
            for attempt in count(1):
                reached = None
                try:
                    found.append((inputs, callee.call(inputs.again())))
                    if callee.has_drawn(0):
                        self._drawing.add(name)
                except Trap as trap:
                    self.validation.meaningless[trap.kind.name] += 1
                    problem = trap
                    if trap.kind is TrapKind.EXTERNAL_CALL:
                        break
                    reached = _position(trap, callee.function)
                except PluginError as failure:  # semantics that may fail only for these inputs
                    problem = failure
                if len(found) == self.inputs or not callee.types:
                    break
                if attempt >= (_ATTEMPTS * self.inputs if found else _FIRST_ATTEMPTS):
                    break
                if self._is_late():
                    break
                inputs = drawn.send(reached)
        except NotDrawable as none:
            problem = str(none)
        if not found:
            self.validation.not_run[name] = problem
        return found


def _position(trap: Trap, function: FunctionOpInterface) -> int:
    """Return the number of the operation in a function that failed; 0 if it is elsewhere."""
    failed = trap.diagnostics[0].op
    return next((number for number, op in enumerate(function.walk()) if op is failed), 0)
