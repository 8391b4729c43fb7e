"""Decisions whether operands are used in place, and the places in the input that they name."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import NamedTuple

from bufferize.diagnostics import Position
from bufferize.interfaces import owner_of_value
from bufferize.ir import BlockArgument, Operation, OpOperand, OpResult, Value
from bufferize.record.reasons import Reason


class PlaceKind(enum.Enum):
    """The kind of a place; the value is the word in reports."""

    OPERATION = "operation"
    OPERAND = "operand"
    RESULT = "result"
    ARGUMENT = "argument"
    """An argument of a block in a region of the operation."""


@dataclass(frozen=True)
class Place:
    """An operation in the input, or one of its operands, results or block arguments."""

    op_name: str
    position: Position | None
    """The position of the operation or the block argument in the source."""
    kind: PlaceKind = PlaceKind.OPERATION
    index: int = 0
    """The number of the operand, result or argument, from 0."""
    op: Operation | None = field(default=None, compare=False, repr=False)
    """The operation; bufferization may have rewritten it."""

    def __str__(self) -> str:
        what = f"'{self.op_name}'"
        if self.kind is not PlaceKind.OPERATION:
            what = f"{self.kind.value} #{self.index} of {what}"
        return what if self.position is None else f"{what} at {self.position}"


@dataclass(frozen=True)
class Loop:
    """A loop in the input."""

    place: Place
    trip_count: int | None
    """The number of iterations of one execution; None if unknown."""


def place_of(subject: Operation | OpOperand | Value) -> Place:
    """Return the place of an operation, operand or value."""
    if isinstance(subject, Operation):
        return Place(subject.name, subject.location.position(), op=subject)
    if isinstance(subject, OpOperand):
        op = subject.owner
        return Place(op.name, op.location.position(), PlaceKind.OPERAND, subject.index, op)
    assert isinstance(subject, OpResult | BlockArgument)
    kind = PlaceKind.RESULT if isinstance(subject, OpResult) else PlaceKind.ARGUMENT
    owner = owner_of_value(subject)
    name = owner.name if owner is not None else "block"
    return Place(name, subject.location.position(), kind, subject.index, owner)


class Decision(NamedTuple):
    """The decision about one operand, with the operands and values in conflict.

    For `Reason.CONFLICT`, `write` would overwrite what `definition` set before `read` reads it:

        %w = tensor.insert %v into %t[%i]   // write: its operand %t; definition: %t
        %r = tensor.extract %t[%j]          // read: its operand %t

    For `IN_USE`, `write` would write to the buffer while the owner of `read` uses it, and for
    `FREED`, after the owner of `read` has freed it. For `BUDGET`, `write` and `read` are a pair that
    was not tested. For `PARALLEL`, all iterations would write through `write` to the value
    `definition` from outside. `root` is the value whose buffer must not be written to
    (`NOT_WRITABLE`), or that a loop must not yield (`LOOP`).
    """

    operand: OpOperand
    in_place: bool
    reason: Reason
    definition: Value | None = None
    write: OpOperand | None = None
    read: OpOperand | None = None
    root: Value | None = None
