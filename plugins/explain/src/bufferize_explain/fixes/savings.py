"""Advice on the buffers of a program: passes are tried, and how much less is allocated measured."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import OneShotOptions
from bufferize.driver.bufferizable import ModelContext
from bufferize.interfaces import CopyOpInterface
from bufferize.ir.process import deep_recursion, no_collection
from bufferize.passes import Pass, PassLookup
from bufferize.record import TensorCopy, plural, size_text
from bufferize_explain.allocations import Allocation, AllocationLog, Peak
from bufferize_explain.fixes.base import Budget, Subject
from bufferize_explain.fixes.program import Amount, Program, flag_of, quiet, tolerant
from bufferize_explain.fixes.settings import RunPasses, RunPassesLater
from bufferize_transforms import OutParamOptions
from bufferize_transforms.passes import (
    BufferResultsToOutParamsPass,
    CSEPass,
    EmptyTensorEliminationPass,
    ReuseBuffersPass,
    TensorResultsToOutParamsPass,
)

_DESTINATION_STYLE = "rewrite-in-destination-passing-style"


@dataclass(frozen=True, eq=False)
class Saving:
    """A change that was tried: less is allocated then, and no more is copied or in use at once."""

    fix: RunPasses
    num_removed: int
    """The number of buffers of the original program that are not allocated any more."""
    num_added: int
    """The number of buffers that are allocated instead."""
    saved_bytes: int
    """The known bytes that are no longer allocated."""
    saved_unknown: int
    """The number of buffers of unknown size that are no longer allocated."""
    num_copies: int
    """The number of copies that are no longer made."""
    allocated: Amount
    """All that is allocated then."""
    removed: Counter[Hashable]
    """The keys of the removed allocations."""

    @property
    def is_safe(self) -> bool:
        """Whether the changed program means the same to all users."""
        return self.fix.condition is None

    def is_no_better(self, other: Saving) -> bool:
        """Return whether some of the passes, those of `other`, save as much."""
        names, fewer = ({step.name for step in saving.fix.passes} for saving in (self, other))
        return fewer < names and other.allocated <= self.allocated

    def __str__(self) -> str:
        """Return the change, its condition and its savings as a sentence."""
        return self.sentence(0)

    def sentence(self, number: int) -> str:
        """Return the sentence for a report on `number` of the buffers that the change removes."""
        what, condition = self.fix.text, self.fix.condition
        what = what if condition is None else f"{what}, if {condition}"
        return f"{what}: {self.effect(number)}"

    def effect(self, number: int = 0) -> str:
        """Return what the change saves, for a report on `number` of the buffers."""
        others = self.num_removed - number
        gone = f"removes {others} {plural(others, 'buffer')}"
        if number:
            gone = "removes " + ("this buffer" if number == 1 else f"these {number}")
            gone += f" and {others} {plural(others, 'other')}" if others else ""
        if self.num_added:
            gone += f", and makes {self.num_added} of fewer bytes in all"
        known = [size_text(self.saved_bytes)] if self.saved_bytes else []
        unknown = [f"{self.saved_unknown} of unknown size"] if self.saved_unknown else []
        gone += f": {', '.join(known + unknown)}" if known or unknown else ""
        if self.num_copies > 0:
            gone += f", and {self.num_copies} {'copy' if self.num_copies == 1 else 'copies'}"
        return gone


@dataclass(frozen=True)
class ExplainedBuffer:
    """An allocation with the changes that remove it."""

    allocation: Allocation
    savings: tuple[Saving, ...] = ()
    tried: tuple[str, ...] = ()
    """The changes that were tried in vain, in short; empty if one helps or some were not tried."""


@dataclass
class BufferAdvice:
    """The allocations of programs, with what removes them."""

    buffers: list[ExplainedBuffer] = field(default_factory=list)
    """The allocations, in program order."""
    peaks: list[Peak] = field(default_factory=list)
    """The peak of each function that allocates."""
    savings: list[Saving] = field(default_factory=list)
    """The changes that help, in the order in which they were tried."""

    def add(self, other: BufferAdvice) -> None:
        """Add the advice on another program."""
        self.buffers += other.buffers
        self.peaks += other.peaks
        self.savings += other.savings


@no_collection()
@deep_recursion()
def advise_on_buffers(
    module: ir.Operation,
    options: OneShotOptions,
    context: ModelContext,
    *,
    budget: Budget | None = None,
    flag: Callable[[Program], str] = flag_of,
    only_safe: bool = False,
) -> BufferAdvice:
    """Return the allocations that One-Shot Bufferize would make in `module`, and what removes them.

    The module is not changed. Passes are tried within the `budget`: `cse`, and others that compute
    in other buffers. With `only_safe`, only those on tensors that mean the same to all users.
    Raises DiagnosticError if One-Shot Bufferize refuses the program.
    """
    budget = budget or Budget()
    end = time.process_time() + budget.seconds
    program = Program(module, options, context, flag=flag)
    with tolerant(context):
        before = _measure(program, None)
        advice = BufferAdvice(peaks=before.log.peaks)
        left, tried = budget.trials, list[str]()
        for fix in _proposed(program, only_safe) if before.log.found else ():
            if left <= 0 or time.process_time() > end:
                left = -1
                break
            left -= 1
            tried.append(fix.name)
            try:
                after = _measure(program, fix)
            except DiagnosticError:
                continue
            found = _saving(fix, before, after)
            if after.is_better_than(before) and not any(map(found.is_no_better, advice.savings)):
                advice.savings.append(found)
    advice.buffers = _explained(before, advice.savings, tuple(tried) if left >= 0 else ())
    return advice


def apply_saving(saving: Saving, program: Program) -> None:
    """Change the program's module by the passes that are to run first."""
    changed = replace(program)
    saving.fix.apply(changed)
    for step in changed.passes:
        step.run(changed.module, changed.context)


