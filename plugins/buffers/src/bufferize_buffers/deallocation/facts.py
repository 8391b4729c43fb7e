"""What is known of whether a block owns a buffer."""

from __future__ import annotations

from dataclasses import dataclass

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
    why = "the block owns it, ends here, and does not hand it on"
    if owned is not True:
        why = "if a condition holds that the program computes: " + why
    return why if condition is True else f"{why}, unless control goes to another block"
