"""The greedy rewrite driver, and the patterns of canonicalization."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from bufferize import ir
from bufferize.diagnostics import PassError, error
from bufferize.dialects.memref import AllocLikeOp, DeallocOp, StoreOp
from bufferize.interfaces import EffectKind, memory_effects
from bufferize_transforms.endings import may_not_return

Pattern = Callable[[ir.Operation, ir.Rewriter], bool]
"""A pattern: rewrites an operation if it matches; returns whether anything changed.

The rewriter's insertion point is before the operation, which may be erased. All changes are made
with the rewriter, or reported to it.
"""

MOST_REWRITES_OF_AN_OP: Final = 64
"""The default limit on rewrites, for each operation at the start."""
_MOST_REWRITES_OF_FEW: Final = 4096


class Rewrites(NamedTuple):
    """The outcome of rewriting."""

    number: int
    is_complete: bool
    """Whether no pattern applies any more."""


def rewrite_greedily(
    root: ir.Operation,
    patterns: Iterable[Pattern],
    *,
    top_down: bool = True,
    max_rewrites: int | None = None,
    stop_after: int | None = None,
    listeners: Iterable[ir.Listener] = (),
) -> Rewrites:
    """Apply `patterns` to all operations in `root`, not to `root`, until none applies.

    The first matching pattern rewrites an operation. New and changed operations, their users and the
    definitions of their operands are visited again. Raises PassError, with the pattern's name, after
    more than `max_rewrites`, by default 64 for each operation. Stops after `stop_after` rewrites.
    `listeners` are notified of all changes.
    """
    worklist = _Worklist()
    rewriter = ir.Rewriter()
    rewriter.listeners += [worklist, *listeners]
    order = [op for op in root.walk_post() if op is not root]
    for nested in order if top_down else reversed(order):
        worklist.push(nested)
    if max_rewrites is None:
        max_rewrites = max(_MOST_REWRITES_OF_FEW, MOST_REWRITES_OF_AN_OP * len(order))
    patterns = tuple(patterns)
    applied: Counter[Pattern] = Counter()
    number = 0
    while (op := worklist.pop()) is not None:
        if number == stop_after:
            return Rewrites(number, False)
        name = op.name
        for pattern in patterns:
            rewriter.insertion_point = ir.InsertionPoint.before(op)
            worklist.is_changed = False
            changed = pattern(op, rewriter)
            if not isinstance(changed, bool):
                raise TypeError(f"pattern '{_name(pattern)}' gives {changed!r}, not a bool")
            if changed or worklist.is_changed:
                number += 1
                applied[pattern] += 1
                if op.parent is not None:  # its users may fold with it now
                    worklist.push_users(op)
                if number > max_rewrites:
                    raise _endless(root, name, pattern, applied)
                break
    return Rewrites(number, True)


def _endless(root: ir.Operation, name: str, last: Pattern, applied: Counter[Pattern]) -> PassError:
    (most, times), *_ = applied.most_common(1)
    return PassError(
        error(
            f"rewriting does not come to an end: pattern '{_name(most)}' was applied {times} times, "
            f"and pattern '{_name(last)}' still has something to do for '{name}'",
            root,
        )
    )


def _name(pattern: Pattern) -> str:
    return getattr(pattern, "__qualname__", type(pattern).__qualname__)


class _Worklist(ir.Listener):
    """The operations to visit, each at most once in the list."""

    def __init__(self) -> None:
        self.is_changed = False
        self._queue: OrderedDict[ir.Operation, None] = OrderedDict()

    def push(self, op: ir.Operation) -> None:
        self._queue.setdefault(op, None)

    def pop(self) -> ir.Operation | None:
        return self._queue.popitem(last=False)[0] if self._queue else None

    def operation_inserted(self, op: ir.Operation) -> None:
        self.is_changed = True
        self.push(op)

    def operation_modified(self, op: ir.Operation) -> None:
        self.is_changed = True
        self.push(op)

    def operand_set(self, use: ir.OpOperand, former: ir.Value) -> None:
        owner = former.defining_op
        if owner is not None and not former.has_uses():  # the definition may be dead now
            self.push(owner)

    def push_users(self, op: ir.Operation) -> None:
        for user in {user for result in op.results for user in result.users}:
            self.push(user)

    def operation_replaced(self, op: ir.Operation, values: Sequence[ir.Value]) -> None:
        self.push_users(op)

    def operation_erased(self, op: ir.Operation) -> None:
        self.is_changed = True
        for nested in op.walk():
            self._queue.pop(nested, None)
            for operand in nested.op_operands:
                owner = operand.value.defining_op
                if owner is not None and not op.is_ancestor_of(owner):
                    self.push(owner)


def is_trivially_dead(op: ir.Operation) -> bool:
    """Return whether nothing uses `op`, it returns, and it changes no other operation's memory."""
    if op.has_uses() or op.has_trait(ir.IsTerminator) or op.has_trait(ir.SymbolTrait):
        return False
    effects = memory_effects(op)
    if effects is None or any(map(may_not_return, op.walk())):
        return False
    own = set(op.results)
    new = {e.value for e in effects if e.kind is EffectKind.ALLOCATE and e.value in own}
    return all(
        effect.kind is EffectKind.READ
        or (effect.kind is EffectKind.ALLOCATE and effect.value is None)
        or effect.value in new
        for effect in effects
    )


