"""Runs pipelines: nesting, verification, timing, printing of the IR in between."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from bufferize.diagnostics import OptionError, VerifyError
from bufferize.ir import Operation
from bufferize.ir.verifier import verify
from bufferize.passes.base import Pass
from bufferize.passes.pipeline import PipelineItem, parse_pipeline, print_pipeline

if TYPE_CHECKING:
    from bufferize.define import Context


class PassLookup(Protocol):
    """Where passes come from: the tables that plugins fill."""

    def pass_class(self, name: str) -> type[Pass] | None:
        """The class of the pass called `name`."""

    def pass_names(self) -> list[str]:
        """All names, sorted."""


class Timing:
    """Seconds spent by name, in order of first use."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def measure(self, name: str) -> Iterator[None]:
        """Adds the time of a with statement to `name`."""
        start = time.perf_counter()
        try:
            yield
        finally:
            spent = time.perf_counter() - start
            self.seconds[name] = self.seconds.get(name, 0.0) + spent

    def report(self) -> str:
        """The table that `--mlir-timing` prints."""
        total = sum(self.seconds.values()) or 1e-9
        rows = [*self.seconds.items(), ("Total", sum(self.seconds.values()))]
        lines = ["===- Execution time report -===", "  ----Wall Time----  ----Name----"]
        lines += [f"  {s:8.4f} ({100 * s / total:5.1f}%)  {name}" for name, s in rows]
        return "\n".join(lines)


@dataclass
class PassManager:
    """A pipeline anchored on one kind of operation.

    `steps` holds passes and pipelines nested on the ops of another kind. `after_pass` is called
    after each pass with it and the operation it ran on.
    """

    anchor: str = "builtin.module"
    steps: list[Pass | PassManager] = field(default_factory=list)
    verify_each: bool = True
    timing: Timing = field(default_factory=Timing)
    after_pass: Callable[[Pass, Operation], None] | None = None

    def run(self, op: Operation, context: Context) -> None:
        """Runs the steps on `op`, verifying it before the first and after each.

        Raises VerifyError for IR that is or becomes invalid, PassError for a pass that fails.
        """
        self._verify(op, context)
        self._run(op, context)

    def _run(self, op: Operation, context: Context) -> None:
        for step in self.steps:
            if isinstance(step, PassManager):
                step.verify_each, step.timing = self.verify_each, self.timing
                step.after_pass = self.after_pass
                for nested in _children(op):
                    if step.anchor in (nested.name, "any"):
                        step._run(nested, context)
                continue
            with self.timing.measure(step.name):
                step.run(op, context)
            if self.after_pass is not None:
                self.after_pass(step, op)
            self._verify(op, context)

    def _verify(self, op: Operation, context: Context) -> None:
        if self.verify_each:
            with self.timing.measure("verifier"):
                problems = verify(op, context.op_attribute_problem)
            if problems:
                raise VerifyError(problems)

    def items(self) -> list[PipelineItem]:
        """The steps as elements of a pipeline's text."""
        return [
            PipelineItem(step.anchor, {}, step.items())
            if isinstance(step, PassManager)
            else step.pipeline_item()
            for step in self.steps
        ]

    def __str__(self) -> str:
        return print_pipeline([PipelineItem(self.anchor, {}, self.items())])


def _children(op: Operation) -> list[Operation]:
    return [child for region in op.regions for block in region.blocks for child in block.ops]


def pipeline_from_text(text: str, passes: PassLookup) -> PassManager:
    """The pipeline that `text` describes; without an anchor it is one of builtin.module.

    Raises OptionError for text, pass names and options that are wrong.
    """
    items = parse_pipeline(text)
    if len(items) == 1 and items[0].nested is not None:
        return PassManager(items[0].name, _steps(items[0].nested, passes))
    return PassManager(steps=_steps(items, passes))


def _steps(items: Sequence[PipelineItem], passes: PassLookup) -> list[Pass | PassManager]:
    return [
        make_pass(item, passes)
        if item.nested is None
        else PassManager(item.name, _steps(item.nested, passes))
        for item in items
    ]


def make_pass(item: PipelineItem, passes: PassLookup) -> Pass:
    """The pass that `item` names, with its options. Raises OptionError."""
    pass_class = passes.pass_class(item.name)
    if pass_class is None:
        known = ", ".join(passes.pass_names())
        raise OptionError(f"no pass is called '{item.name}'; there are: {known}")
    return pass_class.from_options(item.options)
