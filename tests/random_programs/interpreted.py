"""Comparison of programs before and after bufferization by the interpreter, under many variants.

A bufferized program is run as it is, and again with all its buffers freed. It must print the same
each time, do nothing undefined, and free all buffers. Work that variants have in common is done
once: those with equal decisions are bufferized and run together.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from bufferize.analysis import OneShotAnalysisState
from bufferize.define import ParallelRegion
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import analyze, one_shot_bufferize
from bufferize.interfaces import DeferredExecutionInterface, FunctionOpInterface
from bufferize.ir import FunctionType, Operation, ShapedType
from bufferize.ir.copying import clone, is_equivalent
from bufferize.passes import PassManager, pipeline_from_text
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass
from bufferize.plugins import Context
from bufferize_interpreter import Machine, MemRef, Trap, plain
from tests.random_programs.in_turns import write_out_reductions
from tests.random_programs.variants import NOT_FREED, ORDERS, PARALLEL, REFUSALS, Variant

LIMIT: Final = 1_000_000
"""The number of times that a block of a program may run."""


class Meaningless(Exception):
    """The error that a program is undefined before it is bufferized."""


class Verdict(NamedTuple):
    """The outcome for a program under a variant."""

    became: str
    """The outcome in one word: it was run, or why not."""
    problem: str = ""
    is_freed: bool = False
    """Whether it was also run with its buffers freed."""


class _Steps(NamedTuple):
    """A pipeline, split at One-Shot Bufferize."""

    before: PassManager
    bufferization: OneShotBufferizePass
    after: PassManager


class Interpretation:
    """A runner of programs before and after pipelines, which shares common work of variants."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._steps: dict[str, _Steps] = {}
        self._orders = {name: self._manager(pipeline) for name, pipeline in ORDERS.items()}

    def verdicts(
        self,
        module: Operation,
        variants: Sequence[Variant],
        seed: int = 0,
        schedules: int = 1,
    ) -> Iterator[tuple[Variant, Verdict, bool]]:
        """Return the outcome for each variant, and whether it was shared with another one.

        `seed` determines the order of the passes that free buffers. Programs are run under so many
        `schedules`. Raises Meaningless.
        """
        try:
            wanted = [self._printed(module, schedule) for schedule in range(schedules)]
        except Trap as trap:
            raise Meaningless(trap.kind.name) from trap
        known: dict[Hashable, Verdict] = {}
        boundaries = any(_has_shapes(op.signature) for op in _functions(module))
        spare: Operation | None = None
        for variant in variants:
            steps = self._taken_apart(variant)
            copy = clone(module) if spare is None else spare
            spare = None
            try:
                steps.before.run(copy, self.context)
                decisions, bufferize = self._decided(copy, steps)
            except DiagnosticError as error:
                yield variant, _refused(error), False
                continue
            is_changed = bool(steps.before.steps) and not is_equivalent(copy, module)
            depends = is_changed or (boundaries and bool(steps.after.steps))
            key = variant.name if depends else "", decisions
            verdict = known.get(key)
            shared = verdict is not None
            if verdict is None:
                order = random.Random(f"{seed} {variant.name}").choice(list(ORDERS))
                verdict = self._judged(copy, steps, bufferize, wanted, order)
                known[key] = verdict
            elif not is_changed:
                spare = copy
            yield variant, verdict, shared

    def _decided(self, module: Operation, steps: _Steps) -> tuple[Hashable, Callable[[], object]]:
        """Return the decisions about a module, and what bufferizes it."""
        options = steps.bufferization.options
        context = self.context
        if options.copy_before_write:
            return "copies", lambda: one_shot_bufferize(module, options, context, verify=False)
        state = analyze(module, options, context, verify=False)
        assert isinstance(state, OneShotAnalysisState)
        numbers = {op: number for number, op in enumerate(module.walk())}
        copied = frozenset(
            (numbers[decision.operand.owner], decision.operand.index)
            for decision in state.decisions
            if not decision.in_place
        )
        return copied, lambda: one_shot_bufferize(
            module, options, context, analysis=state, verify=False
        )

    def _judged(
        self,
        module: Operation,
        steps: _Steps,
        bufferize: Callable[[], object],
        wanted: list[list[str]],
        order: str,
    ) -> Verdict:
        """Return the outcome of a module that is bufferized and run."""
        context = self.context
        try:
            bufferize()
            steps.after.run(module, context)
            write_out_reductions(module, context)
        except DiagnosticError as error:
            return _refused(error)
        if problem := self._problem(module, wanted, leaks=False):
            return Verdict("run", problem)
        # What a region may still use when the function returns is not freed.
        leaks = not any(isinstance(op, DeferredExecutionInterface) for op in module.walk())
        try:
            self._orders[order].run(module, context)
        except DiagnosticError as error:
            if any(refusal in str(error) for refusal in NOT_FREED):
                return Verdict("run")
            return Verdict("run", f"{order}: {error}")
        problem = self._problem(module, wanted, leaks=leaks)
        return Verdict("run", f"{order}: {problem}" if problem else "", True)

    def _problem(self, module: Operation, wanted: list[list[str]], *, leaks: bool) -> str:
        """Return what is wrong with the output of a bufferized program; "" for nothing."""
        is_ordered = not any(map(_may_print_in_any_order, module.walk()))
        for schedule, lines in enumerate(wanted):
            try:
                printed = self._printed(module, schedule, leaks=leaks)
            except Trap as trap:
                return f"{trap.kind.name}: {trap} (schedule {schedule})"
            if printed != lines and (is_ordered or sorted(printed) != sorted(lines)):
                text = f"prints {' '.join(printed)}, must print {' '.join(lines)}"
                return f"{text} (schedule {schedule})"
        return ""

    def _printed(self, module: Operation, schedule: int, *, leaks: bool = False) -> list[str]:
        output = io.StringIO()
        machine = Machine(module, self.context, output=output, poisons_overlaps=True)
        machine.externals.update(
            (op.symbol_name, _external(op, machine)) for op in _functions(module) if op.is_external
        )
        machine.run("main", seed=schedule, limit=LIMIT, leaks=leaks)
        return output.getvalue().splitlines()

    def _taken_apart(self, variant: Variant) -> _Steps:
        known = self._steps.get(variant.pipeline)
        if known is None:
            steps = self._manager(variant.pipeline).steps
            (at,) = [n for n, step in enumerate(steps) if isinstance(step, OneShotBufferizePass)]
            given = steps[at]
            assert isinstance(given, OneShotBufferizePass)
            before, after = (PassManager(steps=part) for part in (steps[:at], steps[at + 1 :]))
            before.verify_each = after.verify_each = False
            known = self._steps[variant.pipeline] = _Steps(before, given, after)
        return known

    def _manager(self, pipeline: str) -> PassManager:
        manager = pipeline_from_text(f"builtin.module({pipeline})", self.context)
        manager.verify_each = False
        return manager


