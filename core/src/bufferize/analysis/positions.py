"""Positions: every operation's place in pre-order, and how far its regions extend."""

from __future__ import annotations

from bufferize.ir import Block, DominanceInfo, Operation, Region

Span = tuple[int, int]


class Positions:
    """Pre-order numbers of all operations below a root, from 0.

    Of several blocks in a region, each is followed by those that it dominates, and unreachable
    ones come last: what happens before an operation has a smaller number. `last[op]` is the number
    of the last operation inside `op`, or its own. Operations outside of the root come after all
    others.
    """

    __slots__ = ("blocks", "count", "dominated_end", "first", "last", "nesting")

    def __init__(self, root: Operation, dominance: DominanceInfo) -> None:
        self.blocks: dict[Region, list[Block]] = {}
        """The order of the blocks of each region that has several."""
        self.nesting: dict[Region, int] = {}
        """For each of these, in how many of them it lies."""
        self.dominated_end: dict[Block, int] = {}
        """The last position in a block of theirs, or in one that it dominates."""
        self.first: dict[Operation, int] = {}
        self.last: dict[Operation, int] = {}
        work = [root]
        while work:
            op = work.pop()
            self.first[op] = len(self.first)
            for region in reversed(op.regions):
                if len(region.blocks) > 1:
                    self._enter(region, dominance)
                for block in reversed(self.blocks.get(region, region.blocks)):
                    work.extend(block.ops_reversed)
        self.count = len(self.first)
        # In reverse pre-order an operation comes after all that is inside of it.
        for op, number in reversed(self.first.items()):
            end = number
            for region in op.regions:
                for block in region.blocks:
                    if block.last_op is not None:
                        end = max(end, self.last[block.last_op])
            self.last[op] = end
        for region in self.blocks:
            self._find_dominated_ends(region, dominance)

    def _enter(self, region: Region, dominance: DominanceInfo) -> None:
        reachable = dominance.tree(region).preorder()
        self.blocks[region] = list(dict.fromkeys([*reachable, *region.blocks]))
        outer = region.parent_region
        while outer is not None and outer not in self.blocks:
            outer = outer.parent_region
        self.nesting[region] = 0 if outer is None else 1 + self.nesting[outer]

    def _find_dominated_ends(self, region: Region, dominance: DominanceInfo) -> None:
        ends, tree = self.dominated_end, dominance.tree(region)
        end = self.of(region.parent) if region.parent is not None else 0
        for block in self.blocks[region]:
            if block.last_op is not None:
                end = self.last[block.last_op]
            ends[block] = end
        for block in reversed(self.blocks[region]):
            parent = tree.immediate_dominator(block)
            if parent is not None:
                ends[parent] = max(ends[parent], ends[block])

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
        blocks = self.blocks.get(region, region.blocks)
        first = next((b for b in blocks if b.first_op is not None), None)
        last = next((b for b in reversed(blocks) if b.first_op is not None), None)
        if first is None or last is None:
            return 1, 0
        return self.block_span(first)[0], self.block_span(last)[1]

    def contains(self, outer: Operation, inner: Operation) -> bool:
        """Whether `inner` is `outer` or lies within it."""
        start = self.first.get(outer)
        if start is None:
            return outer.is_ancestor_of(inner)
        return start <= self.first.get(inner, -1) <= self.last[outer]
