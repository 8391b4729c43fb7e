"""Copies, pickles and comparison of IR: records of operations, from which they are made again.

A pickle holds the outermost operation, block or region; all else is a position in it. So objects
that are pickled together still refer to each other afterwards, however deep and long the IR is.
"""

from __future__ import annotations

__all__ = ["IRMapping", "clone", "is_equivalent"]

from collections.abc import Iterable, Sequence
from itertools import islice
from pickle import PicklingError
from typing import Any, TypeVar, cast

from bufferize.ir.block import Block, Region
from bufferize.ir.interning import Type
from bufferize.ir.location import UNKNOWN_LOC, Location
from bufferize.ir.operation import Operation, UnregisteredOp
from bufferize.ir.value import BlockArgument, OpOperand, Value

OperationT = TypeVar("OperationT", bound=Operation)

_Node = Operation | Region | Block
_Record = tuple[Any, ...]
_Shapes = list[list[tuple[list[Type], int]]]
"""The argument types and the number of operations of each block in each region."""


class IRMapping:
    """A map from values and blocks of the original to the copy's; others map to themselves."""

    __slots__ = ("blocks", "values")

    def __init__(self, values: dict[Value, Value] | None = None) -> None:
        self.values: dict[Value, Value] = values if values is not None else {}
        self.blocks: dict[Block, Block] = {}

    def value(self, value: Value) -> Value:
        """Return the copy of `value`, or `value` itself if it was not copied."""
        return self.values.get(value, value)

    def block(self, block: Block) -> Block:
        """Return the copy of `block`, or `block` itself if it was not copied."""
        return self.blocks.get(block, block)


def clone(op: OperationT, mapping: IRMapping | None = None) -> OperationT:
    """Return a detached copy of `op`, with operands mapped by `mapping`.

    The copied values and blocks are added to the mapping.
    """
    mapping = mapping if mapping is not None else IRMapping()
    contents = _Contents(op)
    copy = _Copy([], contents.records(), contents.labels())
    mapping.values.update(zip(contents.values, copy.values, strict=True))
    mapping.blocks.update(zip(contents.blocks, copy.blocks, strict=True))
    for use, new_use in zip(contents.uses, copy.uses, strict=True):
        new_use._link(mapping.value(use.value))
    for each, new in zip(contents.ops, copy.ops, strict=True):
        new.successors = [mapping.block(block) for block in each.successors]
        for block in new.successors:
            block._add_use(new)
    return cast("OperationT", copy.ops[0])


def is_equivalent(a: Operation | Region, b: Operation | Region, *, locations: bool = False) -> bool:
    """Return whether two operations or two regions are equal, with everything in them.

    Names of values do not matter, and locations only with `locations`. Values and blocks defined
    outside must be the same. A distinct attribute is equal to itself only.
    """
    one, other = _Contents(a), _Contents(b)
    return (
        _shapes(one.top) == _shapes(other.top)
        and one.records() == other.records()
        and one.operands() == other.operands()
        and (not locations or one.labels()[:2] == other.labels()[:2])
    )


class _Contents:
    """All operations, values and blocks in an operation, region or block, numbered in text order."""

    def __init__(self, root: _Node) -> None:
        self.ops: dict[Operation, int] = {}
        self.values: dict[Value, int] = {}
        self.uses: dict[OpOperand, int] = {}
        self.blocks: dict[Block, int] = {}
        self.top: list[list[Block]] = []
        if not isinstance(root, Operation):
            self.top = [root.blocks if isinstance(root, Region) else [root]]
        self._enter(self.top)
        for op in root.walk():
            self.ops[op] = len(self.ops)
            for result in op.results:
                self.values[result] = len(self.values)
            for use in op.op_operands:
                self.uses[use] = len(self.uses)
            self._enter([region.blocks for region in op.regions])

    def _enter(self, regions: list[list[Block]]) -> None:
        for blocks in regions:
            for block in blocks:
                self.blocks[block] = len(self.blocks)
                for argument in block.arguments:
                    self.values[argument] = len(self.values)

    def records(self) -> list[_Record]:
        """Return a record of each operation: all parts except the operands."""
        return [
            (
                type(op),
                op.name,
                op.result_types,
                len(op.op_operands),
                op.properties,
                op.attributes,
                [self.blocks.get(block, block) for block in op.successors],
                _shapes([region.blocks for region in op.regions]),
            )
            for op in self.ops
        ]

    def operands(self) -> list[object]:
        """Return the operands, as numbers; values defined outside are returned unchanged."""
        return [self.values.get(use.value, use.value) for use in self.uses]

    def labels(self) -> _Record:
        """Return the locations of operations and arguments, and the names of values."""
        return (
            [op.location for op in self.ops],
            [argument.location for block in self.blocks for argument in block.arguments],
            [value.name_hint for value in self.values],
        )


