"""Variants of a pipeline: other orders of the analysis, other analyses, no analysis."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias

from bufferize import ir
from bufferize.analysis import AnalysisHeuristic, OneShotAnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver import OneShotOptions, Report, analyze, one_shot_bufferize
from bufferize.driver.bufferizable import ModelContext
from bufferize.passes import Pass, PassManager
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass
from bufferize.record import Decision
from bufferize.syntax import parse_module, print_module
from bufferize_interpreter.processes import (
    DEFAULT_PROCESS_LIMITS,
    LimitExceeded,
    ProcessLimits,
    run_process,
)

OperandNumber: TypeAlias = tuple[int, int]
"""An operand: the number of its operation in a walk of the module, and its index."""


class Variant(Protocol):
    """A transformation of programs with a name."""

    @property
    def name(self) -> str:
        """The name, in the syntax of options."""

    def applied(self, module: ir.Operation, context: ModelContext) -> ir.Operation:
        """Return a transformed copy of a module.

        Raises DiagnosticError if the program is refused.
        """


@dataclass(frozen=True)
class ToolVariant:
    """A tool that reads a program from stdin and writes another to stdout, as mlir-opt does."""

    command: tuple[str, ...]
    limits: ProcessLimits = DEFAULT_PROCESS_LIMITS

    @property
    def name(self) -> str:
        return shlex.join(self.command)

    def applied(self, module: ir.Operation, context: ModelContext) -> ir.Operation:
        given = print_module(module, resources=context.resources_of(module))
        try:
            done = run_process(self.command, given, self.limits)
        except LimitExceeded as late:
            raise DiagnosticError(f"'{self.name}' {late.problem}") from None
        except OSError as problem:
            message = f"cannot run '{self.command[0]}': {problem.strerror}"
            raise DiagnosticError(message) from None
        if done.status:
            refusal = error(f"'{self.name}' ended with status {done.status}")
            for line in done.stderr.splitlines()[:10]:
                refusal.note(line)
            raise DiagnosticError(refusal)
        module = parse_module(done.stdout, context, f"<{self.command[0]}>")
        ir.require_valid(module)
        return module


@dataclass(frozen=True)
class PipelineVariant:
    """A pipeline of passes."""

    name: str
    pipeline: PassManager

    def applied(self, module: ir.Operation, context: ModelContext) -> ir.Operation:
        copy = ir.clone(module)
        context.share_resources(module, copy)
        self.pipeline.run(copy, context)
        return copy

    def decided(
        self, copied: tuple[OperandNumber, ...]
    ) -> tuple[PipelineVariant, DecidedPass] | None:
        """Return the pipeline with some copies decided in its first bufferization, and that pass.

        None if nothing is analyzed.
        """
        found = next(bufferizations(self.pipeline), None)
        if found is None or found.options.copy_before_write or found.options.analysis != "one-shot":
            return None
        told = DecidedPass(found.options, copied)
        return PipelineVariant(self.name, _mapped(self.pipeline, {id(found): told})), told


def variants(pipeline: PassManager, orders: int, analyses: list[str]) -> Iterator[PipelineVariant]:
    """Yield the pipeline itself and, if it bufferizes, its variants.

    The variants decide from the bottom, from the top, in `orders` random orders, or by each of
    `analyses`, and one copies before each write.
    """
    yield PipelineVariant("as given", pipeline)
    steps = list(bufferizations(pipeline))
    if steps:
        for name, change in _changes(steps[0].options, orders, analyses):
            new: dict[int, Pass] = {id(step): _with(step, change) for step in steps}
            yield PipelineVariant(name, _mapped(pipeline, new))


def _changes(
    given: OneShotOptions, orders: int, analyses: list[str]
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the changes of options that make the variants, with their names."""
    for heuristic in (AnalysisHeuristic.BOTTOM_UP, AnalysisHeuristic.TOP_DOWN):
        if heuristic is not given.analysis_heuristic:
            yield f"analysis-heuristic={heuristic.value}", {"analysis_heuristic": heuristic}
    for name in analyses:
        yield f"analysis={name}", {"analysis": name}
    if not given.copy_before_write:
        yield "copy-before-write", {"copy_before_write": True}
    for seed in range(1, orders + 1):
        change = {"analysis_heuristic": AnalysisHeuristic.FUZZER, "analysis_fuzzer_seed": seed}
        yield f"analysis-heuristic=fuzzer analysis-fuzzer-seed={seed}", change


def bufferizations(pipeline: PassManager) -> Iterator[OneShotBufferizePass]:
    """Yield the passes of a pipeline that bufferize, in order."""
    for step in pipeline.steps:
        if isinstance(step, PassManager):
            yield from bufferizations(step)
        elif isinstance(step, OneShotBufferizePass):
            yield step


def _with(step: OneShotBufferizePass, change: dict[str, object]) -> OneShotBufferizePass:
    options: OneShotOptions = replace(step.options, **change)  # type: ignore[arg-type]
    return replace(step, options=options)


def _mapped(pipeline: PassManager, new: dict[int, Pass]) -> PassManager:
    """Return the pipeline with some passes, identified as objects, replaced."""
    steps = [
        _mapped(step, new) if isinstance(step, PassManager) else new.get(id(step), step)
        for step in pipeline.steps
    ]
    return PassManager(pipeline.anchor, steps, verify_each=pipeline.verify_each)


@dataclass(frozen=True)
class DecidedPass(OneShotBufferizePass):
    """One-Shot Bufferize with some copies decided beforehand."""

    copied: tuple[OperandNumber, ...] = ()
    in_place: dict[OperandNumber, Decision] = field(default_factory=dict, compare=False)
    """The in-place writes that the last run decided on."""

    def report(self, op: ir.Operation, context: ModelContext) -> Report:
        state = analyze(op, self.options, context, verify=False)
        ops = list(op.walk())
        if self.copied:
            state.decide(*(ops[at].op_operands[n] for at, n in self.copied), in_place=False)
        assert isinstance(state, OneShotAnalysisState)
        numbers = {inner: number for number, inner in enumerate(ops)}
        self.in_place.clear()
        for decision in state.decisions:
            operand = decision.operand
            if decision.in_place and state.bufferizes_to_memory_write(operand):
                self.in_place[numbers[operand.owner], operand.index] = decision
        return one_shot_bufferize(op, self.options, context, analysis=state, verify=False)
