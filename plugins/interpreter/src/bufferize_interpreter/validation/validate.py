"""Translation validation: a program computes after a pipeline what it computed before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation
from bufferize.registration import Context
from bufferize_interpreter.traps import Trap, TrapKind
from bufferize_interpreter.validation.inputs import Inputs, NotDrawable, drawn_inputs
from bufferize_interpreter.validation.outcomes import (
    Callee,
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
    """In what the two differ, or "traps" where the program does what it must not do."""
    trap: Trap | None = None


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
    buffer that is never freed is a problem, too.
    """

    def __init__(
        self,
        module: Operation,
        context: Context,
        *,
        inputs: int = 8,
        seed: int = 0,
        leaks: bool = False,
    ) -> None:
        self.module = module
        self.context = context
        self.inputs = inputs
        self.seed = seed
        self.leaks = leaks
        self.validation = Validation()
        self._calls: dict[str, list[tuple[Inputs, Outcome]]] = {}
        self._before: dict[str, Callee] = {}

    def of(self, module: Operation) -> Validator:
        """The same for another module."""
        return Validator(module, self.context, inputs=self.inputs, seed=self.seed, leaks=self.leaks)

    def run(
        self, variants: Sequence[Variant], functions: Sequence[str] | None = None
    ) -> Validation:
        """Checks the variants of a pipeline; without `functions`, all that others may call."""
        for name in self._names(functions):
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
        callee = Callee(after, name, self.context)
        before = self._before[name]
        for seed, (inputs, outcome) in enumerate(self._calls[name]):
            self.validation.calls += 1
            try:
                found = call_after(callee, inputs, seed=seed, leaks=self.leaks)
            except Trap as trap:
                if trap.kind is not TrapKind.LIMIT:
                    return Finding(name, variant, inputs, "traps", trap)
                continue
            problem = difference(outcome, found, before.function)
            if problem:
                return Finding(name, variant, inputs, problem)
        return None

    def _names(self, wanted: Sequence[str] | None) -> Iterator[str]:
        for region in self.module.regions:
            for op in region.blocks[0].ops:
                if isinstance(op, FunctionOpInterface):
                    name = op.symbol_name
                    if name in wanted if wanted is not None else op.is_public:
                        yield name

    def _prepare(self, name: str) -> None:
        """Calls a function as it is, with inputs that have a meaning."""
        callee = Callee(self.module, name, self.context)
        if callee.function.is_external:
            self.validation.not_run[name] = "it has no body"
            return
        found: list[tuple[Inputs, Outcome]] = []
        attempts = 0
        try:
            for inputs in drawn_inputs(callee.function, self.seed):
                attempts += 1
                try:
                    found.append((inputs, callee.call(inputs.again())))
                except Trap as trap:
                    if trap.kind is TrapKind.EXTERNAL_CALL:
                        self.validation.not_run[name] = trap
                        return
                    self.validation.meaningless[trap.kind.name] += 1
                if len(found) == self.inputs or attempts == _ATTEMPTS * self.inputs:
                    break
                if not callee.types and found:  # there is one call only
                    break
        except (NotDrawable, DiagnosticError) as problem:
            self.validation.not_run[name] = (
                problem if isinstance(problem, DiagnosticError) else str(problem)
            )
            return
        if not found:
            self.validation.not_run[name] = "no inputs were found with which it may be called"
            return
        self._calls[name] = found
        self._before[name] = callee
