"""What ends a program that does what it must not do: an error at the op that did it."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

from bufferize.diagnostics import DiagnosticError, error
from bufferize.ir import Operation


class TrapKind(enum.Enum):
    """What was done."""

    UNDEFINED = "an undefined value decides something, or leaves the program"
    OUT_OF_BOUNDS = "an element outside of a buffer, vector or tensor"
    USE_AFTER_FREE = "a buffer is used after it was freed"
    BAD_FREE = "something is freed that cannot be: freed already, a part, not on the heap"
    LEAK = "a buffer was never freed, and nobody can any more"
    READ_ONLY = "a buffer is written to that may only be read"
    OVERLAP = "a copy between buffers that overlap"
    INVALID_CAST = "a cast to a shape or layout that the value does not have"
    DIVISION = "a division by zero, or one whose result does not fit"
    ASSERTION = "an assertion of the program does not hold"
    EXTERNAL_CALL = "a call of a function that has no body"
    LIMIT = "the program runs too long or too deep, or takes too much memory"
    OTHER = "anything else"


class ProgramError(Exception):
    """Raised by semantics: the op must not be executed with these operands.

    The engine makes a `Trap` of it, which says where.
    """

    def __init__(self, kind: TrapKind, message: str, notes: Sequence[tuple[str, Any]] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.notes = notes
        """Further lines, each with the operation that it is about or None."""


class Trap(DiagnosticError):
    """The program did what it must not do; `kind` says what, the diagnostic where."""

    kind: TrapKind = TrapKind.OTHER


def out_of_bounds(what: str, index: Any, extent: int) -> ProgramError:
    """The error that `index` does not lie below an extent."""
    return ProgramError(
        TrapKind.OUT_OF_BOUNDS,
        f"{what} {index} is out of bounds: it must be from 0 to {extent - 1}"
        if extent > 0
        else f"{what} {index} is out of bounds: there are no elements",
    )


def trap_at(kind: TrapKind, message: str, op: Operation | None) -> Trap:
    """The trap that an operation, which is named, does what it must not do."""
    name = f"'{op.name}' " if op is not None else ""
    found = Trap(error(f"{name}{message}", op))
    found.kind = kind
    return found
