"""Which operation happens before which."""

from __future__ import annotations

from bufferize.analysis.positions import Positions
from bufferize.interfaces import is_block_reachable
from bufferize.ir import Block, DominanceInfo, Operation, Region


class ProgramOrder:
    """Order questions about the operations below `root`, remembered while the IR stays as it is."""

    __slots__ = ("_dominance", "_reachable", "positions", "root")

    def __init__(self, root: Operation) -> None:
        self.root = root
        self.positions = Positions(root)
        self._dominance = DominanceInfo(root)
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
        region = block.parent
        other = b if b.parent is block else _ancestor_in_region(b, region)
        if other is None or other.parent is None or region is None:
            return False
        if other.parent is not block:
            return self.dominates_block(block, other.parent)
        # In a graph region too, operations on buffers run as they are written. The reference lets
        # every one of them precede every other, and so excuses conflicts that are real.
        return other is not a and a.is_before_in_block(other)

    def dominates_block(self, a: Block, b: Block) -> bool:
        """Whether control passes `a` before it gets to `b`, another block of its region."""
        return self._dominance.properly_dominates_block(a, b)

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
