"""The order of operations: their positions, how far their regions extend, which happens first."""

from __future__ import annotations

from itertools import pairwise

from bufferize.interfaces import (
    DeferredExecutionInterface,
    RegionBranchOpInterface,
    has_tensor_values,
)
from bufferize.ir import Block, DominanceInfo, Operation, Region
from bufferize.ir.dominance import BlockGraph

Span = tuple[int, int]
Deferral = tuple[Operation, Span]
"""An operation that may use a buffer later, and the positions at which it may."""


class ProgramOrder:
    """The order of the operations below `root`. Answers are remembered, so the IR must not change.

    Each operation has a pre-order number, its *position*, from 0. In a region of several blocks, each
    block is followed by those that it dominates, and unreachable blocks come last. So an operation
    that happens before another has the smaller number. Operations outside of the root come last.
    """

    def __init__(self, root: Operation) -> None:
        self._dominance = DominanceInfo()
        self._graphs: dict[Region, BlockGraph] = {}
        self._of_blocks: dict[Region, Region | None] = {}
        self._siblings: dict[Region, tuple[list[Span], list[Span]]] = {}
        self._around: dict[Block | None, list[Span]] = {}
        self.blocks: dict[Region, list[Block]] = {}
        """The blocks, in order, of each region that has several."""
        self.nesting: dict[Region, int] = {}
        """For each region in `blocks`, the number of enclosing regions of several blocks."""
        self.dominated_end: dict[Block, int] = {}
        """For each block in `blocks`, the last position in it or in a block that it dominates."""
        self.first: dict[Operation, int] = {}
        """The position of each operation."""
        self.last: dict[Operation, int] = {}
        """For each operation, the position of the last one inside it, or its own."""
        work = [root]
        while work:
            op = work.pop()
            self.first[op] = len(self.first)
            for region in reversed(op.regions):
                if len(region.blocks) > 1:
                    self._enter(region)
                for block in reversed(self.blocks.get(region, region.blocks)):
                    work.extend(block.ops_reversed)
        self.count = len(self.first)
        # In reverse pre-order, an operation comes after all operations inside of it.
        for op, number in reversed(self.first.items()):
            end = number
            for region in op.regions:
                for block in region.blocks:
                    if block.last_op is not None:
                        end = max(end, self.last[block.last_op])
            self.last[op] = end
        for region in self.blocks:
            self._find_dominated_ends(region)
        self.all = 0, self.count
        """The positions of all operations, those outside of the root included."""
        self.deferred: dict[Operation, Span] = {}
        """The operations that run regions or use operands later, with the positions of that."""
        for op in self.first:
            if isinstance(op, DeferredExecutionInterface):
                end_op = op.completed_by()
                if end_op is not op:
                    self.deferred[op] = self._span_until(op, end_op)

    def _span_until(self, op: Operation, end: Operation | None) -> Span:
        block = end.parent if end in self.first else None
        start = block.find_ancestor_op(op) if block is not None else None
        if start is None or end is None:
            return self.all
        return self.span(end) if start is end else (self.position(start), self.position(end))

    def deferred_around(self, op: Operation) -> tuple[Deferral, ...]:
        """Return the operations around `op` whose regions run later, and when they may run."""
        found: list[Deferral] = []
        around = op.parent_op if self.deferred else None
        while around is not None:
            if around in self.deferred:
                found.append((around, self.deferred[around]))
            around = around.parent_op
        return tuple(found)

    def _enter(self, region: Region) -> None:
        reachable = self._dominance.tree(region).preorder()
        self.blocks[region] = list(dict.fromkeys([*reachable, *region.blocks]))
        outer = region.parent_region
        while outer is not None and outer not in self.blocks:
            outer = outer.parent_region
        self.nesting[region] = 0 if outer is None else 1 + self.nesting[outer]

    def _find_dominated_ends(self, region: Region) -> None:
        ends, tree = self.dominated_end, self._dominance.tree(region)
        end = self.position(region.parent) if region.parent is not None else 0
        for block in self.blocks[region]:
            if block.last_op is not None:
                end = self.last[block.last_op]
            ends[block] = end
        for block in reversed(self.blocks[region]):
            parent = tree.immediate_dominator(block)
            if parent is not None:
                ends[parent] = max(ends[parent], ends[block])

    def position(self, op: Operation) -> int:
        """Return the position of `op`."""
        return self.first.get(op, self.count)

    def end(self, op: Operation) -> int:
        """Return the position of the last operation inside `op`."""
        return self.last.get(op, self.count)

    def span(self, op: Operation) -> Span:
        """Return the positions of `op` and of all operations inside it."""
        return self.position(op), self.end(op)

    def from_end(self, op: Operation) -> Span:
        """Return the positions of all operations that may happen after `op`."""
        return 0 if self.blocks else self.end(op) + 1, self.count

    def block_span(self, block: Block) -> Span:
        """Return the positions of the operations in `block`: start after end if it is empty."""
        if block.first_op is None or block.last_op is None:
            return 1, 0
        if block.first_op not in self.first:
            return 0, self.count
        return self.position(block.first_op), self.end(block.last_op)

    def region_span(self, region: Region) -> Span:
        """Return the positions of the operations in `region`: start after end if it is empty."""
        blocks = self.blocks.get(region, region.blocks)
        spans = [self.block_span(block) for block in blocks if block.first_op is not None]
        return (spans[0][0], spans[-1][1]) if spans else (1, 0)

    def contains(self, outer: Operation, inner: Operation) -> bool:
        """Return whether `inner` is `outer` or nested in it."""
        start = self.first.get(outer)
        if start is None:
            return outer.is_ancestor_of(inner)
        return start <= self.first.get(inner, -1) <= self.last[outer]

    def happens_before(self, a: Operation, b: Operation) -> bool:
        """Return whether `a`, or an operation around it, comes before `b` whenever `b` runs.

        It returns False if one of the two contains the other.
        """
        contains = self.contains
        current: Operation | None = a
        while current is not None:
            if current is not b and contains(current, b):
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
        if region is None:
            return False
        other = b if b.parent is block else region.find_ancestor_op(b)
        if other is None or other.parent is None:
            return False
        if other.parent is not block:
            return self._dominance.properly_dominates_block(block, other.parent)
        # Also in a graph region: on buffers it runs in the order of the text. In MLIR all operations
        # there come before each other, which excuses real conflicts.
        return other is not a and a.is_before_in_block(other)

    def places(self, op: Operation) -> list[int]:
        """Return the numbers at which a write by `op` is found: position and *left numbers*.

        It has a left number for each region of several blocks around it: see `left_number`.
        """
        found = [self.position(op)]
        block = op.parent if self.blocks else None
        while block is not None:
            if block in self.dominated_end:
                assert block.parent is not None
                end = self.dominated_end[block]
                found.append(self.left_number(block.parent, end))
            block = block.parent_op.parent if block.parent_op is not None else None
        return found

    def left_number(self, region: Region, position: int) -> int:
        """Return a number for `position` that differs from all positions and other left numbers.

        A write has the left number of the last position that its block dominates. So the writes in
        blocks that come before `position`, but do not dominate the block there, are those with a
        smaller left number.
        """
        return (1 + self.nesting[region]) * (1 + self.count) + position

    def writers_around(self, op: Operation) -> list[int]:
        """Return the positions of the operations around `op` that may write to a tensor."""
        found = []
        outer = op.parent_op
        while outer is not None and outer in self.first:
            if outer.op_operands and has_tensor_values(outer):
                found.append(self.position(outer))
            outer = outer.parent_op
        return found

    def spans_around(self, block: Block | None) -> list[Span]:
        """Return the positions outside of `block` that come neither before nor after it.

        For programs in which no region has several blocks.
        """
        known = self._around.get(block)
        if known is None:
            known = self._around[block] = []
            region = block.parent if block is not None else None
            if block is not None and block.first_op is not None:
                known += [(at, at) for at in self.writers_around(block.first_op)]
            while region is not None and region.parent in self.first:
                known += self.sibling_spans(region)[1]
                region = region.parent_region
        return known

    def sibling_spans(self, region: Region) -> tuple[list[Span], list[Span]]:
        """Return the positions of the other regions of the operation of `region`.

        The first list has regions before `region` that do not run if it does, such as the other
        branch; the second one has regions that may run, too.
        """
        known = self._siblings.get(region)
        if known is None:
            if region.parent is None:
                return [], []
            self._find_sibling_spans(region.parent)
            known = self._siblings[region]
        return known

    def _find_sibling_spans(self, op: Operation) -> None:
        number = {region: i for i, region in enumerate(op.regions)}
        related = _related_regions(op, number) if isinstance(op, RegionBranchOpInterface) else None
        starts = [self.position(op) + 1]
        for region in op.regions:
            start, end = self.region_span(region)
            starts.append(end + 1 if start <= end else starts[-1])
        for region, i in number.items():
            others = sorted(related[i] - {i}) if related else [j for j in number.values() if j != i]
            included = [(starts[j], starts[j + 1] - 1) for j in others]
            bounds = [-1, *(j for j in others if j < i), i]
            excluded = [(starts[j + 1], starts[k] - 1) for j, k in pairwise(bounds)]
            self._siblings[region] = _filled(excluded), _filled(included)

    def region_of_blocks(self, region: Region | None) -> Region | None:
        """Return the innermost region of several blocks that is or contains `region`."""
        path: list[Region] = []
        while region is not None and region not in self._of_blocks:
            if len(region.blocks) > 1:
                self._of_blocks[region] = region
                break
            path.append(region)
            region = region.parent_region
        found = self._of_blocks[region] if region is not None else None
        self._of_blocks.update(dict.fromkeys(path, found))
        return found

    def block_graph(self, region: Region) -> BlockGraph:
        """Return the control flow between the blocks of `region`."""
        graph = self._graphs.get(region)
        if graph is None:
            blocks = self.blocks.get(region, region.blocks)
            graph = self._graphs[region] = BlockGraph(blocks)
        return graph


def _filled(spans: list[Span]) -> list[Span]:
    return [(start, end) for start, end in spans if start <= end]


def _related_regions(op: RegionBranchOpInterface, number: dict[Region, int]) -> list[set[int]]:
    """Return, for each region, the regions that control may go to from it, or come from."""
    related: list[set[int]] = [set() for _ in number]
    for region, i in number.items():
        seen: set[Region] = set()
        work = [region]
        while work:
            for successor in op.successor_regions(work.pop()):
                if successor.region is not None and successor.region not in seen:
                    seen.add(successor.region)
                    work.append(successor.region)
                    related[i].add(number[successor.region])
                    related[number[successor.region]].add(i)
    return related
