"""Side effects on memory."""

from __future__ import annotations

import enum
from abc import abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from bufferize.define import NoMemoryEffect, Pure, RecursiveMemoryEffects
from bufferize.interfaces.base import OpInterface
from bufferize.ir import Operation, OpOperand, Value


class EffectKind(enum.Enum):
    """What is done to memory."""

    ALLOCATE = "allocate"
    FREE = "free"
    READ = "read"
    WRITE = "write"


class MemoryEffect(NamedTuple):
    """One effect. `value` is None for memory that no operand, result or block argument names.

    `resource` names the kind of memory; effects on different resources never interfere.
    """

    kind: EffectKind
    value: Value | None = None
    operand: OpOperand | None = None
    resource: str = "<Default>"


class MemoryEffectsOpInterface(OpInterface):
    """An operation that says what it does to memory."""

    __slots__ = ()

    @abstractmethod
    def effects(self) -> list[MemoryEffect]:
        """All effects of the operation itself."""


def memory_effects(
    op: Operation, is_left_out: Callable[[Operation], bool] | None = None
) -> list[MemoryEffect] | None:
    """The effects of `op` and, where it has recursive effects, of the operations inside it.

    None: unknown, anything may happen. Operations for which `is_left_out` holds do not count.
    """
    found: list[MemoryEffect] = []
    work = [op]
    while work:
        current = work.pop()
        if is_left_out is not None and is_left_out(current):
            continue
        recursive = current.has_trait(RecursiveMemoryEffects)
        if isinstance(current, MemoryEffectsOpInterface):
            found.extend(current.effects())
        elif not (recursive or current.has_trait(NoMemoryEffect) or current.has_trait(Pure)):
            return None
        if recursive:
            work.extend(o for r in current.regions for b in r.blocks for o in b.ops)
    return found


def is_memory_effect_free(op: Operation) -> bool:
    """Whether `op` is known to touch no memory."""
    effects = memory_effects(op)
    return effects is not None and not effects


def has_effect(op: Operation, kind: EffectKind, value: Value | None = None) -> bool:
    """Whether `op` itself declares an effect of `kind` (on `value`, if given)."""
    if not isinstance(op, MemoryEffectsOpInterface):
        return False
    return any(e.kind is kind and (value is None or e.value is value) for e in op.effects())