def _may_print_in_any_order(op: Operation) -> bool:
    """Return whether what runs side by side may print in any order."""
    is_parallel = op.name in PARALLEL or op.has_trait(ParallelRegion)
    return is_parallel or isinstance(op, DeferredExecutionInterface)


def _refused(error: DiagnosticError) -> Verdict:
    if any(refusal in str(error) for refusal in REFUSALS):
        return Verdict("refused")
    return Verdict("failed", f"{type(error).__name__}: {error}")


def _functions(module: Operation) -> Iterator[FunctionOpInterface]:
    return (op for op in module.regions[0].entry.ops if isinstance(op, FunctionOpInterface))


def _has_shapes(signature: FunctionType) -> bool:
    return any(isinstance(type, ShapedType) for type in (*signature.inputs, *signature.results))


def _external(op: FunctionOpInterface, machine: Machine) -> Callable[..., Sequence[Any]]:
    """Return the results of a function without a body; see `evaluation.external`."""
    is_new = op.symbol_name.startswith("new")

    def run(argument: Any) -> Sequence[Any]:
        if not isinstance(argument, MemRef):
            return [np.full_like(plain(argument), 7) if is_new else argument]
        made = machine.memory.allocate(argument.allocation.element, argument.sizes, op)
        if is_new:
            made.write(7)
        else:
            made.copy_from(argument)
        return [made]

    return run
