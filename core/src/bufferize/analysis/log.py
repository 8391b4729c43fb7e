"""What was decided about each operand, and why."""

from __future__ import annotations

import enum
from typing import NamedTuple

from bufferize.ir import OpOperand, Value


class Reason(enum.Enum):
    """Why an operand is used in place, or is not; the value is the code of the reason in JSON."""

    NO_CONFLICT = "no-conflict"
    """Nothing is disturbed."""
    MUST_BE_IN_PLACE = "must-be-in-place"
    """Its model allows nothing else."""
    NOT_WRITABLE = "not-writable"
    """A buffer would be written to that must not be."""
    PARALLEL = "parallel"
    """Iterations that run at once would write to the same buffer."""
    CONFLICT = "conflict"
    """Contents would be overwritten that are still read."""
    IN_USE = "in-use"
    """A buffer would be written to that an operation works on meanwhile."""
    FREED = "freed"
    """A buffer would be written to that has been freed."""
    ASKED_FOR = "asked-for"
    """`decide` was told so."""
    BUDGET = "budget"
    """Contents might be overwritten that are still read, which the budget left untested."""

    # What follows is not decided by the one-shot analysis.
    LOOP = "loop"
    """The next iteration of a loop could write to a buffer that may be used elsewhere."""
    LAYOUT = "layout"
    """A buffer of another layout or memory space is needed."""
    NOT_ANALYSED = "not-analysed"
    """There is no analysis, so everything that is written to is copied."""
    UNEXPLAINED = "unexplained"
    """A model, or the analysis of a plugin, wants it and does not say why."""


class Decision(NamedTuple):
    """One operand's decision.

    Where a conflict is the reason, `write` would overwrite what `definition` set before `read` has
    read it. Where a buffer is in use, `write` would write to it while the owner of `read` works on
    it; where it is freed, the owner of `read` frees it. Where the budget is, `write` and `read` are
    a pair that was not tested. Where iterations run at once, all of them would `write` to what
    `definition` set outside of them. `root` is the value whose buffer must not be written to, or
    that a loop must not pass on.
    """

    operand: OpOperand
    in_place: bool
    reason: Reason
    definition: Value | None = None
    write: OpOperand | None = None
    read: OpOperand | None = None
    root: Value | None = None
