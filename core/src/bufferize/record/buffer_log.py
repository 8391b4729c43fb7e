"""The log of what passes do with buffers after bufferization, with reasons."""

from __future__ import annotations

__all__ = ["NO_BUFFER_LOG", "BufferAction", "BufferLog", "BufferRemark"]

import enum
from dataclasses import dataclass
from typing import Final

from bufferize.interfaces import function_around, owner_of_value
from bufferize.ir import Operation, Value
from bufferize.record.reasons import Place, place_of


class BufferAction(enum.Enum):
    """An action on a buffer; the value is the word in reports."""

    MOVED = "moved"
    """The allocation was moved."""
    PROMOTED = "promoted"
    """The allocation was moved from the heap to the stack."""
    KEPT = "kept"
    """The allocation or deallocation was left where it is, or on the heap."""
    FREED = "freed"
    FORWARDED = "handed on"
    """The buffer was passed to a block, an operation or a caller, which frees it."""
    COPIED = "copied"
    REMOVED = "removed"
    """The allocation and all uses were removed."""
    REUSED = "reused"
    """The buffer was reused for another value, so that no copy is needed."""


@dataclass(frozen=True)
class BufferRemark:
    """An action of a pass on a buffer, or the reason for leaving it as it is."""

    action: BufferAction
    place: Place
    """The operation or value that defines the buffer."""
    why: str
    """The reason in one sentence, without a period."""
    where: Place | None
    """The place it is moved to, freed at or forwarded to, or that keeps it."""
    pass_name: str
    function: str | None

    def __str__(self) -> str:
        where = "" if self.where is None else f", by {self.where}"
        return f"{self.place} is {self.action.value}{where}: {self.why} ({self.pass_name})"


class BufferLog:
    """The remarks of passes about buffers, in order.

    A context has a disabled log; after `context.buffer_log = BufferLog()`, passes fill the new one.
    """

    def __init__(self, is_wanted: bool = True) -> None:
        self.is_wanted = is_wanted
        """Whether remarks are recorded; if not, passes need not compute expensive reasons."""
        self.pass_name = ""
        """The name of the running pass."""
        self.remarks: list[BufferRemark] = []

    def note(
        self,
        action: BufferAction,
        subject: Operation | Value,
        why: str,
        *values: object,
        where: Operation | Value | None = None,
    ) -> None:
        """Record an action on the buffer that `subject` defines; `values` are formatted into `why`.

        `where` is the place it is moved to, freed at or forwarded to, or that keeps it.
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
"""The disabled log."""
