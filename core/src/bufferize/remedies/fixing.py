"""Programs are changed so that less is copied, and mean the same to everybody."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bufferize.diagnostics import PassError
from bufferize.driver import OneShotOptions
from bufferize.driver.context import ModelContext
from bufferize.explain import Help, TensorCopy, in_place_errors
from bufferize.ir import Operation, all_or_nothing
from bufferize.remedies.advice import Advice, Budget, Tried, advise
from bufferize.remedies.fills import OwnFill
from bufferize.remedies.order import ReadFirst
from bufferize.remedies.program import Program

SAFE = (OwnFill, ReadFirst)
"""What changes nothing for callers, and needs no other options."""


@dataclass
class Fixed:
    """What was done to a program, and what it copied before and after."""

    before: list[TensorCopy]
    after: list[TensorCopy]
    applied: list[Help] = field(default_factory=list)
    """In the order in which it was done."""


def fix(
    module: Operation,
    options: OneShotOptions,
    context: ModelContext,
    *,
    budget: Budget | None = None,
) -> Fixed:
    """Change `module` so that One-Shot Bufferize copies less; it stays on tensors.

    What is done was measured to remove copies, one change after the other, the one that saves most
    first: fills of their own in place of shared ones, and reads before writes. `budget` is what may
    be tried before each of them. Raises what `one_shot_bufferize` does; the module is unchanged then.
    """

    def advice() -> Advice:
        return advise(module, options, context, budget=budget, remedies=SAFE)

    with all_or_nothing(module):
        found = advice()
        fixed = Fixed(found.copies, found.copies)
        while found.tried:
            best = max(found.tried, key=_saved)
            best.remedy.apply(Program(module, options, context))
            fixed.applied.append(best.help)
            found = advice()
        fixed.after = found.copies
        # What was tried is not all that may help.
        problems = in_place_errors(replace(copy, is_needed=False) for copy in found.copies)
        if problems:
            raise PassError(problems)
    return fixed


def _saved(tried: Tried) -> tuple[int, int, int]:
    help = tried.help
    return help.saved_unknown, help.saved_bytes, help.num_removed
