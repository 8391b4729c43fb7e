"""Undoing changes to IR, in two ways.

`all_or_nothing` and `undone` note the state of a whole operation beforehand, as a few long lists of
references: whoever makes the changes, nothing is missed, and making them costs no more than without.
A `Journal` notes changes one by one, so that the last of them can be undone: for rewriting that tries
something and goes back where it does not work out, at the cost of these steps only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import Any, Generic, NamedTuple, TypeVar

from bufferize.ir.block import Block, Region
from bufferize.ir.interning import Attribute, Type
from bufferize.ir.location import UNKNOWN_LOC, Location
from bufferize.ir.operation import Operation
from bufferize.ir.value import BlockArgument, OpOperand, Value


class Journal:
    """Makes changes to IR and notes how each is undone.

    Undoing is exact if all changes since are made by the journal, or between `keep` and the end of
    the step: values have their uses in the same order again. Only the order of a block's
    predecessors may become another.
    """

    __slots__ = ("_new", "_steps")

    def __init__(self) -> None:
        self._steps: list[tuple[Callable[..., object], tuple[Any, ...]]] = []
        self._new: list[Operation] = []

    @property
    def mark(self) -> int:
        """The current end of the journal, to undo later changes."""
        return len(self._steps)

    def undo(self, mark: int = 0) -> None:
        """Undo all changes since `mark`, the latest first."""
        while len(self._steps) > mark:
            function, arguments = self._steps.pop()
            function(*arguments)
        # Only now, as uses are put back next to their former neighbors, which may be new.
        for op in self._new:
            op.drop_all_references()
        self._new.clear()

    def forget(self) -> None:
        """Forget all notes: the changes stay."""
        self._steps.clear()

    def note(self, undo: Callable[..., object], *arguments: Any) -> None:
        """Note another change, which `undo(*arguments)` undoes."""
        self._steps.append((undo, arguments))

    # Operations

    def insert(self, op: Operation, block: Block, anchor: Operation | None) -> None:
        """Put a new operation before `anchor` in `block`, at its end without one.

        It is thrown away when this is undone.
        """
        block.insert_before(op, anchor)
        self.note(self._discard, op)

    def _discard(self, op: Operation) -> None:
        op.detach()
        self._new.append(op)

    def move(self, op: Operation, block: Block, anchor: Operation | None) -> None:
        """Move an operation from its block to before `anchor` in `block`, or to its end."""
        before, following = op.parent, op.next_op
        assert before is not None
        op.detach()
        block.insert_before(op, anchor)
        self.note(_move_back, op, before, following)

    def erase(self, op: Operation) -> None:
        """Erase an operation. Raises ValueError while it has uses."""
        if op.has_uses():
            raise ValueError(f"{op!r} still has uses")
        block, following = op.parent, op.next_op
        assert block is not None
        kept = [_Contents.taken_from(nested) for nested in op.walk()]
        op.detach()
        self.note(_unerase, op, block, following, kept)

    def keep(self, op: Operation) -> None:
        """Note the state of `op`, except for its regions, before it is changed in place."""
        self.note(_Kept(op).restore)

    # Uses

    def set_operand(self, use: OpOperand, value: Value) -> None:
        """Set one operand to `value`."""
        if value is not use.value:
            self.note(_FormerUse.of(use).put_back)
            use.set(value)

    def replace_all_uses_with(self, value: Value, replacement: Value) -> None:
        """Make all users of `value` use `replacement`."""
        if value is not replacement:
            for use in value.uses:
                self.set_operand(use, replacement)

    # Blocks

    def insert_argument(
        self, block: Block, index: int, type: Type, location: Location = UNKNOWN_LOC
    ) -> BlockArgument:
        """Put an argument before argument `index` of `block`."""
        argument = block.insert_argument(index, type, location)
        self.note(_remove_argument, argument)
        return argument

    def erase_argument(self, argument: BlockArgument) -> None:
        """Remove an argument from its block. Raises ValueError while it has uses."""
        block, index = argument.owner, argument.index
        block.erase_argument(index)
        self.note(_return_argument, block, index, argument)

    def insert_block(self, region: Region, index: int, block: Block) -> None:
        """Put a block that is in no region before block `index` of `region`."""
        region.insert(index, block)
        self.note(_remove_block, block)

    def remove_block(self, block: Block) -> None:
        """Take a block out of its region; the caller changes the operations that branch to it."""
        region = block.parent
        assert region is not None
        index = region.blocks.index(block)
        _remove_block(block)
        self.note(_return_block, region, index, block)

    def move_blocks(self, source: Region, target: Region, index: int) -> None:
        """Move all blocks of `source` to before block `index` of `target`."""
        blocks = source.blocks
        self.note(_move_blocks_back, blocks, source, target)
        source.blocks = []
        for block in blocks:
            block.parent = target
        target.blocks[index:index] = blocks


class _FormerUse(NamedTuple):
    """A use, its value, and its neighbors in the value's list of uses."""

    use: OpOperand
    value: Value
    previous: OpOperand | None
    following: OpOperand | None

    @staticmethod
    def of(use: OpOperand) -> _FormerUse:
        return _FormerUse(use, use.value, use._previous, use._next)

    def put_back(self) -> None:
        use, value, previous, following = self
        if _is_linked(use, use.value):
            use.drop()
        if following is not None and _is_linked(following, value):
            previous = following._previous
        elif previous is not None and _is_linked(previous, value):
            following = previous._next
        else:
            use._link(value)
            return
        use.value, use._previous, use._next = value, previous, following
        if previous is None:
            value.first_use = use
        else:
            previous._next = use
        if following is not None:
            following._previous = use


