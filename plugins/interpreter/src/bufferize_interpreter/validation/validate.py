"""Translation validation: a program computes after a pipeline what it computed before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bufferize.diagnostics import DiagnosticError, PluginError
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation
from bufferize.registration import Context
from bufferize_interpreter.native import NativeStop
from bufferize_interpreter.traps import Trap, TrapKind
from bufferize_interpreter.validation.inputs import Inputs, NotDrawable, drawn_inputs
from bufferize_interpreter.validation.outcomes import (
    Callee,
    NativeCallee,
    Outcome,
    call_after,
    difference,
)
from bufferize_interpreter.validation.variants import Variant

_ATTEMPTS: Final = 8
"""How often inputs are drawn for each that has a meaning."""


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
    refused: dict[str, DiagnosticError] = field(default_factory=dict)
    """Variants that the pipeline refuses, and what it says."""


class Validator:
    """Compares the functions of a module with what pipelines make of them.

    `inputs` is how many calls of each function are compared, drawn from `seed`; with `leaks` a
    buffer that is never freed is a problem, too. With `native` what a pipeline has made is run
    natively rather than interpreted (`bufferize_interpreter.native`); `leaks` are not seen then.
    """

    def __init__(
        self,
        module: Operation,
        context: Context,
        *,
        inputs: int = 8,
        seed: int = 0,
        leaks: bool = False,
        native: bool = False,
    ) -> None:
        self.module = module
        self.context = context
        self.inputs = inputs
        self.seed = seed
        self.leaks = leaks
        self.native = native
        self.validation = Validation()
        self._calls: dict[str, list[tuple[Inputs, Outcome]]] = {}
        self._before: dict[str, Callee] = {}

    def of(self, module: Operation) -> Validator:
        """The same for another module."""
        return Validator(
            module,
            self.context,
            inputs=self.inputs,
            seed=self.seed,
            leaks=self.leaks,
            native=self.native,
        )

    def run(
        self, variants: Sequence[Variant], functions: Sequence[str] | None = None
    ) -> Validation:
        """Checks the variants of a pipeline; without `functions`, all that others may call."""
        known = self.names(only_public=functions is None)
        for name in known if functions is None else functions:
            if name in known:
                self._prepare(name)
        self.validation.functions = len(self._calls)
        for variant in variants:
            try:
                after = variant.applied(self.module, self.context)
            except DiagnosticError as problem:
                self.validation.refused[variant.name] = problem
                continue
            for name in self._calls:
                try:
                    finding = self.compare(name, variant, after)
                except DiagnosticError as problem:
                    self.validation.not_run[f"{name} after {variant.name}"] = problem
                    continue
                if finding is not None:
                    self.validation.findings.append(finding)
        return self.validation

    def compare(self, name: str, variant: Variant, after: Operation) -> Finding | None:
        """The first call of a function that differs from what `variant` made of it in `after`."""
        callee = NativeCallee(after, name) if self.native else Callee(after, name, self.context)
        before = self._before[name]
        for seed, (inputs, outcome) in enumerate(self._calls[name]):
            self.validation.calls += 1
            try:
                found = call_after(callee, inputs, seed=seed, leaks=self.leaks)
            except Trap as trap:
                if trap.kind is not TrapKind.LIMIT:
                    return Finding(name, variant, inputs, "traps", trap)
                continue
            except NativeStop as stop:
                return Finding(name, variant, inputs, "is stopped", stop)
            problem = difference(outcome, found, before.function, exact=not self.native)
            if problem:
                return Finding(name, variant, inputs, problem)
        return None

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
        callee = Callee(self.module, name, self.context)
        if callee.function.is_external:
            self.validation.not_run[name] = "it has no body"
            return
        found: list[tuple[Inputs, Outcome]] = []
        problem: DiagnosticError | str = ""
        try:
            drawn = drawn_inputs(callee.function, self.seed)
            for _, inputs in zip(range(_ATTEMPTS * self.inputs), drawn, strict=False):
                try:
                    found.append((inputs, callee.call(inputs.again())))
                except Trap as trap:
                    self.validation.meaningless[trap.kind.name] += 1
                    problem = trap
                    if trap.kind is TrapKind.EXTERNAL_CALL:
                        break
                except PluginError as failure:  # the semantics of an op, maybe for these alone
                    problem = failure
                if len(found) == self.inputs or (found and not callee.types):
                    break
        except NotDrawable as none:
            problem = str(none)
        if found:
            self._calls[name] = found
            self._before[name] = callee
        else:
            self.validation.not_run[name] = problem
