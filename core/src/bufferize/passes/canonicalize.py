"""The canonicalizer: folds, canonicalizes and drops dead operations until nothing changes."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bufferize.interfaces import EffectKind, memory_effects
from bufferize.ir import (
    InsertionPoint,
    IsTerminator,
    Listener,
    Operation,
    Rewriter,
    SymbolTrait,
    Value,
)
from bufferize.passes.base import Pass

if TYPE_CHECKING:
    from bufferize.define import Context


def is_trivially_dead(op: Operation) -> bool:
    """Whether nothing uses `op` and erasing it changes no other operation's memory."""
    if op.has_uses() or op.has_trait(IsTerminator) or op.has_trait(SymbolTrait):
        return False
    effects = memory_effects(op)
    if effects is None:
        return False
    own = set(op.results)
    return all(
        effect.kind is EffectKind.READ
        or (effect.kind is EffectKind.ALLOCATE and (effect.value is None or effect.value in own))
        for effect in effects
    )


class _Worklist(Listener):
    """The operations to look at (again), each at most once at a time."""

    def __init__(self) -> None:
        self._queue: deque[Operation] = deque()
        self._queued: set[Operation] = set()

    def push(self, op: Operation) -> None:
        if op not in self._queued:
            self._queued.add(op)
            self._queue.append(op)

    def pop(self) -> Operation | None:
        while self._queue:
            op = self._queue.popleft()
            if op in self._queued:
                self._queued.discard(op)
                return op
        return None

    def operation_inserted(self, op: Operation) -> None:
        self.push(op)

    def operation_modified(self, op: Operation) -> None:
        self.push(op)

    def operation_replaced(self, op: Operation, values: Sequence[Value]) -> None:
        for user in {user for result in op.results for user in result.users}:
            self.push(user)

    def operation_erased(self, op: Operation) -> None:
        for nested in op.walk():
            self._queued.discard(nested)
            for operand in nested.op_operands:
                owner = operand.value.defining_op
                if owner is not None and not op.is_ancestor_of(owner):
                    self.push(owner)


@dataclass(frozen=True)
class CanonicalizePass(Pass):
    """Folds casts and buffer/tensor round trips; drops dead operations and copies onto itself."""

    name = "canonicalize"

    @classmethod
    def ir_dump_name(cls) -> str:
        return "Canonicalizer"

    def run(self, op: Operation, context: Context) -> None:
        worklist = _Worklist()
        rewriter = Rewriter()
        rewriter.listeners.append(worklist)
        for nested in op.walk_post():
            if nested is not op:
                worklist.push(nested)
        while (current := worklist.pop()) is not None:
            rewriter.insertion_point = InsertionPoint.before(current)
            if is_trivially_dead(current):
                rewriter.erase_op(current)
            elif not _fold(current, rewriter):
                current.canonicalize(rewriter)


def _fold(op: Operation, rewriter: Rewriter) -> bool:
    """Replaces `op` where it folds to values; folding to constants is left to the dialects."""
    folded = op.fold() if op.results else None
    if folded is None:
        return False
    values = [value for value in folded if isinstance(value, Value)]
    if len(values) != len(op.results) or any(
        value.type is not result.type for value, result in zip(values, op.results, strict=True)
    ):
        return False
    rewriter.replace_op(op, values)
    return True
