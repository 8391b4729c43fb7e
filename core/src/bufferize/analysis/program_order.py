"""Which operation happens before which."""

from __future__ import annotations

from bufferize.analysis.positions import Positions
from bufferize.interfaces import is_block_reachable
from bufferize.ir import Block, DominanceInfo, GraphRegion, Operation, Region


class ProgramOrder:
    """Order questions about the operations below `root`, remembered while the IR stays as it is."""

    __slots__ = ("_dominance", "_reachable", "positions", "root")

    def __init__(self, root: Operation) -> None:
        self.root = root
        self.positions = Positions(root)
        self._dominance: DominanceInfo | None = None
        self._reachable: dict[tuple[Block, Block, Block | None], bool] = {}

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
        other = b if b.parent is block else _ancestor_in_region(b, block.parent)
        if other is None or other is a:
            return False
        owner = block.parent_op
        if other.parent is block:
            if owner is not None and owner.has_trait(GraphRegion):
                return True
            return a.is_before_in_block(other)
        return self.dominates_across_blocks(a, other)

    def dominates_across_blocks(self, a: Operation, b: Operation) -> bool:
        """Whether the block of `a` dominates the block of `b`, another block of its region."""
        if self._dominance is None:
            self._dominance = DominanceInfo(self.root)
        return self._dominance.properly_dominates(a, b)

    def is_reachable(self, start: Block, target: Block, excluding: Block | None) -> bool:
        """Whether control may get from the end of `start` to `target` but not into `excluding`."""
        key = (start, target, excluding)
        answer = self._reachable.get(key)
        if answer is None:
            barrier = () if excluding is None else (excluding,)
            answer = self._reachable[key] = is_block_reachable(start, target, barrier)
        return answer

    def is_in_cycle(self, block: Block) -> bool:
        """Whether control may get from the end of `block` to its start within its region."""
        return self.is_reachable(block, block, None)


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
