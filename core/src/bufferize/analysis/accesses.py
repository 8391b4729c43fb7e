"""Reads and writes of tensors, and what can be asked about one of each.

A read, by an operand, is to see the contents that one of its *definitions* set. `Accesses` knows how
the read, the definitions and a write lie to each other: in which order, in which loops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bufferize.analysis.parts import PartsOfTensors
from bufferize.analysis.program_order import ProgramOrder
from bufferize.analysis.state import AnalysisState
from bufferize.dialects.bufferization import DeallocTensorOp
from bufferize.interfaces import (
    EffectKind,
    SubsetInsertionOpInterface,
    has_effect,
    is_tensor_like,
    owner_of_value,
)
from bufferize.ir import (
    Block,
    GraphRegion,
    IsolatedFromAbove,
    Operation,
    OpOperand,
    OpResult,
    Region,
    Value,
)
from bufferize.ir.dominance import BlockGraph


class Read:
    """An operand whose contents are read, by its owner or through a view of it."""

    __slots__ = ("definitions", "loops", "op", "operand")

    def __init__(
        self, operand: OpOperand, definitions: tuple[Value, ...], loops: tuple[Operation, ...]
    ) -> None:
        self.operand = operand
        self.op = operand.owner
        self.definitions = definitions
        self.loops = loops
        """The operations of the repetitive regions that hold the read but not a definition."""


class Hold(Read):
    """An operand in place that its owner works on from its start to its end, under another name.

    That is an argument of a region, or of a function. Whatever its contents are, nothing else may
    write to the buffer meanwhile.
    """

    __slots__ = ()

    def __init__(self, operand: OpOperand) -> None:
        super().__init__(operand, (), ())


class Freed(Hold):
    """An operand whose buffer its owner frees: nothing may write to it from then on."""

    __slots__ = ()


def frees(operand: OpOperand) -> bool:
    """Whether the owner of `operand` is there to free its buffer."""
    op = operand.owner
    return isinstance(op, DeallocTensorOp) or has_effect(op, EffectKind.FREE, operand.value)


class Write:
    """An operand whose buffer is written to, if it is used in place."""

    __slots__ = ("op", "operand", "sole_alias")

    def __init__(self, operand: OpOperand, sole_alias: Value | None) -> None:
        self.operand = operand
        self.op = operand.owner
        self.sole_alias = sole_alias
        """The value that holds what is written, if there is just one that shares the buffer."""


class Accesses:
    """Questions about reads and writes below one root, whose answers are remembered."""

    def __init__(self, state: AnalysisState, order: ProgramOrder) -> None:
        self.state = state
        self.order = order
        self.parts = PartsOfTensors(state)
        self._earliest: dict[Value, int] = {}
        self.from_subset: dict[tuple[SubsetInsertionOpInterface, bool], dict[Value, bool]] = {}
        """Of each insertion: which values were made from the part that it overwrites.

        Buffers are found to be equivalent before and after operands are decided, not meanwhile.
        """

    def can_use_order(self, read: Read, write: Write) -> bool:
        """Whether the read and the write come in one order only.

        Not so in a loop that runs both but does not redo the definition.
        """
        holds = self.order.contains
        if any(holds(loop, write.op) for loop in read.loops):
            return False
        return not self.in_block_loop(read, write)

    def in_block_loop(self, read: Read, write: Write) -> bool:
        """Whether blocks of a region around both make up such a loop.

        The reference only looks at the blocks that hold the two operations themselves, and so
        overwrites what a nested operation reads again in the next iteration.
        """
        return next(self._block_loops(read, write), None) is not None

    def _block_loops(self, read: Read, write: Write) -> Iterator[tuple[Region, Block]]:
        """The regions whose blocks make up such a loop, each with the block that the read is in."""
        region = self.order.region_of_blocks(write.op.parent_region)
        while region is not None:
            a, b = block_around(read.op, region), block_around(write.op, region)
            if a is not None and b is not None:
                barriers = [block_of(value, region) for value in read.definitions]
                if _is_block_loop(self.order.block_graph(region), a, b, barriers):
                    yield region, a
            region = self.order.region_of_blocks(region.parent_region)

    def varying(self, read: Read, write: Write) -> Callable[[Value], bool]:
        """Tells of a value whether it may be one thing at the read and another at the write.

        That is, in different iterations of a loop that runs both but does not redo the definition.
        """
        contains = self.order.contains
        loops = [loop for loop in read.loops if contains(loop, write.op)]
        block_loops = list(self._block_loops(read, write))

        def varies(value: Value) -> bool:
            region = value.parent_region
            around = region.parent if region is not None else None
            if around is not None and any(contains(loop, around) for loop in loops):
                return True
            return any(
                self.order.block_graph(blocks).is_reachable(block, home, None)
                for blocks, block in block_loops
                if (home := block_of(value, blocks)) is not None
            )

        return varies

    # Looking back along the use-def chain

    def is_before(self, value: Value, other: Value) -> bool:
        """Whether all that `value` was made from was there before `other` was.

        A search back for something made from `other` can stop at such a value.
        """
        owner, order = owner_of_value(value), self.order
        if owner is None or owner not in order.first:
            return False
        return order.end(owner) < self._earliest_descendant(other)

    def _earliest_descendant(self, value: Value) -> int:
        """The first position at which something that was made from `value` may be defined.

        That of `value` itself, or of a loop that may hand it to its next iteration.
        """
        known = self._earliest.get(value)
        if known is not None:
            return known
        order = self.order
        if isinstance(value, OpResult):
            earliest = order.position(value.owner)
        else:
            block = value.parent_block
            earliest = order.block_span(block)[0] if block is not None else 0
        region = value.parent_region
        while region is not None and region.parent in order.first:
            op = region.parent
            if self._hands_back(region, op):
                earliest = order.position(op)
            # Nothing in there is made from what is around it, such as the graph of a module.
            region = None if op.has_trait(IsolatedFromAbove) else op.parent_region
        self._earliest[value] = earliest
        return earliest

    def _hands_back(self, region: Region, op: Operation) -> bool:
        """Whether something in `region` of `op` may be made from what is written further down."""
        if len(region.blocks) > 1 or op.has_trait(GraphRegion):
            return True
        return any(
            op.is_proper_ancestor_of(alias.operand.owner)
            for argument in region.blocks[0].arguments
            if is_tensor_like(argument.type)
            for alias in self.state.get_aliasing_op_operands(argument)
        )


def _is_block_loop(graph: BlockGraph, a: Block, b: Block, barriers: list[Block | None]) -> bool:
    """Whether control gets from `a` to `b` and back past one of the barriers at least."""
    if not (graph.is_reachable(a, b, None) and graph.is_reachable(b, a, None)):
        return False
    return any(
        graph.is_reachable(a, b, barrier) and graph.is_reachable(b, a, barrier)
        for barrier in barriers
        if barrier is not a and barrier is not b
    )


def block_around(op: Operation, region: Region) -> Block | None:
    """The block of `region` that `op` is in, at whatever depth."""
    found = region.find_ancestor_op(op)
    return found.parent if found is not None else None


def block_of(value: Value, region: Region) -> Block | None:
    """The block of `region` in which `value` is defined, at whatever depth."""
    block = value.parent_block
    if block is None or block.parent is region:
        return block
    return block_around(block.parent_op, region) if block.parent_op is not None else None


def loops_between(
    state: AnalysisState, read: Operation, definitions: tuple[Value, ...]
) -> tuple[Operation, ...]:
    """For each definition the outermost loop that holds `read` and does not redo the definition."""
    loops: dict[Operation, None] = {}
    innermost = state.enclosing_repetitive_region(read.parent_region)
    if innermost is None:
        return ()
    for definition in definitions:
        around = state.enclosing_repetitive_region(definition.parent_region)
        region: Region | None = innermost
        while region is not None and region is not around:
            following = state.enclosing_repetitive_region(region.parent_region)
            if following is around or following is None:
                if region.parent is not None:
                    loops[region.parent] = None
                break
            region = following
    return tuple(loops)
