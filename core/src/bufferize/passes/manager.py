"""The pass manager: runs nested pipelines, verifies after each pass, times and counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from bufferize.diagnostics import OptionError, PassError, error
from bufferize.driver.bufferizable import ModelContext
from bufferize.ir import IsolatedFromAbove, Operation, require_valid
from bufferize.ir.process import no_collection
from bufferize.passes.base import Pass, PassPipeline
from bufferize.passes.measurements import Counts, Timing, merge_counts
from bufferize.passes.pipeline import (
    PipelineItem,
    parse_pipeline,
    position_of,
    positions_of_options,
    print_pipeline,
)

if TYPE_CHECKING:
    from bufferize.driver import Report

_ANY = "any"
"""The anchor of a pipeline that runs on every kind of operation."""


@runtime_checkable
class PassLookup(Protocol):
    """A lookup of passes by name, such as a `Context`."""

    def pass_class(self, name: str) -> type[Pass] | None:
        """Return the class of the pass called `name`."""

    def pass_names(self) -> list[str]:
        """Return the names of all passes, sorted."""

    def way_to_get(self, kind: str, name: str) -> str | None:
        """Return how to install something missing of a kind such as "pass"; None if unknown."""


@dataclass
class PassManager:
    """A pipeline anchored on one kind of operation.

    `steps` holds passes, and pipelines that run on nested operations of another kind.
    `before_pass(pass, op)` is called before each pass, `after_pass(pass, op, succeeded)` after it;
    any exception counts as a failure.
    """

    anchor: str = "builtin.module"
    steps: list[Pass | PassManager] = field(default_factory=list)
    verify_each: bool = True
    timing: Timing = field(default_factory=Timing)
    counts: dict[int, Counts] = field(default_factory=dict)
    """The counts of each pass, by the `id` of the pass."""
    reports: list[Report] = field(default_factory=list)
    """The reports of One-Shot Bufferize in the last run, in order."""
    before_pass: Callable[[Pass, Operation], None] | None = None
    after_pass: Callable[[Pass, Operation, bool], None] | None = None

    @no_collection()
    def run(self, op: Operation, context: ModelContext) -> None:
        """Run the steps on `op`, verifying it before the first and after each.

        Raises VerifyError if the IR is or becomes invalid, and PassError if a pass fails, or if `op`
        is not the kind of operation that the pipeline is anchored on or not isolated from above.
        """
        if self.anchor not in (op.name, _ANY):
            problem = error(f"a pipeline for '{self.anchor}' cannot run on '{op.name}'", op)
            raise PassError(problem.note(f"nest it: '{op.name}({self.anchor}(...))'"))
        self.reports.clear()
        self._verify(op, context)
        self._run(self.steps, op, context)

    def _run(
        self, steps: Iterable[Pass | PassManager], op: Operation, context: ModelContext
    ) -> None:
        for step in steps:
            if isinstance(step, PassManager):
                for nested in _children(op):
                    if step.anchor in (nested.name, _ANY):
                        self._run(step.steps, nested, context)
            else:
                self._run_pass(step, op, context)

    def _run_pass(self, step: Pass, op: Operation, context: ModelContext) -> None:
        if not op.has_trait(IsolatedFromAbove):
            message = f"'{op.name}' op trying to schedule a pass on an operation not marked as "
            raise PassError(
                error(f"{message}'IsolatedFromAbove'", op).note(
                    "what is around it may use the same values: run the pass on a function or module"
                )
            )
        if self.before_pass is not None:
            self.before_pass(step, op)
        succeeded = False
        try:
            if isinstance(step, PassPipeline):
                for each in step.steps:
                    self._run_pass(each, op, context)
            else:
                self._run_one(step, op, context)
            succeeded = True
        finally:
            if self.after_pass is not None:
                self.after_pass(step, op, succeeded)

    def _run_one(self, step: Pass, op: Operation, context: ModelContext) -> None:
        context.buffer_log.pass_name = step.name
        with self.timing.measure(step.name):
            result = step.run(op, context)
        if result is not None:
            self.timing.add_parts(step.name, result.seconds)
            new = {s: result.counts.get(s.name, 0) for s in step.statistics}
            merge_counts(self.counts.setdefault(id(step), {}), new)
            if result.report is not None:
                self.reports.append(result.report)
        self._verify(op, context)

    def _verify(self, op: Operation, context: ModelContext) -> None:
        if self.verify_each:
            with self.timing.measure("verifier"):
                require_valid(op, context.op_attribute_problem)

    # Counts

    def counts_by_pass(self) -> dict[type[Pass], Counts]:
        """Return the counts of all passes with counters, added up for each class of passes."""
        found: dict[type[Pass], Counts] = {}
        for _, step in self.nested_steps():
            if isinstance(step, Pass) and step.statistics:
                merge_counts(found.setdefault(type(step), {}), self.counts_of(step))
        return found

    def counts_of(self, step: Pass) -> Counts:
        """Return what a pass has counted so far."""
        counts = self.counts.get(id(step), {})
        return {statistic: counts.get(statistic, 0) for statistic in step.statistics}

    def nested_steps(self, indent: str = "") -> Iterator[tuple[str, Pass | PassManager]]:
        """Yield all passes and pipelines in order, each with two blanks for each level."""
        for step in self.steps:
            yield indent, step
            if isinstance(step, PassManager):
                yield from step.nested_steps(indent + "  ")
            elif isinstance(step, PassPipeline):
                yield from ((indent + "  ", each) for each in step.steps)

    # Textual pipelines

    def item(
        self,
        with_defaults: bool = False,
        replaced: Pass | None = None,
        others: Sequence[PipelineItem] = (),
    ) -> PipelineItem:
        """Return the pipeline as an element of a textual one, with `others` in place of `replaced`."""
        items: list[PipelineItem] = []
        for step in self.steps:
            if step is replaced:
                items += others
            elif isinstance(step, PassManager):
                items.append(step.item(with_defaults, replaced, others))
            else:
                items.append(step.pipeline_item(with_defaults))
        return PipelineItem(self.anchor, {}, items)

    def __str__(self) -> str:
        return print_pipeline([self.item()])


def _children(op: Operation) -> list[Operation]:
    return [child for region in op.regions for block in region.blocks for child in block.ops]


def pipeline_from_text(text: str, passes: PassLookup) -> PassManager:
    """Make the pipeline that `text` describes, anchored on builtin.module by default.

    Raises OptionError for wrong syntax, pass names and options, with positions in the file
    `<pass pipeline>`.
    """
    items = parse_pipeline(text)
    if len(items) == 1 and items[0].nested is not None:
        return PassManager(items[0].name, _steps(items[0].nested, passes, text))
    return PassManager(steps=_steps(items, passes, text))


def _steps(
    items: Sequence[PipelineItem], passes: PassLookup, text: str
) -> list[Pass | PassManager]:
    return [
        make_pass(item, passes, text)
        if item.nested is None
        else PassManager(item.name, _steps(item.nested, passes, text))
        for item in items
    ]


def make_pass(
    item: PipelineItem, passes: PassLookup, text: str | None = None, source: str = "<pass pipeline>"
) -> Pass:
    """Make the pass that `item` names, with its options.

    Raises OptionError, with positions if the `text` that the item was read from is given, and its
    file name `source`.
    """
    pass_class = passes.pass_class(item.name)
    if pass_class is None:
        way = passes.way_to_get("pass", item.name) or f"there are: {', '.join(passes.pass_names())}"
        message = f"no pass is called '{item.name}'; {way}"
        raise OptionError(error(message, position_of(item.name, text, item.offset, source)))
    with positions_of_options(item, text, source):
        return pass_class.from_options(item.options)
