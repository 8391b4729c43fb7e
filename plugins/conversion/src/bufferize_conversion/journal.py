"""A journal of changes to IR, noted one by one, so that the last of them can be undone.

It is for rewriting that tries changes and undoes them on failure, at the cost of these steps only.
`bufferize.ir.all_or_nothing` notes the state of a whole operation instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bufferize.ir import (
    UNKNOWN_LOC,
    Block,
    BlockArgument,
    Location,
    Operation,
    OpOperand,
    Region,
    Type,
    Value,
)


class Journal:
    """A recorder that makes changes to IR and notes how each is undone.

    Undoing is exact if all changes since are made by the journal, or between `keep` and the end of
    the step: values have their uses in the same order again. Only the order of a block's
    predecessors may change.
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
        """Forget the recorded changes, which can then not be undone."""
        self._steps.clear()

    def note(self, undo: Callable[..., object], *arguments: Any) -> None:
        """Record another change, which `undo(*arguments)` undoes."""
        self._steps.append((undo, arguments))

    # Operations

    def insert(self, op: Operation, block: Block, anchor: Operation | None) -> None:
        """Insert a new operation before `anchor` in `block`, or at its end.

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
        """Replace all uses of `value` by `replacement`."""
        if value is not replacement:
            for use in value.uses:
                self.set_operand(use, replacement)

    # Blocks

    def insert_argument(
        self, block: Block, index: int, type: Type, location: Location = UNKNOWN_LOC
    ) -> BlockArgument:
        """Insert an argument before argument `index` of `block`."""
        argument = block.insert_argument(index, type, location)
        self.note(_remove_argument, argument)
        return argument

    def erase_argument(self, argument: BlockArgument) -> None:
        """Remove an argument from its block. Raises ValueError while it has uses."""
        block, index = argument.owner, argument.index
        block.erase_argument(index)
        self.note(_return_argument, block, index, argument)

    def insert_block(self, region: Region, index: int, block: Block) -> None:
        """Insert a block that is in no region before block `index` of `region`."""
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
    """The place of each operand in its value's uses, once the operands before it are removed."""
    successors: list[Block]

    @staticmethod
    def taken_from(op: Operation) -> _Contents:
        """Remove the operands and successors of `op`, and return them."""
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
