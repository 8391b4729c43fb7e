"""Blocks, which are lists of operations, and regions, which are lists of blocks.

Every operation carries an integer label that grows along its block, so that which of two comes
first is known in constant time. A label is taken between its neighbors'; where no integer is left,
the smallest sparse enough range of labels around the place is spread out evenly (Bender et al.,
"Two simplified algorithms for maintaining order in a list"), which costs O(log n) amortized.
"""

from __future__ import annotations

__all__ = ["Block", "Region"]

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from bufferize.ir.interning import Type
from bufferize.ir.location import UNKNOWN_LOC, Location
from bufferize.ir.value import BlockArgument, Node

if TYPE_CHECKING:
    from bufferize.ir.operation import Operation


_STRIDE: Final = 1 << 20
_SPARSITY: Final = 1.5


class Block(Node):
    """Arguments and a linked list of operations.

    The list is linked because rewriting inserts and erases anywhere, in constant time.
    """

    __slots__ = ("arguments", "branches", "first_op", "last_op", "num_ops", "parent")

    def __init__(self, argument_types: Iterable[Type] = ()) -> None:
        self.arguments = [BlockArgument(self, i, t) for i, t in enumerate(argument_types)]
        self.first_op: Operation | None = None
        self.last_op: Operation | None = None
        self.num_ops = 0
        self.parent: Region | None = None
        self.branches: dict[Operation, int] = {}
        """For each operation that branches here, how many of its successors are this block."""

    @property
    def parent_op(self) -> Operation | None:
        """The operation whose region holds the block."""
        return self.parent.parent if self.parent is not None else None

    @property
    def ops(self) -> Iterator[Operation]:
        """The operations in order. The current one may be erased or moved during the iteration."""
        op = self.first_op
        while op is not None:
            following = op.next_op
            yield op
            op = following

    @property
    def ops_reversed(self) -> Iterator[Operation]:
        """The operations from last to first. The current one may be erased or moved, too."""
        op = self.last_op
        while op is not None:
            previous = op.prev_op
            yield op
            op = previous

    @property
    def terminator(self) -> Operation:
        """The last operation. Raises ValueError for an empty block."""
        if self.last_op is None:
            raise ValueError("the block is empty")
        return self.last_op

    def find_ancestor_op(self, op: Operation) -> Operation | None:
        """Return the operation of this block that is `op` or contains it; None if there is none."""
        current: Operation | None = op
        while current is not None and current.parent is not self:
            current = current.parent_op
        return current

    def append(self, op: Operation) -> None:
        """Insert a detached operation at the end."""
        self._insert(op, self.last_op, None)

    def insert_before(self, op: Operation, anchor: Operation | None) -> None:
        """Insert a detached operation before `anchor` in this block, or at the end."""
        if anchor is None:
            self.append(op)
        elif anchor.parent is not self:
            raise ValueError(f"{anchor!r}, before which to insert {op!r}, is not in the block")
        else:
            self._insert(op, anchor.prev_op, anchor)

    def insert_after(self, op: Operation, anchor: Operation) -> None:
        """Insert a detached operation after `anchor` in this block."""
        if anchor.parent is not self:
            raise ValueError(f"{anchor!r}, after which to insert {op!r}, is not in the block")
        self._insert(op, anchor, anchor.next_op)

    def _insert(
        self, op: Operation, previous: Operation | None, following: Operation | None
    ) -> None:
        if op.parent is not None:
            raise ValueError(f"{op!r} is in a block already")
        # Set before it is linked: until then its label is that of its former place.
        if following is None:
            op._order = 0 if previous is None else previous._order + _STRIDE
        else:
            op._order = _label_between(previous, following)
        op.parent = self
        op.prev_op = previous
        op.next_op = following
        if previous is None:
            self.first_op = op
        else:
            previous.next_op = op
        if following is None:
            self.last_op = op
        else:
            following.prev_op = op
        self.num_ops += 1

    def _unlink(self, op: Operation) -> None:
        """Remove `op` from the list; `Operation.detach` is the public method."""
        previous, following = op.prev_op, op.next_op
        if previous is None:
            self.first_op = following
        else:
            previous.next_op = following
        if following is None:
            self.last_op = previous
        else:
            following.prev_op = previous
        op.prev_op = op.next_op = op.parent = None
        self.num_ops -= 1

    def add_argument(self, type: Type, location: Location = UNKNOWN_LOC) -> BlockArgument:
        """Append an argument."""
        return self.insert_argument(len(self.arguments), type, location)

    def insert_argument(
        self, index: int, type: Type, location: Location = UNKNOWN_LOC
    ) -> BlockArgument:
        """Insert an argument before argument `index`."""
        argument = BlockArgument(self, index, type, location)
        self.arguments.insert(index, argument)
        self._renumber_arguments(index + 1)
        return argument

    def erase_argument(self, index: int) -> None:
        """Remove argument `index`. Raises ValueError while it has uses."""
        if self.arguments[index].has_uses():
            raise ValueError(f"argument {index} still has uses")
        del self.arguments[index]
        self._renumber_arguments(index)

    def _renumber_arguments(self, start: int) -> None:
        for i in range(start, len(self.arguments)):
            self.arguments[i].index = i

    @property
    def is_entry(self) -> bool:
        """Whether the block is the first of its region."""
        return self.parent is not None and self.parent.blocks[0] is self

    @property
    def predecessors(self) -> list[Block]:
        """The blocks whose terminators branch here, once for each of these terminators."""
        return [op.parent for op in self.branches if op.parent is not None]

    def successors(self) -> list[Block]:
        """Return where the terminator branches to."""
        return self.last_op.successors if self.last_op is not None else []

    def _add_use(self, op: Operation) -> None:
        self.branches[op] = self.branches.get(op, 0) + 1

    def _drop_use(self, op: Operation) -> None:
        count = self.branches[op] - 1
        if count:
            self.branches[op] = count
        else:
            del self.branches[op]

    def walk(self) -> Iterator[Operation]:
        """Yield all operations in the block and nested in them, outer ones first."""
        for op in self.ops:
            yield from op.walk()

    def drop_all_references(self) -> None:
        """Drop all operands and successors in the block, so that it can be discarded."""
        for op in self.ops:
            op.drop_all_references()


