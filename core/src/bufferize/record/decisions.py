"""Decisions: whether an operand is used in place, and what led to that."""

from __future__ import annotations

from typing import NamedTuple

from bufferize.ir import OpOperand, Value
from bufferize.record.reasons import Reason


class Decision(NamedTuple):
    """The decision about one operand, with the operations and values that are to blame.

    For `Reason.CONFLICT`, `write` would overwrite what `definition` set before `read` reads it:

        %w = tensor.insert %v into %t[%i]   // write: its operand %t; definition: %t
        %r = tensor.extract %t[%j]          // read: its operand %t

    For `IN_USE`, `write` would write to the buffer while the owner of `read` works on it, and for
    `FREED`, after the owner of `read` has freed it. For `BUDGET`, `write` and `read` are a pair that
    was not tested. For `PARALLEL`, all iterations would write, by `write`, to what `definition` set
    outside of them. `root` is the value whose buffer must not be written to (`NOT_WRITABLE`), or that
    a loop must not pass on (`LOOP`).
    """

    operand: OpOperand
    in_place: bool
    reason: Reason
    definition: Value | None = None
    write: OpOperand | None = None
    read: OpOperand | None = None
    root: Value | None = None
