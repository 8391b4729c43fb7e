"""Pickles and deep copies of IR, of any depth and length.

The outermost thing that an operation, block or region lies in is taken as a whole, as a list of
records; all else is a place in it. So what is pickled together hangs together afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pickle import PicklingError
from typing import Any

from bufferize.ir.block import Block, Region
from bufferize.ir.operation import Operation, UnregisteredOp
from bufferize.ir.value import OpOperand, Value

_Node = Operation | Region | Block
_Record = tuple[Any, ...]


def reduced(node: _Node) -> tuple[Any, ...]:
    """What `__reduce__` returns for an operation, region or block."""
    root, path = _place(node)
    return (_at, (root, path)) if path else (_restored, _Recorder(root).arguments())


def _place(node: _Node) -> tuple[_Node, tuple[int, ...]]:
    """The outermost node around `node`, and the way down from there, by index."""
    path: list[int] = []
    while node.parent is not None:
        parent: _Node = node.parent
        path.append(next(i for i, child in enumerate(_children(parent)) if child is node))
        node = parent
    return node, tuple(reversed(path))


def _at(root: _Node, path: Sequence[int]) -> _Node:
    for index in path:
        root = next(child for i, child in enumerate(_children(root)) if i == index)
    return root


def _children(node: _Node) -> Iterable[_Node]:
    if isinstance(node, Operation):
        return node.regions
    return node.blocks if isinstance(node, Region) else node.ops


class _Recorder:
    """Numbers operations, values, uses and blocks, each kind in the order of the text."""

    def __init__(self, root: _Node) -> None:
        self._root = root
        self._ops: dict[Operation, int] = {}
        self._values: list[Value] = []
        self._uses: dict[OpOperand, int] = {}
        self._blocks: dict[Block, int] = {}
        self._enter(self._top())
        for op in root.walk():
            self._ops[op] = len(self._ops)
            self._values += op.results
            for use in op.op_operands:
                self._uses[use] = len(self._uses)
            self._enter([region.blocks for region in op.regions])

    def _top(self) -> list[list[Block]]:
        if isinstance(self._root, Operation):
            return []
        return [self._root.blocks if isinstance(self._root, Region) else [self._root]]

    def _enter(self, regions: list[list[Block]]) -> None:
        for blocks in regions:
            for block in blocks:
                self._blocks[block] = len(self._blocks)
                self._values += block.arguments

    def arguments(self) -> tuple[Any, ...]:
        """The arguments of `_restored`."""
        uses, ops = self._uses, self._ops
        # Which use comes first may decide what is rewritten first; so with the branches.
        chains = [tuple([uses[u] for u in value.uses if u in uses]) for value in self._values]
        if sum(map(len, chains)) < len(uses):
            known = set(self._values)
            outside = next(use for use in uses if use.value not in known)
            raise PicklingError(
                f"cannot pickle '{outside.owner.name}': operand #{outside.index} is defined "
                "outside of what is pickled"
            )
        branches = [tuple([ops[o] for o in block.branches if o in ops]) for block in self._blocks]
        kind = type(self._root) if isinstance(self._root, Region | Block) else Operation
        top = _regions(self._top())
        return kind, top, [self._record(op) for op in ops], chains, branches

    def _record(self, op: Operation) -> _Record:
        if any(block not in self._blocks for block in op.successors):
            raise PicklingError(
                f"cannot pickle '{op.name}': it branches to a block outside of what is pickled"
            )
        return (
            type(op),
            op.name if isinstance(op, UnregisteredOp) else None,
            tuple([(result.type, result.name_hint) for result in op.results]),
            len(op.op_operands),
            op.properties,
            op.attributes,
            tuple([self._blocks[block] for block in op.successors]),
            _regions([region.blocks for region in op.regions]),
            op.location,
        )


def _regions(regions: list[list[Block]]) -> _Record:
    return tuple([tuple([_block(block) for block in blocks]) for blocks in regions])


def _block(block: Block) -> _Record:
    arguments = [(arg.type, arg.location, arg.name_hint) for arg in block.arguments]
    return tuple(arguments), block.num_ops


class _Restorer:
    """Makes operations from their records, each put where the one before says."""

    def __init__(self) -> None:
        self.ops: list[Operation] = []
        self.values: list[Value] = []
        self.uses: list[OpOperand] = []
        self.blocks: list[Block] = []
        # The blocks that are not full yet, the next one last, and how many operations they lack.
        self._open: list[tuple[Block, int]] = []

    def regions(self, records: _Record) -> list[Region]:
        """Regions whose blocks are still empty."""
        regions: list[Region] = []
        opened: list[tuple[Block, int]] = []
        for record in records:
            regions.append(Region())
            for arguments, num_ops in record:
                block = regions[-1].append(Block())
                for type, location, name_hint in arguments:
                    block.add_argument(type, location).name_hint = name_hint
                self.blocks.append(block)
                self.values += block.arguments
                opened.append((block, num_ops))
        self._open += reversed(opened)
        return regions

    def operation(self, record: _Record) -> None:
        """An operation that uses nothing yet, in the next block that is not full."""
        cls, name, results, num_operands, properties, attributes, _, regions, location = record
        op = cls.__new__(cls)
        if name is not None:
            op.name = name
        op._initialize((), [type for type, _ in results], properties, attributes, (), (), location)
        for result, (_, name_hint) in zip(op.results, results, strict=True):
            result.name_hint = name_hint
        op.op_operands = [_unlinked(op, index) for index in range(num_operands)]
        self.ops.append(op)
        self.values += op.results
        self.uses += op.op_operands
        while self._open and not self._open[-1][1]:
            self._open.pop()
        if self._open:
            block, missing = self._open[-1]
            self._open[-1] = block, missing - 1
            block.append(op)
        op.regions = self.regions(regions)
        for region in op.regions:
            region.parent = op


def _unlinked(op: Operation, index: int) -> OpOperand:
    use = OpOperand.__new__(OpOperand)
    use.owner, use.index = op, index
    return use


def _restored(
    kind: type[_Node],
    top: _Record,
    records: list[_Record],
    chains: list[tuple[int, ...]],
    branches: list[tuple[int, ...]],
) -> _Node:
    restorer = _Restorer()
    regions = restorer.regions(top)
    for record in records:
        restorer.operation(record)
    ops, blocks = restorer.ops, restorer.blocks
    for op, record in zip(ops, records, strict=True):
        op.successors = [blocks[number] for number in record[6]]
    for block, numbers in zip(blocks, branches, strict=True):
        for op in [ops[number] for number in numbers]:
            block._uses[op] = op.successors.count(block)
    for value, chain in zip(restorer.values, chains, strict=True):
        for number in reversed(chain):
            restorer.uses[number]._link(value)
    if kind is Operation:
        return ops[0]
    (region,) = regions
    if kind is Region:
        return region
    (block,) = region.blocks
    region.blocks, block.parent = [], None
    return block
