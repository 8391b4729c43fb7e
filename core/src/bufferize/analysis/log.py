"""What was decided about each operand, and why."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from bufferize.ir import OpOperand, Value


class Reason(enum.Enum):
    """Why an operand is used in place, or is not."""

    NO_CONFLICT = "no conflict"
    MUST_BE_IN_PLACE = "must be in place"
    NOT_WRITABLE = "would write to a buffer that must not be written to"
    PARALLEL = "would write to a buffer that parallel iterations share"
    CONFLICT = "would overwrite contents that are still read"


@dataclass(frozen=True)
class Decision:
    """One operand's decision.

    Where a conflict is the reason, `write` would overwrite what `definition` set before `read` has
    read it. `root` is the value whose buffer must not be written to.
    """

    operand: OpOperand
    in_place: bool
    reason: Reason
    definition: Value | None = None
    write: OpOperand | None = None
    read: OpOperand | None = None
    root: Value | None = None


class WorkCounters:
    """How much work an analysis took."""

    __slots__ = ("candidates", "merges", "searches")

    def __init__(self) -> None:
        self.candidates = 0
        """Pairs of a read and a write to which the exact rules were applied."""
        self.merges = 0
        """Classes that were merged into another."""
        self.searches = 0
        """Look-ups of reads or writes by position."""
