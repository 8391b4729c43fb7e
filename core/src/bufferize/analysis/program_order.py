"""Which operation happens before which."""

from __future__ import annotations

from bufferize.analysis.block_graph import BlockGraph
from bufferize.analysis.positions import Positions
from bufferize.ir import Block, DominanceInfo, GraphRegion, Operation, Region


class ProgramOrder:
    """Order questions about the operations below `root`, remembered while the IR stays as it is."""

    __slots__ = ("_dominance", "_graphs", "positions", "root")

    def __init__(self, root: Operation) -> None:
        self.root = root
        self.positions = Positions(root)
        self._dominance = DominanceInfo(root)
        self._graphs: dict[Region, BlockGraph] = {}

    def happens_before(self, a: Operation, b: Operation) -> bool:
        """Whether `a`, or an operation around it, comes before `b` whenever `b` runs.

        Never so for an operation that holds the other one.
        """
        holds = self.positions.contains
        current: Operation | None = a
        while current is not None:
            if current is not b and holds(current, b):
                return False
            if self._properly_dominates(current, b):
                return True
            current = current.parent_op
        return False

    def _properly_dominates(self, a: Operation, b: Operation) -> bool:
        block = a.parent
        if block is None:
            return False
        region = block.parent
        other = b if b.parent is block else _ancestor_in_region(b, region)
        if other is None or other.parent is None or region is None:
            return False
        if other.parent is not block:
            return self.dominates_block(block, other.parent)
        # Operations of a graph region come before one another and themselves. Not so in regions of
        # unregistered operations: nobody says that they are graphs, and on buffers their contents
        # run as written. The reference excuses conflicts there that are real.
        if region.parent is not None and region.parent.has_trait(GraphRegion):
            return True
        return other is not a and a.is_before_in_block(other)

    def dominates_block(self, a: Block, b: Block) -> bool:
        """Whether control passes `a` before it gets to `b`, another block of its region."""
        return self._dominance.properly_dominates_block(a, b)

    def block_graph(self, region: Region) -> BlockGraph:
        """The control flow between the blocks of `region`."""
        graph = self._graphs.get(region)
        if graph is None:
            graph = self._graphs[region] = BlockGraph(region, self._dominance)
        return graph


def _ancestor_in_region(op: Operation, region: Region | None) -> Operation | None:
    current: Operation | None = op
    while current is not None:
        block = current.parent
        if block is None:
            return None
        if block.parent is region:
            return current
        current = block.parent_op
    return None