def erase_dead(op: ir.Operation, rewriter: ir.Rewriter) -> bool:
    """Erase `op` if it is dead; return whether it was."""
    if not is_trivially_dead(op):
        return False
    rewriter.erase_op(op)
    return True


def fold(op: ir.Operation, rewriter: ir.Rewriter) -> bool:
    """Replace `op` if it folds to existing values; dialects fold to constants themselves."""
    folded = op.fold() if op.results else None
    if folded is None:
        return False
    values = [value for value in folded if isinstance(value, ir.Value)]
    if len(values) != len(op.results) or any(
        value.type is not result.type
        or value.defining_op is op  # an operand of itself, in a graph region
        for value, result in zip(values, op.results, strict=True)
    ):
        return False
    rewriter.replace_op(op, values)
    return True


def canonicalize(op: ir.Operation, rewriter: ir.Rewriter) -> bool:
    """Apply the canonicalization of the operation; return whether it changed anything."""
    return _erase_unread(op, rewriter) or op.canonicalize(rewriter)


def _erase_unread(op: ir.Operation, rewriter: ir.Rewriter) -> bool:
    """Erase an allocation of the memref dialect, with the stores and frees that are its only uses.

        %a = memref.alloc() : memref<4xf32>
        memref.store %v, %a[%i] : memref<4xf32>
        memref.dealloc %a : memref<4xf32>

    Like mlir-opt, it leaves an allocation that other operations write, such as `memref.copy`.
    """
    if not isinstance(op, AllocLikeOp):
        return False
    buffer = op.memref
    users = set(buffer.users)
    for user in users:
        is_store = isinstance(user, StoreOp) and user.value is not buffer
        if not is_store and not isinstance(user, DeallocOp):
            return False
    for user in users:
        rewriter.erase_op(user)
    rewriter.erase_op(op)
    return True


def erase_unreachable_blocks(root: ir.Operation) -> bool:
    """Erase the blocks in `root` to which no branch leads; return whether there were any."""
    erased = False
    for op in root.walk():
        for region in op.regions:
            if len(region.blocks) > 1:
                tree = ir.DominatorTree(region)
                gone = [block for block in region.blocks if not tree.is_reachable(block)]
                for block in gone:
                    block.drop_all_references()
                region.blocks = [block for block in region.blocks if tree.is_reachable(block)]
                erased = erased or bool(gone)
    return erased
