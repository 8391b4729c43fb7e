"""Smaller programs that fail in the same way, so that a failure can be read."""

from __future__ import annotations

from collections.abc import Callable

from bufferize.interfaces import FunctionOpInterface, is_tensor_like
from bufferize.ir import IsTerminator, Operation, Value, clone

from .oracle_order import around, pre_order


def reduced(root: Operation, fails: Callable[[Operation], bool]) -> Operation:
    """A copy of `root` that still fails, without the operations that it does not take to fail."""
    number = len(pre_order(root)) - 1
    while number > 0:
        for smaller in _without(root, number):
            if fails(smaller):
                root = smaller
                break
        number = min(number - 1, len(pre_order(root)) - 1)
    return root


def _without(root: Operation, number: int) -> list[Operation]:
    """Copies of `root` without operation `number`, other values in place of its results."""
    op = pre_order(root)[number]
    if op.has_trait(IsTerminator):
        return []
    count = len(_replacements(op)) if op.has_uses() else 1
    return [smaller for i in range(count) if (smaller := _replaced(root, number, i)) is not None]


def _replaced(root: Operation, number: int, choice: int) -> Operation | None:
    copy = clone(root)
    op = pre_order(copy)[number]
    if op.has_uses():
        value = _replacements(op)[choice]
        for result in op.results:
            if result.type == value.type:
                result.replace_all_uses_with(value)
    if op.has_uses():
        return None
    op.erase()
    return copy


def _replacements(op: Operation) -> list[Value]:
    functions = [outer for outer in around(op) if isinstance(outer, FunctionOpInterface)]
    arguments = [a for f in functions[-1:] for a in f.regions[0].entry.arguments]
    return [v for v in dict.fromkeys([*op.operands, *arguments]) if is_tensor_like(v.type)]
