"""Advice on the copies of a program: fixes are tried and their savings measured."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import OneShotOptions
from bufferize.driver.bufferizable import ModelContext
from bufferize.ir.process import deep_recursion, no_collection
from bufferize.record import Help, TensorCopy
from bufferize_explain.fixes.base import Budget, Fix, Subject
from bufferize_explain.fixes.fills import OwnFill
from bufferize_explain.fixes.layouts import IdentityLayout
from bufferize_explain.fixes.order import ReadFirst
from bufferize_explain.fixes.own_copies import CopyCounter
from bufferize_explain.fixes.program import Measurement, Program, flag_of, quiet, tolerant
from bufferize_explain.fixes.refusals import refused
from bufferize_explain.fixes.settings import OtherOptions, OtherOrders, RunPasses
from bufferize_explain.fixes.slices import EqualSlices
from bufferize_explain.fixes.writable import ReadOnlyParameter, WritableArgument, WritableBuffer
from bufferize_explain.forms import by_cost
from bufferize_explain.groups import OwnCopies, WrittenInPlace, written_in_place

FIXES: tuple[type[Fix], ...] = (
    OwnFill,
    ReadFirst,
    ReadOnlyParameter,
    WritableArgument,
    WritableBuffer,
    EqualSlices,
    IdentityLayout,
    OtherOptions,
    OtherOrders,
    RunPasses,
)
"""All fixes, in the order in which they are tried."""


@dataclass(frozen=True)
class Tried:
    """A fix that helps, and its measured effect."""

    fix: Fix
    help: Help
    after: Measurement
    removed: tuple[TensorCopy, ...]
    """The copies of the original program that it removes."""


@dataclass
class Advice:
    """The copies of a program, the most expensive first, with the fixes that remove them."""

    copies: list[TensorCopy]
    before: Measurement
    tried: list[Tried] = field(default_factory=list)
    """The fixes that help, in the order in which they were tried."""
    own_copies: list[OwnCopies] = field(default_factory=list)
    """The copies that the program itself asks for, by `tensor.insert_slice` and the like."""
    in_place: list[WrittenInPlace] = field(default_factory=list)
    """The operands that are written to in place by decision of the analysis."""
    num_trials: int = 0
    is_complete: bool = True
    """Whether all fixes were tried, within the budget."""


@no_collection()
@deep_recursion()
def advise(
    module: ir.Operation,
    options: OneShotOptions,
    context: ModelContext,
    *,
    budget: Budget | None = None,
    fixes: Sequence[type[Fix]] = FIXES,
    flag: Callable[[Program], str] = flag_of,
    look: Callable[[ir.Operation], None] | None = None,
    other_orders: Iterable[OneShotOptions] = (),
) -> Advice:
    """Return the copies that One-Shot Bufferize would make in `module`, and the fixes.

    The module is not changed. Each of the `fixes` is tried where it may help, within the `budget`.
    `flag` makes the command-line option for a changed program. `look` is called with the bufferized
    module; with it, warnings of bufferization are emitted. Fixes are also proposed for the copies
    with the options `other_orders`: they may be cheaper to remove than those that are made.
    Raises Refused, with the changes that help, if One-Shot Bufferize refuses the program; copies
    that `bufferize.in_place` forbids are no reason for that.
    """
    program = Program(module, options, context, flag=flag)
    counter = CopyCounter(AnalysisState(options, context))
    counter.note_program(module)

    def look_and_count(result: ir.Operation) -> None:
        counter.note_result(result)
        if look is not None:
            look(result)

    with tolerant(context):
        try:
            with ir.undone(module), nullcontext() if look is not None else quiet(context):
                before = program.measure(look_and_count)
        except DiagnosticError as problem:
            raise refused(program, problem, budget or Budget()) from problem
        advisor = _Advisor(program, before, budget or Budget())
        advice = advisor.run(fixes)
        for others in other_orders:
            advisor.try_instead(others, fixes)
    advice.own_copies = counter.others(before.copies)
    advice.in_place = written_in_place(before.decisions, counter.state)
    return advice


class _Advisor:
    """The trials of fixes on one program."""

    def __init__(self, program: Program, before: Measurement, budget: Budget) -> None:
        self.program = program
        self.before = before
        self.budget = budget
        self.end = time.process_time() + budget.seconds
        self.subject = Subject(program, by_cost(before.copies))
        self.advice = Advice([], before)
        self._tried: dict[int, dict[str, None]] = {}
        """The names of the fixes that were tried for a copy, by the identity of the copy."""
        self._by_key: dict[Hashable, list[TensorCopy]] = {}
        for copy in before.copies:
            self._by_key.setdefault(_key(copy), []).append(copy)

    def run(self, fixes: Sequence[type[Fix]]) -> Advice:
        for kind in sorted(fixes, key=lambda kind: kind.is_general):
            subject = self.subject
            if kind.is_general:
                helped = {id(copy) for tried in self.advice.tried for copy in tried.removed}
                rest = [copy for copy in subject.copies if id(copy) not in helped]
                subject = Subject(self.program, rest if _matters(rest, subject.copies) else [])
            for fix in kind.propose(subject) if subject.copies else ():
                self._try(fix)
        found: dict[int, list[Help]] = {}
        for tried in self.advice.tried:
            # A general fix is not shown for copies that a specific one removes.
            gone = set(map(id, tried.removed))
            for copy in tried.fix.copies if tried.fix.is_general else tried.removed:
                if id(copy) in gone:
                    found.setdefault(id(copy), []).append(tried.help)
        for copy in self.subject.copies:
            helps = tuple(found.get(id(copy), ()))
            in_vain = not helps and self.advice.is_complete
            names = tuple(self._tried.get(id(copy), ())) if in_vain else ()
            self.advice.copies.append(replace(copy, help=helps, tried=names))
        return self.advice

    def try_instead(self, options: OneShotOptions, fixes: Sequence[type[Fix]]) -> None:
        """Try fixes of copies that are made with other options, and see if less is copied now."""
        program = replace(self.program, options=options)
        with ir.undone(program.module), quiet(program.context):
            copies = program.measure(verify=False).copies
        others = [copy for copy in copies if _key(copy) not in self._by_key]
        for kind in fixes:
            for group in kind.propose(Subject(program, by_cost(others))):
                each = (
                    [group.only([copy]) for copy in group.copies] if len(group.copies) > 1 else []
                )
                for fix in (group, *each):  # some may help, and others be in vain
                    after = self._measure(fix)
                    if after is not None:
                        self._note(fix, after)

    def _try(self, fix: Fix) -> bool:
        """Try a fix, and return whether it helps, or does with more changes or with fewer."""
        after = self._measure(fix)
        if after is None:
            return False
        gone = set(map(id, self._removed(after)))
        wanted = [copy for copy in fix.copies if id(copy) in gone]
        if len(wanted) < len(fix.copies) or not after.is_less_than(self.before):
            more = fix.further(after.copies)
            if more is not None and self._try(more):
                return True
        if not wanted:
            return False
        if len(wanted) < len(fix.copies):  # do not recommend changes for copies that stay
            less = fix.only(wanted)
            if less is not fix:
                return self._try(less)
        return self._note(fix, after)

    def _note(self, fix: Fix, after: Measurement) -> bool:
        """Note a fix if it helps, and return whether it does."""
        if not after.is_less_than(self.before):
            return False
        removed = self._removed(after)
        help = self._help(fix, after, len(removed))
        self.advice.tried.append(Tried(fix, help, after, tuple(removed)))
        return True

    def _measure(self, fix: Fix) -> Measurement | None:
        advice = self.advice
        if advice.num_trials >= self.budget.trials or time.process_time() > self.end:
            advice.is_complete = False
            return None
        advice.num_trials += 1
        for copy in fix.copies:
            self._tried.setdefault(id(copy), {})[fix.name] = None
        changed = replace(self.program)
        with ir.undone(changed.module):
            try:
                with quiet(changed.context):
                    fix.apply(changed)
                    return changed.measure(verify=not fix.changes_options)
            except DiagnosticError:
                return None

    def _removed(self, after: Measurement) -> list[TensorCopy]:
        left = Counter(map(_key, after.copies))
        found: list[TensorCopy] = []
        for key, copies in self._by_key.items():
            found += copies[left[key] :]
        return found

    def _help(self, fix: Fix, after: Measurement, gone: int) -> Help:
        before = self.before
        saved, spent = _known_bytes(before.copies), _known_bytes(after.copies)
        unknown = _num_unknown(before.copies) - _num_unknown(after.copies)
        if saved == spent and not unknown:
            saved, spent = before.allocated.known, after.allocated.known
        by_command = "" if fix.command is None else f", as `{fix.command}` does"
        return Help(
            fix.kind,
            fix.text + by_command,
            fix.condition,
            gone,
            len(after.copies) - len(before.copies) + gone,
            max(0, saved - spent),
            max(0, unknown),
            fix.flag,
        )


def _matters(rest: Sequence[TensorCopy], copies: Sequence[TensorCopy]) -> bool:
    """Return whether `rest` costs more than 0.1% of all copies."""
    if any(copy.cost is None for copy in rest):
        return True
    cost = sum(copy.cost or 0 for copy in rest)
    return cost * 1000 > sum(copy.known_cost for copy in copies)


def _known_bytes(copies: Iterable[TensorCopy]) -> int:
    return sum(copy.cost or 0 for copy in copies if copy.copies_contents)


def _num_unknown(copies: Iterable[TensorCopy]) -> int:
    return sum(copy.copies_contents and copy.cost is None for copy in copies)


def _key(copy: TensorCopy) -> Hashable:
    """Return the key by which copies before and after a change are equal."""
    place = copy.place
    return (place.op or place, place.kind, place.index, copy.of_result)