def _proposed(program: Program, only_safe: bool) -> Iterator[RunPasses]:
    """Yield the fixes to try."""
    subject = Subject(program, ())
    empty = EmptyTensorEliminationPass()
    yield RunPasses(subject, (), (CSEPass(),))
    yield RunPasses(subject, (), (empty,))
    context = program.context
    rewrite = context.pass_class(_DESTINATION_STYLE) if isinstance(context, PassLookup) else None
    if rewrite is not None:
        yield RunPasses(subject, (), (rewrite(), empty))
    boundaries = program.options.bufferize_function_boundaries
    if boundaries:
        yield RunPasses(subject, (), (TensorResultsToOutParamsPass(), empty))
    yield RunPasses(subject, (), (ReuseBuffersPass(program.options),))
    if boundaries and not only_safe:
        options = OutParamOptions(modify_public_functions=True, hoist_static_allocs=True)
        later: tuple[Pass, ...] = (BufferResultsToOutParamsPass(options),)
        fix = RunPassesLater(subject, (), later)
        fix.condition = "the functions' callers pass buffers for the results"
        yield fix


@dataclass
class _Measured:
    """The memory that a bufferized program uses."""

    log: AllocationLog
    copies: list[TensorCopy]
    allocated: Amount
    copied: tuple[Amount, Amount]
    """The copies that bufferization adds, and all copies."""

    @property
    def num_copies(self) -> int:
        """The number of copies that bufferization adds."""
        return sum(copy.copies_contents for copy in self.copies)

    @property
    def _num_forbidden(self) -> int:
        return sum(copy.forbidden_by is not None for copy in self.copies)

    def is_better_than(self, other: _Measured) -> bool:
        """Return whether less is allocated, and no more is copied, or alive at the peaks."""
        return (
            self.allocated < other.allocated
            and bool(other.keys - self.keys)
            and all(a <= b for a, b in zip(self.copied, other.copied, strict=True))
            and self._num_forbidden <= other._num_forbidden
            and sum(p.known_bytes for p in self.log.peaks)
            <= sum(p.known_bytes for p in other.log.peaks)
        )

    @property
    def keys(self) -> Counter[Hashable]:
        """The keys of the allocations."""
        return Counter(each.key for each in self.log.found)

    @property
    def num_unknown(self) -> int:
        """The number of allocations of unknown size."""
        return sum(each.cost is None for each in self.log.found)


def _measure(program: Program, fix: RunPasses | None) -> _Measured:
    """Bufferize the program, after a change if one is given, and undo everything."""
    changed = replace(program)
    log = AllocationLog(AnalysisState(program.options, program.context))
    all_copied = Amount()

    def look(result: ir.Operation) -> None:
        nonlocal all_copied
        log.note_result(result)
        copies = (op for op in result.walk() if isinstance(op, CopyOpInterface))
        all_copied = changed.amount((op, op.copy_target.type) for op in copies)

    with ir.undone(changed.module), quiet(changed.context):
        log.note_program(changed.module)
        if fix is not None:
            fix.apply(changed)
        measured = changed.measure(look, verify=False)
    copied = measured.copied, all_copied
    return _Measured(log, measured.copies, measured.allocated, copied)


def _saving(fix: RunPasses, before: _Measured, after: _Measured) -> Saving:
    removed, added = before.keys - after.keys, after.keys - before.keys
    return Saving(
        fix,
        removed.total(),
        added.total(),
        max(0, before.allocated.known - after.allocated.known),
        max(0, before.num_unknown - after.num_unknown),
        max(0, before.num_copies - after.num_copies),
        after.allocated,
        removed,
    )


def _explained(
    before: _Measured, savings: list[Saving], tried: tuple[str, ...]
) -> list[ExplainedBuffer]:
    """Return the allocations with the changes that remove each, or else that were tried in vain."""
    left = [(saving, Counter(saving.removed)) for saving in savings]
    explained = before.log.explained(before.copies)
    found = []
    # Of equal allocations, such as an empty tensor and its copy, the last ones are gone.
    for own, allocation in reversed(list(zip(before.log.found, explained, strict=True))):
        helps = []
        for saving, keys in left:
            if keys[own.key] > 0:
                keys[own.key] -= 1
                helps.append(saving)
        found.append(ExplainedBuffer(allocation, tuple(helps), () if helps else tried))
    return found[::-1]