def _shapes(regions: list[list[Block]]) -> _Shapes:
    return [
        [([argument.type for argument in block.arguments], block.num_ops) for block in blocks]
        for blocks in regions
    ]


class _Copy:
    """Operations that are made from their records, still without operands and successors."""

    def __init__(self, top: _Shapes, records: list[_Record], labels: _Record) -> None:
        self.ops: list[Operation] = []
        self.values: list[Value] = []
        self.uses: list[OpOperand] = []
        self.blocks: list[Block] = []
        # The blocks that are not full yet, the next one last, and how many operations they lack.
        self._open: list[tuple[Block, int]] = []
        self.top = self._regions(top)
        for record in records:
            self._add(record)
        locations, argument_locations, name_hints = labels
        arguments = [argument for block in self.blocks for argument in block.arguments]
        labeled: zip[tuple[Operation | BlockArgument, Location]] = zip(
            [*self.ops, *arguments], [*locations, *argument_locations], strict=True
        )
        for each, location in labeled:
            each.location = location
        for value, name_hint in zip(self.values, name_hints, strict=True):
            value.name_hint = name_hint

    def _add(self, record: _Record) -> None:
        """Append an operation to the first incomplete block."""
        cls, name, types, num_operands, properties, attributes, _, shapes = record
        op = cls.__new__(cls)
        if cls is UnregisteredOp:
            op.name = name
        while self._open and not self._open[-1][1]:
            self._open.pop()
        op._initialize((), types, properties, attributes, (), (), UNKNOWN_LOC)
        op.op_operands = [OpOperand.__new__(OpOperand) for _ in range(num_operands)]
        for index, use in enumerate(op.op_operands):
            use.owner, use.index = op, index
        self.ops.append(op)
        self.values += op.results
        self.uses += op.op_operands
        if self._open:
            block, missing = self._open[-1]
            self._open[-1] = block, missing - 1
            block.append(op)
        op.regions = self._regions(shapes)
        for region in op.regions:
            region.parent = op

    def _regions(self, shapes: _Shapes) -> list[Region]:
        """Make regions with empty blocks."""
        regions = [Region([Block(types) for types, _ in shape]) for shape in shapes]
        blocks = [block for region in regions for block in region.blocks]
        self.blocks += blocks
        for block in blocks:
            self.values += block.arguments
        lengths = [num_ops for shape in shapes for _, num_ops in shape]
        self._open += reversed(list(zip(blocks, lengths, strict=True)))
        return regions


# Pickles


def reduced(node: Any) -> tuple[Any, ...]:
    """Return the result of `__reduce__` for an operation, region or block."""
    path: list[int] = []
    while node.parent is not None:
        parent = node.parent
        path.append(next(i for i, child in enumerate(_children(parent)) if child is node))
        node = parent
    return (_at, (node, path[::-1])) if path else (_restored, _pickled(node))


def _at(root: _Node, path: Sequence[int]) -> _Node:
    for index in path:
        root = next(islice(_children(root), index, None))
    return root


def _children(node: _Node) -> Iterable[_Node]:
    if isinstance(node, Operation):
        return node.regions
    return node.blocks if isinstance(node, Region) else node.ops


def _pickled(root: _Node) -> tuple[Any, ...]:
    """Return the arguments of `_restored`."""
    contents = _Contents(root)
    ops, uses = contents.ops, contents.uses
    for use in uses:
        if use.value not in contents.values:
            raise PicklingError(
                f"cannot pickle '{use.owner.name}': operand #{use.index} is defined "
                "outside of what is pickled"
            )
    for op in ops:
        if any(block not in contents.blocks for block in op.successors):
            raise PicklingError(
                f"cannot pickle '{op.name}': it branches to a block outside of what is pickled"
            )
    # The order of uses and branches may decide what is rewritten first, so it is kept.
    chains = [[uses[use] for use in value.uses if use in uses] for value in contents.values]
    branches = [[ops[op] for op in block.branches if op in ops] for block in contents.blocks]
    top = _shapes(contents.top)
    return type(root) is Block, top, contents.records(), contents.labels(), chains, branches


def _restored(
    is_block: bool,
    top: _Shapes,
    records: list[_Record],
    labels: _Record,
    chains: list[list[int]],
    branches: list[list[int]],
) -> _Node:
    copy = _Copy(top, records, labels)
    for op, record in zip(copy.ops, records, strict=True):
        op.successors = [copy.blocks[number] for number in record[6]]
    for block, numbers in zip(copy.blocks, branches, strict=True):
        for op in [copy.ops[number] for number in numbers]:
            block.branches[op] = op.successors.count(block)
    for value, chain in zip(copy.values, chains, strict=True):
        for number in reversed(chain):
            copy.uses[number]._link(value)
    if not copy.top:
        return copy.ops[0]
    (region,) = copy.top
    if not is_block:
        return region
    (block,) = region.blocks
    region.blocks, block.parent = [], None
    return block
