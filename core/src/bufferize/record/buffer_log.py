"""What passes do with buffers, and why: which are moved, freed, copied, and which are not."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from bufferize.interfaces import function_around, owner_of_value
from bufferize.ir import Operation, Value
from bufferize.record.decisions import Place, place_of


class BufferAction(enum.Enum):
    """What is done with a buffer; the value is the word for it."""

    MOVED = "moved"
    """Its allocation."""
    PROMOTED = "promoted"
    """From the heap to the stack."""
    KEPT = "kept"
    """As it is: where it is allocated or freed, or on the heap."""
    FREED = "freed"
    FORWARDED = "handed on"
    """To a block, to an operation or to a caller, who frees it."""
    COPIED = "copied"
    REMOVED = "removed"
    """Allocation and all."""
    REUSED = "reused"
    """For something else, so that no copy is needed."""


@dataclass(frozen=True)
class BufferRemark:
    """Something that a pass did with a buffer, or that it did not do."""

    action: BufferAction
    place: Place
    """The operation or the value that gives the buffer."""
    why: str
    """The reason in one sentence, without its end."""
    where: Place | None
    """What it is moved to, freed at or handed on to, or what keeps it."""
    pass_name: str
    function: str | None

    def __str__(self) -> str:
        where = "" if self.where is None else f", by {self.where}"
        return f"{self.place} is {self.action.value}{where}: {self.why} ({self.pass_name})"


class BufferLog:
    """What passes say that they do with buffers, in that order.

    A context has one to which nobody listens; `context.buffer_log = BufferLog()` has it filled.
    """

    def __init__(self, is_wanted: bool = True) -> None:
        self.is_wanted = is_wanted
        """Whether anybody listens. What is costly to find out need not be if nobody does."""
        self.pass_name = ""
        """The pass that is running."""
        self.remarks: list[BufferRemark] = []

    def note(
        self,
        action: BufferAction,
        subject: Operation | Value,
        why: str,
        *values: object,
        where: Operation | Value | None = None,
    ) -> None:
        """`action` was done with the buffer that `subject` gives; `values` are put into `why`.

        `where` is what it is moved to, freed at or handed on to, or what keeps it.
        """
        if not self.is_wanted:
            return
        op = subject if isinstance(subject, Operation) else owner_of_value(subject)
        function = function_around(op)
        self.remarks.append(
            BufferRemark(
                action,
                place_of(subject),
                why.format(*values),
                None if where is None else place_of(where),
                self.pass_name,
                None if function is None else function.symbol_name,
            )
        )


NO_BUFFER_LOG: Final = BufferLog(is_wanted=False)
"""A log to which nobody listens."""
