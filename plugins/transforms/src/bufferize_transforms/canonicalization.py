"""Canonicalization as patterns: dead operations, folds, and the canonical forms of operations."""

from __future__ import annotations

from bufferize.interfaces import EffectKind, memory_effects
from bufferize.ir import IsTerminator, Operation, Rewriter, SymbolTrait, Value


def is_trivially_dead(op: Operation) -> bool:
    """Return whether nothing uses `op` and erasing it changes no other operation's memory."""
    if op.has_uses() or op.has_trait(IsTerminator) or op.has_trait(SymbolTrait):
        return False
    effects = memory_effects(op)
    if effects is None:
        return False
    own = set(op.results)
    new = {e.value for e in effects if e.kind is EffectKind.ALLOCATE and e.value in own}
    return all(
        effect.kind is EffectKind.READ
        or (effect.kind is EffectKind.ALLOCATE and effect.value is None)
        or effect.value in new
        for effect in effects
    )


def erase_dead(op: Operation, rewriter: Rewriter) -> bool:
    """Erase an operation that nothing needs; return whether it was erased."""
    if not is_trivially_dead(op):
        return False
    rewriter.erase_op(op)
    return True


def fold(op: Operation, rewriter: Rewriter) -> bool:
    """Replace `op` if it folds to values; folding to constants is left to the dialects."""
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


def canonicalize(op: Operation, rewriter: Rewriter) -> bool:
    """Apply the operation's own canonicalization; return whether it changed anything."""
    return op.canonicalize(rewriter)
