"""Programs changed so that less is copied: fixes are chosen by what they save in all, and applied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from bufferize import ir
from bufferize.diagnostics import PassError
from bufferize.driver import OneShotOptions
from bufferize.driver.bufferizable import ModelContext
from bufferize.record import Help, TensorCopy, in_place_errors
from bufferize_explain.fixes.advice import Advice, advise
from bufferize_explain.fixes.base import Budget, Fix
from bufferize_explain.fixes.fills import OwnFill
from bufferize_explain.fixes.layouts import IdentityLayout
from bufferize_explain.fixes.order import ReadFirst
from bufferize_explain.fixes.program import Amount, Cost, Program, quiet
from bufferize_explain.fixes.refusals import Cure, Refused
from bufferize_explain.fixes.savings import Saving, advise_on_buffers, apply_saving
from bufferize_explain.groups import OwnCopies

SAFE: tuple[type[Fix], ...] = (OwnFill, ReadFirst)
"""The fixes that change nothing for callers and need no other options."""
_MOST_CURES = 8


@dataclass
class Fixed:
    """The fixes applied to a program, and its copies before and after."""

    before: list[TensorCopy] = field(default_factory=list)
    after: list[TensorCopy] = field(default_factory=list)
    applied: list[Help] = field(default_factory=list)
    """The fixes, in the order in which they were applied."""
    cures: list[Cure] = field(default_factory=list)
    """The changes that came first, because the program was refused without them."""
    own_copies: list[OwnCopies] = field(default_factory=list)
    """The copies that the program asks for in the end."""
    savings: list[Saving] = field(default_factory=list)
    """The passes that ran because less is allocated after them."""
    cost: Cost = field(default_factory=Cost)
    """The cost of the program in the end."""
    made_anew: Amount = field(default_factory=Amount)
    """The amount that fills write in the end, less the amount at first."""
    needs_fewest_bytes: bool = False
    """Whether the copies `after` are those with `analysis-heuristic=fewest-bytes`, and others more."""


def fix(
    module: ir.Operation,
    options: OneShotOptions,
    context: ModelContext,
    *,
    budget: Budget | None = None,
    layouts: bool = False,
    fewest_bytes: bool = False,
) -> Fixed:
    """Change `module`, on tensors, so that One-Shot Bufferize copies and allocates less.

    A program that is refused is first changed so that it is not. Then it applies the fixes of
    `SAFE` one by one, each time the one that was measured to leave least to write, and then passes
    after which less is allocated and no more copied. With `layouts`, which promises that callers
    outside of the module pass contiguous buffers, `IdentityLayout` is one of these fixes. With
    `fewest_bytes`, the changes are those for decisions of the analysis that copy the fewest bytes,
    whatever `options.analysis_heuristic` is. `budget` limits the trials before each change. Raises
    Refused if no change helps that means the same to all users; the module is unchanged then.
    """
    fixes: Sequence[type[Fix]] = (*SAFE, IdentityLayout) if layouts else SAFE
    with ir.all_or_nothing(module):
        fixing = _Fixing(Program(module, options, context), budget, fixes)
        before, cures = _cured(fixing.program, lambda: fixing.advice(options))
        has_decisions = options.analysis == "one-shot" and not options.copy_before_write
        if fewest_bytes and has_decisions:
            fixed = _fixed_jointly(fixing)
        else:
            fixed = fixing.run([options], before)
        fixed.before, fixed.cures = before.copies, cures
        # Others than those of `SAFE` may help, which `bufferize explain` tries.
        problems = in_place_errors(replace(copy, tried=()) for copy in fixed.after)
        if problems:
            raise PassError(problems)
    return fixed


@dataclass(frozen=True)
class _Fixing:
    """Changes of a program, one after the other, each of them tried before."""

    program: Program
    budget: Budget | None
    fixes: Sequence[type[Fix]]

    def advice(self, options: OneShotOptions, *others: OneShotOptions) -> Advice:
        """Return the advice on the program with these options."""
        return advise(
            self.program.module,
            options,
            self.program.context,
            budget=self.budget,
            fixes=self.fixes,
            other_orders=others,
        )

    def run(
        self,
        orders: Sequence[OneShotOptions],
        found: Advice | None = None,
        others: Sequence[OneShotOptions] = (),
    ) -> Fixed:
        """Fix the program for each of these options, one after the other.

        `found` is the first advice, if there is one. Fixes are proposed for the copies that are made
        with the options `others`, too.
        """
        fixed, filled = Fixed(), None
        for options in orders:
            program = replace(self.program, options=options)
            found = found or self.advice(options, *others)
            filled = found.before.filled if filled is None else filled
            while self._is_changed(program, found, fixed):
                found = self.advice(options, *others)
            fixed.after, fixed.own_copies = found.copies, found.own_copies
            fixed.cost = found.before.cost
            fixed.made_anew = found.before.filled.minus(filled)
            found = None
        return fixed

    def _is_changed(self, program: Program, found: Advice, fixed: Fixed) -> bool:
        """Apply the best fix or, without one, the passes that save most; return False if none helps."""
        best = min(found.tried, key=lambda tried: tried.after.cost, default=None)
        if best is not None and _matters(found.before.cost, best.after.cost):
            fixed.applied.append(replace(best.help, text=best.fix.text))
            best.fix.apply(program)
            return True
        buffers = advise_on_buffers(
            program.module, program.options, program.context, budget=self.budget, only_safe=True
        )
        if buffers.savings:
            saving = max(buffers.savings, key=_saved)
            apply_saving(saving, program)
            fixed.savings.append(saving)
        return bool(buffers.savings)


def _matters(before: Cost, after: Cost) -> bool:
    """Return whether more is saved than 0.1% of what is allocated, which is not worth more trials."""
    if after[:2] < before[:2] or after.allocated.unknown < before.allocated.unknown:
        return True
    saved = before.allocated.known - after.allocated.known
    return saved * 1000 > before.allocated.known


class _OtherCostsLess(Exception):
    """Another way to fix a program was found to cost less."""


def _fixed_jointly(fixing: _Fixing) -> Fixed:
    """Fix a program for the decisions that copy the fewest bytes, which each change may change.

    To begin with the changes for the usual decisions may lead further, so that is tried as well. The
    outcome costs no more than those changes alone, or other decisions alone.
    """
    program = fixing.program
    usual = program.options
    fewest = replace(usual, analysis_heuristic="fewest-bytes")
    copy = replace(fixing, program=replace(program, module=ir.clone(program.module)))
    try:
        with ir.all_or_nothing(program.module):
            fixed = fixing.run([fewest], others=[usual])
            is_made_anew = any(help.kind == OwnFill.kind for help in fixed.applied)
            if fixed.cost.copied.number or is_made_anew:
                if copy.run([usual, fewest]).cost < fixed.cost:
                    raise _OtherCostsLess
    except _OtherCostsLess:
        fixed = fixing.run([usual, fewest])
    with ir.undone(program.module), quiet(program.context):
        fixed.needs_fewest_bytes = fixed.cost < replace(program).measure(verify=False).cost
    return fixed


def _cured(program: Program, advice: Callable[[], Advice]) -> tuple[Advice, list[Cure]]:
    """Change the program until it is not refused; return the advice on it, and the changes."""
    refusals: list[Refused] = []
    cures: list[Cure] = []
    while True:
        try:
            return advice(), cures
        except Refused as problem:
            refusals.append(problem)
            cure = problem.safe_cure
            if cure is None or len(cures) == _MOST_CURES:
                raise refusals[0] from None
            cure.mend(program)
            cures.append(cure)


def _saved(saving: Saving) -> tuple[int, int, int]:
    return saving.saved_unknown, saving.saved_bytes, saving.num_removed
