"""Greedy rewriting: applies patterns to operations until none of them changes anything."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from bufferize.diagnostics import PassError, error
from bufferize.ir import InsertionPoint, Listener, Operation, OpOperand, Rewriter, Value

Pattern = Callable[[Operation, Rewriter], bool]
"""A function that rewrites an operation if it applies, and returns whether it changed anything.

The rewriter stands before the operation, which may be erased. All changes must be made through the
rewriter, or reported to it.
"""

MOST_REWRITES_OF_AN_OP: Final = 64
"""The default limit on rewrites for each operation of the input."""
_MOST_REWRITES_OF_FEW: Final = 4096


class Rewrites(NamedTuple):
    """The outcome of rewriting."""

    number: int
    is_complete: bool
    """Whether rewriting ended because nothing was left to do."""


def rewrite_greedily(
    root: Operation,
    patterns: Iterable[Pattern],
    *,
    top_down: bool = True,
    max_rewrites: int | None = None,
    stop_after: int | None = None,
    listeners: Iterable[Listener] = (),
) -> Rewrites:
    """Apply `patterns` to all operations in `root`, except `root` itself, until nothing changes.

    The first pattern that changes an operation is used. Operations that it creates or changes, and
    those that use or define their values, are visited again. Raises PassError, with the pattern's
    name, after more than `max_rewrites` rewrites, by default 64 for each operation. After
    `stop_after` rewrites, the work ends early. `listeners` are notified of all changes.
    """
    worklist = _Worklist()
    rewriter = Rewriter()
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
            rewriter.insertion_point = InsertionPoint.before(op)
            worklist.is_changed = False
            changed = pattern(op, rewriter)
            if not isinstance(changed, bool):
                raise TypeError(f"pattern '{_name(pattern)}' gives {changed!r}, not a bool")
            if changed or worklist.is_changed:
                number += 1
                applied[pattern] += 1
                if op.parent is not None:  # what uses it may fold with it now
                    worklist.push_users(op)
                if number > max_rewrites:
                    raise _endless(root, name, pattern, applied)
                break
    return Rewrites(number, True)


def _endless(root: Operation, name: str, last: Pattern, applied: Counter[Pattern]) -> PassError:
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


class _Worklist(Listener):
    """The operations that are still to be visited, each at most once at a time."""

    def __init__(self) -> None:
        self.is_changed = False
        self._queue: OrderedDict[Operation, None] = OrderedDict()

    def push(self, op: Operation) -> None:
        self._queue.setdefault(op, None)

    def pop(self) -> Operation | None:
        return self._queue.popitem(last=False)[0] if self._queue else None

    def operation_inserted(self, op: Operation) -> None:
        self.is_changed = True
        self.push(op)

    def operation_modified(self, op: Operation) -> None:
        self.is_changed = True
        self.push(op)

    def operand_set(self, use: OpOperand, former: Value) -> None:
        owner = former.defining_op
        if owner is not None and not former.has_uses():  # it may be dead now
            self.push(owner)

    def push_users(self, op: Operation) -> None:
        for user in {user for result in op.results for user in result.users}:
            self.push(user)

    def operation_replaced(self, op: Operation, values: Sequence[Value]) -> None:
        self.push_users(op)

    def operation_erased(self, op: Operation) -> None:
        self.is_changed = True
        for nested in op.walk():
            self._queue.pop(nested, None)
            for operand in nested.op_operands:
                owner = operand.value.defining_op
                if owner is not None and not op.is_ancestor_of(owner):
                    self.push(owner)
