"""Places in the input: which operand, result or argument of which operation, and where it is."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import Position
from bufferize.interfaces import LoopLikeOpInterface, owner_of_value
from bufferize.ir import (
    Block,
    BlockArgument,
    DominanceInfo,
    Operation,
    OpOperand,
    OpResult,
    Region,
    Value,
)
from bufferize.ir.dominance import BlockGraph


class PlaceKind(enum.Enum):
    """What of an operation is meant; the value is the word for it."""

    OPERATION = "operation"
    OPERAND = "operand"
    RESULT = "result"
    ARGUMENT = "argument"
    """Of a block in one of its regions."""


@dataclass(frozen=True)
class Place:
    """An operation in the input, or one of its operands, results or block arguments."""

    op_name: str
    position: Position | None
    """Where the operation is written, or the argument."""
    kind: PlaceKind = PlaceKind.OPERATION
    index: int = 0
    """Which operand, result or argument; counted from 0."""
    op: Operation | None = field(default=None, compare=False, repr=False)
    """The operation, as far as bufferization has not taken it apart."""

    def __str__(self) -> str:
        what = f"'{self.op_name}'"
        if self.kind is not PlaceKind.OPERATION:
            what = f"{self.kind.value} #{self.index} of {what}"
        return what if self.position is None else f"{what} at {self.position}"


@dataclass(frozen=True)
class Loop:
    """A loop in the input."""

    place: Place
    trip_count: int | None
    """How often its body runs for one run of the loop, None where that is not known."""


def place_of(subject: Operation | OpOperand | Value) -> Place:
    """The place of an operation, of an operand, which is where the operation is, or of a value."""
    if isinstance(subject, Operation):
        return Place(subject.name, subject.location.position(), op=subject)
    if isinstance(subject, OpOperand):
        op = subject.owner
        return Place(op.name, op.location.position(), PlaceKind.OPERAND, subject.index, op)
    assert isinstance(subject, OpResult | BlockArgument)
    kind = PlaceKind.RESULT if isinstance(subject, OpResult) else PlaceKind.ARGUMENT
    owner = owner_of_value(subject)
    name = owner.name if owner is not None else "block"
    return Place(name, subject.location.position(), kind, subject.index, owner)


class LoopFinder:
    """Finds the loops around operations, between which control flow does not change."""

    def __init__(self) -> None:
        self._cyclic: dict[Region, set[Block]] = {}

    def around(self, op: Operation, state: AnalysisState) -> tuple[Loop, ...]:
        """The loops that `op` is in, innermost first.

        A block from whose end control may get back to its start counts as one, by its terminator.
        """
        loops: list[Loop] = []
        block = op.parent
        while block is not None and block.parent is not None and block.parent.parent is not None:
            region, parent = block.parent, block.parent.parent
            if self._is_in_cycle(block, region):
                loops.append(Loop(place_of(block.terminator), None))
            if isinstance(parent, LoopLikeOpInterface):
                loops.append(Loop(place_of(parent), parent.static_trip_count))
            elif state.is_repetitive_region(region):
                loops.append(Loop(place_of(parent), None))
            block = parent.parent
        return tuple(loops)

    def cycle_around(self, op: Operation) -> Place | None:
        """The end of the block of `op`, if control may get from there back to its start."""
        block = op.parent
        if block is None or block.parent is None or not self._is_in_cycle(block, block.parent):
            return None
        return place_of(block.terminator)

    def _is_in_cycle(self, block: Block, region: Region) -> bool:
        if len(region.blocks) == 1:
            return False
        cyclic = self._cyclic.get(region)
        if cyclic is None:
            graph = BlockGraph(region.blocks, DominanceInfo().tree(region))
            reaches = enumerate(zip(graph.blocks, graph.reaches, strict=True))
            cyclic = {found for number, (found, reached) in reaches if reached >> number & 1}
            self._cyclic[region] = cyclic
        return block in cyclic


def comes_after(op: Operation, other: Operation) -> bool:
    """Whether `op`, or what it lies in, stands behind `other`, or what that lies in."""
    ancestor: Operation | None = op
    while ancestor is not None and ancestor.parent is not None:
        around = ancestor.parent.find_ancestor_op(other)
        if around is not None:
            return around.is_before_in_block(ancestor)
        ancestor = ancestor.parent_op
    return False
