"""A pipeline, and its variants: other orders of the analysis, other analyses, none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from bufferize.analysis import AnalysisHeuristic, Decision, OneShotAnalysisState
from bufferize.driver import OneShotOptions, Report, analyze, one_shot_bufferize
from bufferize.driver.context import ModelContext
from bufferize.ir import Operation, clone
from bufferize.passes import Pass, PassManager
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass

OperandNumber: TypeAlias = tuple[int, int]
"""An operand: the number of its operation in a walk, and its own."""


@dataclass(frozen=True)
class Variant:
    """A pipeline, under the name that tells it from the others."""

    name: str
    pipeline: PassManager

    def applied(self, module: Operation, context: ModelContext) -> Operation:
        """A copy of a module after the pipeline. Raises DiagnosticError where it is refused."""
        copy = clone(module)
        self.pipeline.run(copy, context)
        return copy

    def decided(self, copied: tuple[OperandNumber, ...]) -> tuple[Variant, DecidedPass] | None:
        """The same, but that the first bufferization copies some operands; and that pass.

        None where nothing is analysed.
        """
        found = next(bufferizations(self.pipeline), None)
        if found is None or found.options.copy_before_write or found.options.analysis != "one-shot":
            return None
        told = DecidedPass(found.options, copied)
        return Variant(self.name, _mapped(self.pipeline, {id(found): told})), told


def variants(pipeline: PassManager, orders: int, analyses: list[str]) -> list[Variant]:
    """The pipeline itself and, if it bufferizes, others.

    They decide from the bottom, from the top, in `orders` random orders, with each of `analyses`,
    and copy before each write.
    """
    own = [Variant("as given", pipeline)]
    steps = list(bufferizations(pipeline))
    if not steps:
        return own
    given = steps[0].options
    changes: dict[str, dict[str, object]] = {
        f"analysis-heuristic={heuristic.value}": {"analysis_heuristic": heuristic}
        for heuristic in (AnalysisHeuristic.BOTTOM_UP, AnalysisHeuristic.TOP_DOWN)
        if heuristic is not given.analysis_heuristic
    }
    for seed in range(1, orders + 1):
        changes[f"analysis-heuristic=fuzzer analysis-fuzzer-seed={seed}"] = {
            "analysis_heuristic": AnalysisHeuristic.FUZZER,
            "analysis_fuzzer_seed": seed,
        }
    for name in analyses:
        changes[f"analysis={name}"] = {"analysis": name}
    if not given.copy_before_write:
        changes["copy-before-write"] = {"copy_before_write": True}
    for name, change in changes.items():
        new = {id(step): _with(step, change) for step in steps}
        own.append(Variant(name, _mapped(pipeline, new)))
    return own


def bufferizations(pipeline: PassManager) -> Iterator[OneShotBufferizePass]:
    """The passes of a pipeline that bufferize, in order."""
    for step in pipeline.steps:
        if isinstance(step, PassManager):
            yield from bufferizations(step)
        elif isinstance(step, OneShotBufferizePass):
            yield step


def _with(step: OneShotBufferizePass, change: dict[str, object]) -> OneShotBufferizePass:
    options: OneShotOptions = replace(step.options, **change)  # type: ignore[arg-type]
    return replace(step, options=options)


def _mapped(pipeline: PassManager, new: dict[int, Pass]) -> PassManager:
    """The pipeline with other passes in the place of some, by identity."""
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
    """What the last run used in place all the same."""

    def report(self, op: Operation, context: ModelContext) -> Report:
        state = analyze(op, self.options, context, verify=False)
        ops = list(op.walk())
        if self.copied:
            state.decide(*(ops[at].op_operands[n] for at, n in self.copied), in_place=False)
        assert isinstance(state, OneShotAnalysisState)
        numbers = {inner: number for number, inner in enumerate(ops)}
        self.in_place.clear()
        for decision in state.log:
            if decision.in_place:
                operand = decision.operand
                self.in_place[numbers[operand.owner], operand.index] = decision
        return one_shot_bufferize(op, self.options, context, analysis=state, verify=False)
