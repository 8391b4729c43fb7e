"""Positions: every operation's place in pre-order, and how far its regions extend."""

from __future__ import annotations

from bufferize.ir import Block, Operation, Region

Span = tuple[int, int]


class Positions:
    """Pre-order numbers of all operations below a root, from 0.

    `last[op]` is the number of the last operation inside `op`, or its own. Operations outside of
    the root come after all others.
    """

    __slots__ = ("count", "first", "last")

    def __init__(self, root: Operation) -> None:
        self.first: dict[Operation, int] = {}
        self.last: dict[Operation, int] = {}
        for number, op in enumerate(root.walk()):
            self.first[op] = number
        self.count = len(self.first)
        # In reverse pre-order an operation comes after all that is inside of it.
        for op, number in reversed(self.first.items()):
            end = number
            for region in op.regions:
                for block in region.blocks:
                    if block.last_op is not None:
                        end = max(end, self.last[block.last_op])
            self.last[op] = end

    def of(self, op: Operation) -> int:
        """The position of `op`."""
        return self.first.get(op, self.count)

    def end(self, op: Operation) -> int:
        """The position of the last operation inside `op`."""
        return self.last.get(op, self.count)

    def span(self, op: Operation) -> Span:
        """The positions of `op` and of all inside it."""
        return self.of(op), self.end(op)

    def block_span(self, block: Block) -> Span:
        """The positions of all operations in `block`; empty (start after end) for an empty block."""
        if block.first_op is None or block.last_op is None:
            return 1, 0
        if block.first_op not in self.first:
            return 0, self.count
        return self.of(block.first_op), self.end(block.last_op)

    def region_span(self, region: Region) -> Span:
        """The positions of all operations in `region`; empty where it has none."""
        spans = [self.block_span(block) for block in region.blocks]
        starts = [start for start, end in spans if start <= end]
        return (min(starts), max(end for _, end in spans)) if starts else (1, 0)

    def contains(self, outer: Operation, inner: Operation) -> bool:
        """Whether `inner` is `outer` or lies within it."""
        start = self.first.get(outer)
        if start is None:
            return outer.is_ancestor_of(inner)
        return start <= self.first.get(inner, -1) <= self.last[outer]
