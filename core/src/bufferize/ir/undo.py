"""Undoing changes to IR, which restores the same objects in the same places.

`all_or_nothing` and `undone` note the state of a whole operation beforehand, as a few long lists of
references: whoever makes the changes, nothing is missed, and making them costs no more than without.
"""

from __future__ import annotations

__all__ = ["all_or_nothing", "undone"]

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import Generic, TypeVar

from bufferize.ir.interning import Attribute
from bufferize.ir.operation import Operation
from bufferize.ir.value import BlockArgument, Value

T = TypeVar("T")


@contextmanager
def all_or_nothing(op: Operation) -> Iterator[None]:
    """Context manager: undo all changes to `op` and in it if an exception is raised."""
    before = _Before(op)
    try:
        yield
    except BaseException:
        before.restore()
        raise


@contextmanager
def undone(op: Operation) -> Iterator[None]:
    """Context manager: undo all changes to `op` and in it at the end, in any case."""
    before = _Before(op)
    try:
        yield
    finally:
        before.restore()


class _Lists(Generic[T]):
    """Many short lists, kept as one long list and their lengths."""

    __slots__ = ("_lengths", "items")

    def __init__(self, lists: Collection[Collection[T]]) -> None:
        self._lengths = list(map(len, lists))
        self.items = list(chain.from_iterable(lists))

    def __iter__(self) -> Iterator[list[T]]:
        items = iter(self.items)
        return (list(islice(items, length)) for length in self._lengths)


class _Entries:
    """Many short dictionaries, kept as lists of keys and of values."""

    __slots__ = ("_keys", "_values")

    def __init__(self, dictionaries: list[dict[str, Attribute]]) -> None:
        self._keys = _Lists(dictionaries)
        self._values = _Lists([d.values() for d in dictionaries])

    def restore(self, dictionaries: list[dict[str, Attribute]]) -> None:
        """Restore the dictionaries, with entries in the same order."""
        for each, keys, values in zip(dictionaries, self._keys, self._values, strict=True):
            each.clear()
            each.update(zip(keys, values, strict=True))


class _Before:
    """The former state of an operation and all in it."""

    def __init__(self, root: Operation) -> None:
        self._root = root
        ops = self._ops = list(root.walk())
        self._entries = _Entries([op.properties for op in ops] + [op.attributes for op in ops])
        self._operands = _Lists([op.op_operands for op in ops])
        self._results = _Lists([op.results for op in ops])
        self._successors = _Lists([op.successors for op in ops])
        self._regions = _Lists([op.regions for op in ops])
        self._blocks = _Lists([region.blocks for region in self._regions.items])
        blocks = self._blocks.items
        self._arguments = _Lists([block.arguments for block in blocks])
        self._bodies = _Lists([list(block.ops) for block in blocks])
        self._branches = {b: dict(b.branches) for b in {*blocks, *self._successors.items}}
        values: list[Value] = [*self._results.items, *self._arguments.items]
        self._located: list[Operation | BlockArgument] = [*ops, *self._arguments.items]
        self._locations = [each.location for each in self._located]
        self._types = [value.type for value in values]
        self._name_hints = [value.name_hint for value in values]
        # Values from outside are only used here; these come after the others.
        values += {use.value: None for use in self._operands.items}.keys() - set(values)
        self._values = values
        self._uses = _Lists([list(value.uses) for value in values])

    def restore(self) -> None:
        """Restore the state."""
        self._let_go()
        self._restore_places()
        self._restore_uses()
        for each, location in zip(self._located, self._locations, strict=True):
            each.location = location
        ops = self._ops
        self._entries.restore([op.properties for op in ops] + [op.attributes for op in ops])
        for value, type, hint in zip(self._values, self._types, self._name_hints, strict=False):
            value.type, value.name_hint = type, hint

    def _let_go(self) -> None:
        """Detach the former parts from new parents and from places that they were moved to."""
        ops, blocks = set(self._ops), set(self._blocks.items)
        regions, uses = set(self._regions.items), set(self._uses.items)
        new = {op: None for op in self._root.walk() if op not in ops}
        for value in self._values:
            new.update({u.owner: None for u in value.uses if u not in uses and u.owner not in ops})
        for op in self._ops:
            if op.parent is not None and op.parent not in blocks and op is not self._root:
                op.detach()
        for block in blocks:
            if block.parent is not None and block.parent not in regions:
                block.parent.blocks.remove(block)
        for op in new:
            op.regions = [region for region in op.regions if region not in regions]
            op.drop_all_references()
            if op.parent in blocks:
                op.detach()
        for region in regions:
            for block in region.blocks:
                block.parent = None

    def _restore_places(self) -> None:
        for op, results, own in zip(self._ops, self._results, self._regions, strict=True):
            op.results, op.regions = tuple(results), own
            for region in own:
                region.parent = op
        for region, blocks in zip(self._regions.items, self._blocks, strict=True):
            region.blocks = blocks
            for block in blocks:
                block.parent = region
        for block, arguments in zip(self._blocks.items, self._arguments, strict=True):
            block.arguments = arguments
            block._renumber_arguments(0)
            block.first_op = block.last_op = None
            block.num_ops = 0
        for block, body in zip(self._blocks.items, self._bodies, strict=True):
            for op in body:
                op.parent = None
                block.append(op)

    def _restore_uses(self) -> None:
        lists = zip(self._ops, self._operands, self._successors, strict=True)
        for op, operands, successors in lists:
            op.op_operands, op.successors = operands, successors
            for index, use in enumerate(operands):
                use.index = index
        for block, branches in self._branches.items():
            block.branches = branches
        for value, uses in zip(self._values, self._uses, strict=True):
            value.first_use = None
            for use in reversed(uses):
                use._link(value)
