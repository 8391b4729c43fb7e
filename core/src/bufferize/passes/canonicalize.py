"""The canonicalizer: folds, canonicalizes and drops dead operations until nothing changes."""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bufferize.diagnostics import PassError, error
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


class RegionSimplify(enum.Enum):
    """What mlir-opt's canonicalizer simplifies in control flow."""

    NORMAL = "normal"
    DISABLED = "disabled"
    AGGRESSIVE = "aggressive"


@dataclass(frozen=True)
class CanonicalizePass(Pass):
    """Folds casts and buffer/tensor round trips; drops dead operations and copies onto itself."""

    name = "canonicalize"
    max_iterations: int = 10
    """Makes no difference: operations are looked at again one by one, not in rounds."""
    max_num_rewrites: int = -1
    """How many operations to fold, rewrite or drop at most; -1 is no limit."""
    region_simplify: RegionSimplify = RegionSimplify.NORMAL
    """Makes no difference: control flow is left as it is."""
    test_convergence: bool = False
    """Whether it is an error when the limit on rewrites stops the work."""
    top_down: bool = True
    """Whether to look at operations from the first to the last, or from the last to the first."""

    @classmethod
    def ir_dump_name(cls) -> str:
        return "Canonicalizer"

    def run(self, op: Operation, context: Context) -> None:
        worklist = _Worklist()
        rewriter = Rewriter()
        rewriter.listeners.append(worklist)
        order = [nested for nested in op.walk_post() if nested is not op]
        for nested in order if self.top_down else reversed(order):
            worklist.push(nested)
        rewrites = 0
        while (current := worklist.pop()) is not None:
            if rewrites == self.max_num_rewrites:
                if self.test_convergence:
                    message = f"canonicalize did not converge within {rewrites} rewrites"
                    raise PassError(error(message, op))
                return
            rewriter.insertion_point = InsertionPoint.before(current)
            rewrites += _rewrite(current, rewriter)


def _rewrite(op: Operation, rewriter: Rewriter) -> bool:
    """Brings one operation closer to its canonical form; whether there was anything to do."""
    if is_trivially_dead(op):
        rewriter.erase_op(op)
        return True
    return _fold(op, rewriter) or op.canonicalize(rewriter)


def _fold(op: Operation, rewriter: Rewriter) -> bool:
    """Replaces `op` where it folds to values; folding to constants is left to the dialects."""
    folded = op.fold() if op.results else None
    if folded is None:
        return False
    values = [value for value in folded if isinstance(value, Value)]
    if len(values) != len(op.results) or any(
        value.type is not result.type or value.defining_op is op  # made from itself, in a graph
        for value, result in zip(values, op.results, strict=True)
    ):
        return False
    rewriter.replace_op(op, values)
    return True
