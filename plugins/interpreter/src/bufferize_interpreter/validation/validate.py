"""Translation validation: a program computes after a pipeline what it computed before."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bufferize.diagnostics import DiagnosticError, PluginError
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation, SymbolTable
from bufferize.registration import Context
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
"""How often inputs are drawn for each that has a meaning."""
_FIRST_ATTEMPTS: Final = 200
"""How often inputs are drawn until one has a meaning."""


_ORDERS: Final = 4
"""In how many orders of parallel iterations it is seen whether they make a difference."""


@dataclass(frozen=True)
class Finding:
    """A call that gives something else after a pipeline than before."""

    function: str
    variant: Variant
    inputs: Inputs
    problem: str
    """In what the two differ; "traps" where the program does what it must not do, "is stopped"
    where it is run natively and does not come to its end."""
    trap: Trap | NativeStop | None = None
    is_shown: bool = True
    """Whether the inputs show it. Otherwise it computes other expressions of its elements, though no
    elements were found with which the results differ."""


@dataclass
class Validation:
    """What became of a check."""

    findings: list[Finding] = field(default_factory=list)
    """The first of each function and variant."""
    calls: int = 0
    """Calls that were compared."""
    functions: int = 0
    """Functions that were called."""
    meaningless: Counter[str] = field(default_factory=Counter)
    """Inputs with which the program does before what it must not do, by why."""
    not_run: dict[str, DiagnosticError | str] = field(default_factory=dict)
    """Functions that could not be called, and why."""
    not_compared: dict[str, DiagnosticError] = field(default_factory=dict)
    """Functions that could be called, and not what a variant made of them; and why."""
    refused: dict[str, DiagnosticError] = field(default_factory=dict)
    """Variants that the pipeline refuses, and what it says."""
    symbolic: dict[str, Coverage] = field(default_factory=dict)
    """Functions that were called with symbols, and what that covers."""
    not_symbolic: dict[str, DiagnosticError] = field(default_factory=dict)
    """Functions that could not be called with symbols, and why."""


class Engine(enum.Enum):
    """What functions are called with."""

    RANDOM = "random"
    """Drawn numbers."""
    SYMBOLIC = "symbolic"
    """Symbols in the place of elements, which stand for all numbers."""
    BOTH = "both"
    NATIVE = "native"
    """Drawn numbers; what comes of the pipeline is not interpreted but run natively."""


class Validator:
    """Compares the functions of a module with what pipelines make of them.

    `inputs` is how many calls of each function are compared, drawn from `seed`; with `leaks` a
    buffer that is never freed is a problem, too. With symbols there are fewer calls where one covers
    others; all functions together compute at most `expressions` different elements. `limits` are for
    each call. Leaks are not seen natively.
    """

    def __init__(
        self,
        module: Operation,
        context: Context,
        *,
        inputs: int = 8,
        seed: int = 0,
        leaks: bool = False,
        engine: Engine = Engine.RANDOM,
        expressions: int = MOST_EXPRESSIONS,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self.module = module
        self.context = context
        self.engine = engine
        self.expressions = expressions
        self.limits = limits
        self.inputs = inputs
        self.seed = seed
        self.leaks = leaks
        self.validation = Validation()
        self._calls: dict[str, list[tuple[Inputs, Outcome]]] = {}
        self._before: dict[str, Callee] = {}
        self._drawing: set[str] = set()
        """Functions that draw the order of iterations."""
        self._symbolic: dict[str, SymbolicFunction] = {}

    def of(self, module: Operation) -> Validator:
        """The same for another module."""
        return Validator(
            module,
            self.context,
            inputs=self.inputs,
            seed=self.seed,
            leaks=self.leaks,
            engine=self.engine,
            expressions=self.expressions,
            limits=self.limits,
        )

    def run(
        self, variants: Sequence[Variant], functions: Sequence[str] | None = None
    ) -> Validation:
        """Checks the variants of a pipeline; without `functions`, all that others may call."""
        known = self.names(only_public=functions is None)
        for name in known if functions is None else functions:
            if name in known and name not in self._calls and name not in self._symbolic:
                self._prepare(name)
        prepared = [name for name in known if name in self._calls or name in self._symbolic]
        self.validation.functions = len(prepared)
        for variant in variants:
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

    def compare(self, name: str, variant: Variant, after: Operation) -> Finding | None:
        """The first call of a function that differs from what `variant` made of it in `after`.

        Raises DiagnosticError where that is not known.
        """
        if not isinstance(SymbolTable(after).lookup(name), FunctionOpInterface):
            return Finding(name, variant, Inputs(()), "is gone")
        if name in self._symbolic:
            found = self._compare_symbols(name, variant, after)
            if found is not None:
                return found
        if name in self._calls:
            return self._compare_numbers(name, variant, after)
        return None

    def _compare_symbols(self, name: str, variant: Variant, after: Operation) -> Finding | None:
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

    def _compare_numbers(self, name: str, variant: Variant, after: Operation) -> Finding | None:
        native = self.engine is Engine.NATIVE
        callee = (
            NativeCallee(after, name, self.context)
            if native
            else Callee(after, name, self.context, self.limits)
        )
        before = self._before[name]
        for seed, (inputs, outcome) in enumerate(self._calls[name]):
            try:
                found = call_after(callee, inputs, seed=seed, leaks=self.leaks)
            except Trap as trap:
                if trap.kind is TrapKind.LIMIT:
                    raise
                self.validation.calls += 1
                return Finding(name, variant, inputs, "traps", trap)
            except NativeStop as stop:
                self.validation.calls += 1
                return Finding(name, variant, inputs, "is stopped", stop)
            self.validation.calls += 1
            problem = difference(outcome, found, before.function, exact=not native)
            if problem and name in self._drawing:
                problem = self._difference_in_order(before, inputs, outcome, found, seed)
            if problem:
                return Finding(name, variant, inputs, problem)
        return None

    def _difference_in_order(
        self, before: Callee, inputs: Inputs, known: Outcome, found: Outcome, seed: int
    ) -> str:
        """In what an outcome differs from that of the same order of iterations before; "" for nothing.

        Where the program gives something else in another order, lines may come in any.
        """
        exact = self.engine is not Engine.NATIVE
        try:
            outcomes = [before.call(inputs.again(), seed=seed + n) for n in range(_ORDERS)]
        except Trap:  # the program has no meaning in another order
            return ""
        is_open = any(difference(known, other, before.function) for other in outcomes)
        return difference(outcomes[0], found, before.function, exact=exact, in_order=not is_open)

    def names(self, only_public: bool = False) -> list[str]:
        """The functions of the module."""
        return [
            op.symbol_name
            for region in self.module.regions
            for op in region.entry.ops
            if isinstance(op, FunctionOpInterface) and (op.is_public or not only_public)
        ]

    def _prepare(self, name: str) -> None:
        """Calls a function as it is, with inputs that have a meaning."""
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
        """Inputs with which a function may be called, and what it gives for them."""
        found: list[tuple[Inputs, Outcome]] = []
        problem: DiagnosticError | str = ""
        try:
            drawn = drawn_inputs(callee.function, self.seed)
            inputs = next(drawn)
            for attempt in range(_FIRST_ATTEMPTS):
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
                except PluginError as failure:  # the semantics of an op, maybe for these alone
                    problem = failure
                if len(found) == self.inputs or not callee.types:
                    break
                if found and attempt >= _ATTEMPTS * self.inputs:
                    break
                inputs = drawn.send(reached)
        except NotDrawable as none:
            problem = str(none)
        if not found:
            self.validation.not_run[name] = problem
        return found


def _position(trap: Trap, function: FunctionOpInterface) -> int:
    """The number of the operation of a function that a call failed at; 0 if it is of another one."""
    failed = trap.diagnostics[0].op
    return next((number for number, op in enumerate(function.walk()) if op is failed), 0)