class Region(Node):
    """A list of blocks that belongs to an operation; the first block is the entry."""

    __slots__ = ("__weakref__", "blocks", "parent")

    def __init__(self, blocks: Iterable[Block] = ()) -> None:
        self.blocks: list[Block] = []
        self.parent: Operation | None = None
        for block in blocks:
            self.append(block)

    @property
    def entry(self) -> Block:
        """The first block. Raises ValueError for an empty region."""
        if not self.blocks:
            raise ValueError("the region is empty")
        return self.blocks[0]

    @property
    def index(self) -> int:
        """The index among the operation's regions."""
        assert self.parent is not None
        return self.parent.regions.index(self)

    def append(self, block: Block) -> Block:
        """Insert a block that is in no region at the end, and return it."""
        self.insert(len(self.blocks), block)
        return block

    def insert(self, index: int, block: Block) -> None:
        """Insert a block that is in no region before block `index`."""
        if block.parent is not None:
            raise ValueError("the block is in a region already")
        block.parent = self
        self.blocks.insert(index, block)

    def remove(self, block: Block) -> None:
        """Take a block out of this region, into no region."""
        self.blocks.remove(block)
        block.parent = None

    def take_body(self, other: Region) -> None:
        """Move all blocks of `other` to the end of this region."""
        for block in other.blocks:
            block.parent = self
        self.blocks += other.blocks
        other.blocks = []

    @property
    def parent_region(self) -> Region | None:
        """The region around this region's operation."""
        return self.parent.parent_region if self.parent is not None else None

    def is_ancestor_of(self, other: Region | None) -> bool:
        """Return whether `other` is this region or lies within it."""
        while other is not None:
            if other is self:
                return True
            other = other.parent_region
        return False

    def is_proper_ancestor_of(self, other: Region) -> bool:
        """Return whether `other` lies within this region and differs from it."""
        return other is not self and self.is_ancestor_of(other)

    def find_ancestor_op(self, op: Operation) -> Operation | None:
        """Return the operation directly in this region that is `op` or contains it, if any."""
        current: Operation | None = op
        while current is not None and current.parent_region is not self:
            current = current.parent_op
        return current

    def walk(self) -> Iterator[Operation]:
        """Yield all operations in the region and nested in them, outer ones first."""
        for block in self.blocks:
            yield from block.walk()


def _label_between(previous: Operation | None, following: Operation) -> int:
    """Return the label of an operation put between two neighbors."""
    if previous is None:
        return following._order - _STRIDE
    if following._order - previous._order < 2:
        _spread(previous)
    return (previous._order + following._order) // 2


def _spread(op: Operation) -> None:
    """Spread out the labels of the operations around `op`."""
    first = last = op
    count, bits = 1, 0
    while True:
        bits += 1
        low = op._order >> bits << bits
        high = low + (1 << bits)
        while first.prev_op is not None and first.prev_op._order >= low:
            first = first.prev_op
            count += 1
        while last.next_op is not None and last.next_op._order < high:
            last = last.next_op
            count += 1
        if count < (2 / _SPARSITY) ** bits and (1 << bits) // count >= 4:
            break
    gap = (1 << bits) // count
    current: Operation | None = first
    for i in range(count):
        assert current is not None
        current._order = low + i * gap
        current = current.next_op
