"""A program with its options, which fixes change, and measurements of its bufferization."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import prod
from typing import Final, NamedTuple

from bufferize.analysis import AnalysisState
from bufferize.driver import OneShotOptions, one_shot_bufferize
from bufferize.driver.bufferizable import ModelContext
from bufferize.driver.building import CreatingRewriter
from bufferize.driver.copy_log import LoopFinder
from bufferize.interfaces import AllocationOpInterface
from bufferize.ir import MemRefType, Operation, Type
from bufferize.passes import Pass, PassManager, PipelineItem, print_pipeline
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass
from bufferize.record import NO_BUFFER_LOG, Decision, TensorCopy, size_factors

FILL: Final = "linalg.fill"
"""The operation that makes contents anew."""


class Amount(NamedTuple):
    """An amount of copied or allocated memory, ordered by cost."""

    unknown: int = 0
    """The total number of unknown extents and trip counts."""
    known: int = 0
    """The known bytes."""
    number: int = 0

    def plus(self, unknown: int, known: int) -> Amount:
        """Return this amount plus one more, which may be unknown."""
        return Amount(self.unknown + unknown, self.known + known, self.number + 1)

    def minus(self, other: Amount) -> Amount:
        """Return the difference, in which numbers may be negative."""
        return Amount(*(mine - others for mine, others in zip(self, other, strict=True)))


class Cost(NamedTuple):
    """The amounts that a bufferized program writes, copies and allocates, which count in this order.

    A fill that replaces a copy writes as much as it, if it is no larger; a moved read writes nothing.
    """

    written: Amount = Amount()
    """The amount that copies and fills write, without their number."""
    copied: Amount = Amount()
    allocated: Amount = Amount()


@dataclass(frozen=True)
class Measurement:
    """The measured copies and allocations of a bufferized program."""

    copies: list[TensorCopy]
    copied: Amount
    """The amount that these copies copy, without the program's own copies."""
    allocated: Amount
    filled: Amount
    """The amount that fills write, with the program's own fills."""
    decisions: Sequence[Decision] = ()
    """The decisions of the analysis."""

    @property
    def cost(self) -> Cost:
        """The cost that fixes reduce."""
        unknown = self.copied.unknown + self.filled.unknown
        known = self.copied.known + self.filled.known
        return Cost(Amount(unknown, known), self.copied, self.allocated)

    def is_less_than(self, other: Measurement) -> bool:
        """Return whether one part of the cost is less, and the others no more."""
        pairs = list(zip(self.cost, other.cost, strict=True))
        return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)


def flag_of(program: Program) -> str:
    """Return the command-line option to bufferize a program with these options."""
    steps = [each.pipeline_item() for each in program.steps]
    if len(steps) == 1:
        (step,) = steps
        options = print_pipeline([step]).partition("{")[2].removesuffix("}")
        return f"--{step.name}='{options}'" if options else f"--{step.name}"
    anchor = PipelineItem(program.module.name, {}, steps)
    return f"--pass-pipeline='{print_pipeline([anchor])}'"


def flag_in(manager: PassManager, step: Pass) -> Callable[[Program], str]:
    """Return a function that makes the option for the pipeline with `step` changed."""

    def flag(program: Program) -> str:
        items = [each.pipeline_item() for each in program.steps]
        changed = manager.item(replaced=step, others=items)
        return f"--pass-pipeline='{print_pipeline([changed])}'"

    return flag


@dataclass
class Program:
    """A module, the options of its bufferization, and the passes that run before and after it."""

    module: Operation
    options: OneShotOptions
    context: ModelContext
    passes: tuple[Pass, ...] = ()
    flag: Callable[[Program], str] = field(default=flag_of, repr=False)
    """Makes the command-line option to bufferize this program."""
    later_passes: tuple[Pass, ...] = ()
    """The passes that run after bufferization."""

    @property
    def steps(self) -> list[Pass]:
        """All passes, that of bufferization included, in order."""
        return [*self.passes, OneShotBufferizePass(self.options), *self.later_passes]

    def rewriter(self, before: Operation) -> CreatingRewriter:
        """Return a rewriter that inserts operations before `before`."""
        rewriter = CreatingRewriter(self.context)
        rewriter.stand_before(before)
        return rewriter

    def measure(
        self, look: Callable[[Operation], None] | None = None, *, verify: bool = True
    ) -> Measurement:
        """Bufferize the module and measure the result, with which `look` is called.

        The module is changed. Raises DiagnosticError if bufferization fails.
        """
        options = replace(
            self.options, test_analysis_only=False, print_conflicts=False, dump_alias_sets=False
        )
        for step in self.passes:
            step.run(self.module, self.context)
        report = one_shot_bufferize(self.module, options, self.context, verify=verify)
        copies = report.copies
        for step in self.later_passes:
            step.run(self.module, self.context)
        if look is not None:
            look(self.module)
        allocations = (op for op in self.module.walk() if isinstance(op, AllocationOpInterface))
        allocated = self.amount((op, result.type) for op in allocations for result in op.results)
        fills = (op for op in self.module.walk() if op.name == FILL)
        filled = self.amount((op, op.operand(1).type) for op in fills)
        return Measurement(copies, _copied(copies), allocated, filled, report.decisions)

    def amount(self, used: Iterable[tuple[Operation, Type]]) -> Amount:
        """Return the memory of the buffers that operations allocate or copy, loops included."""
        amount, loops = Amount(), LoopFinder()
        state = AnalysisState(self.options, self.context)
        for op, type in used:
            if isinstance(type, MemRefType):
                counts = [loop.trip_count for loop in loops.around(op, state)]
                factors = [count for count in counts if count is not None]
                known, unknown = size_factors(type.element_type, type.shape)
                unknown += len(counts) - len(factors)
                amount = amount.plus(unknown, prod(factors, start=known))
        return amount


def _copied(copies: Iterable[TensorCopy]) -> Amount:
    amount = Amount()
    for copy in copies:
        if copy.copies_contents:
            amount = amount.plus(copy.unknown_factors, copy.known_cost)
    return amount


@contextmanager
def tolerant(context: ModelContext) -> Iterator[None]:
    """Context manager: allow forbidden copies, so that fixes for them can be found."""
    before = context.tolerates_copies
    context.tolerates_copies = True
    try:
        yield
    finally:
        context.tolerates_copies = before


@contextmanager
def quiet(context: ModelContext) -> Iterator[None]:
    """Context manager: suppress warnings and remarks, as of trials."""
    handlers, log = context.handlers, context.buffer_log
    context.handlers, context.buffer_log = [lambda _: None], NO_BUFFER_LOG
    try:
        yield
    finally:
        context.handlers, context.buffer_log = handlers, log
