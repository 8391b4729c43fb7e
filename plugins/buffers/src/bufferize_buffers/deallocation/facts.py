"""What is known of whether a block owns a buffer."""

from __future__ import annotations

from dataclasses import dataclass

from bufferize.dialects.memref import ExtractStridedMetadataOp
from bufferize.ir import Value
from bufferize_buffers.deallocation.booleans import Condition


@dataclass(frozen=True, eq=False)
class Ownership:
    """Whether a block owns a buffer. It is a constant if the input says so, not what we found out."""

    condition: Condition
    is_constant: bool = False


OWNED = Ownership(True, True)
BORROWED = Ownership(False, True)


def joined(a: Ownership | None, b: Ownership | None) -> Ownership | None:
    """What holds of a buffer that is one of two; None if that is not known before the program runs."""
    if a is b or a is None or b is None:
        return a if a is b else None
    if a.condition is b.condition and (isinstance(a.condition, Value) or a.is_constant):
        return a
    return None


def why_freed(owned: Condition, condition: Condition) -> str:
    """Why a block frees what it owns on a condition, where it ends or branches on one."""
    why = "the block owns it and ends here, without passing it on"
    if owned is not True:
        why = "if a condition is true that the program computes: " + why
    return why if condition is True else f"{why}, unless control goes to another block"


def named(base: Value) -> Value:
    """The buffer that messages speak of where `base` is freed, its memory without a shape."""
    op = base.defining_op
    return op.source if isinstance(op, ExtractStridedMetadataOp) else base


def why_copied(owned: Condition) -> str:
    """Why a function copies what it returns."""
    why = "the caller frees what is returned, but this function does not own it"
    return why if owned is False else f"{why}, or only under a condition"