def _is_linked(use: OpOperand, value: Value) -> bool:
    return use.value is value and (use._previous is not None or value.first_use is use)


class _Contents(NamedTuple):
    """The operands and successors of an operation."""

    op: Operation
    operands: list[OpOperand]
    places: list[_FormerUse]
    """The place of each operand, once those before it were taken off."""
    successors: list[Block]

    @staticmethod
    def taken_from(op: Operation) -> _Contents:
        """Take operands and successors off `op`, and return them."""
        places = []
        for use in op.op_operands:
            places.append(_FormerUse.of(use))
            use.drop()
        for block in op.successors:
            block._drop_use(op)
        contents = _Contents(op, op.op_operands, places, op.successors)
        op.op_operands, op.successors = [], []
        return contents

    def put_back(self) -> None:
        op = self.op
        for place in reversed(self.places):
            place.put_back()
        op.op_operands, op.successors = self.operands, self.successors
        for index, use in enumerate(self.operands):
            use.index = index
        for block in self.successors:
            block._add_use(op)


class _Kept:
    """The state of an operation before it was changed in place."""

    def __init__(self, op: Operation) -> None:
        places = []
        for use in op.op_operands:
            places.append(_FormerUse.of(use))
            use.drop()
        for place in reversed(places):
            place.put_back()
        self._contents = _Contents(op, list(op.op_operands), places, list(op.successors))
        self._results, self._types = op.results, op.result_types
        self._properties, self._attributes = dict(op.properties), dict(op.attributes)
        self._location = op.location

    def restore(self) -> None:
        op = self._contents.op
        for use in op.op_operands:
            use.drop()
        for block in op.successors:
            block._drop_use(op)
        self._contents.put_back()
        op.results, op.location = self._results, self._location
        for result, type in zip(op.results, self._types, strict=True):
            result.type = type
        for entries, before in (
            (op.properties, self._properties),
            (op.attributes, self._attributes),
        ):
            entries.clear()
            entries.update(before)


def _move_back(op: Operation, block: Block, following: Operation | None) -> None:
    op.detach()
    block.insert_before(op, following)


def _unerase(
    op: Operation, block: Block, following: Operation | None, kept: list[_Contents]
) -> None:
    block.insert_before(op, following)
    for contents in reversed(kept):
        contents.put_back()


def _remove_argument(argument: BlockArgument) -> None:
    block = argument.owner
    del block.arguments[argument.index]
    block._renumber_arguments(argument.index)


def _return_argument(block: Block, index: int, argument: BlockArgument) -> None:
    block.arguments.insert(index, argument)
    block._renumber_arguments(index)


def _remove_block(block: Block) -> None:
    assert block.parent is not None
    block.parent.remove(block)


def _return_block(region: Region, index: int, block: Block) -> None:
    region.insert(index, block)


def _move_blocks_back(blocks: list[Block], source: Region, target: Region) -> None:
    moved = set(blocks)
    target.blocks = [block for block in target.blocks if block not in moved]
    source.blocks = blocks
    for block in blocks:
        block.parent = source


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
        """Detach the former parts from new ones, and from where they were moved to."""
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
