"""Dominance and reachability: which operations are executed before others; cycles of a graph.

Within a block the order of the operations decides, between blocks of a region the dominator tree,
and between regions the operation that holds the inner one. In graph regions, and in those of
unregistered operations, there is no order: everything dominates everything else there.
"""

from __future__ import annotations

__all__ = ["DominanceInfo", "DominatorTree", "has_ssa_dominance"]

from collections.abc import Iterable, Iterator, Sequence

from bufferize.ir.block import Block, Region
from bufferize.ir.operation import GraphRegion, Operation
from bufferize.ir.value import BlockArgument, Value


def has_ssa_dominance(region: Region) -> bool:
    """Return whether values must be defined before their uses in this region."""
    op = region.parent
    return op is None or (op.is_registered and not op.has_trait(GraphRegion))


class DominatorTree:
    """The dominator tree of a region with control flow between its blocks.

    The iterative algorithm of Cooper, Harvey and Kennedy; queries take constant time.
    """

    __slots__ = ("_idoms", "_spans")

    def __init__(self, region: Region) -> None:
        order = _postorder(region.blocks[:1], region)[::-1]
        idoms = _immediate_dominators(order)
        self._idoms = {block: order[idoms[i]] for i, block in enumerate(order) if i}
        sizes = [1] * len(order)
        for i in range(len(order) - 1, 0, -1):
            sizes[idoms[i]] += sizes[i]
        # In preorder a block's descendants come right behind it.
        starts, following = [0] * len(order), [1] * len(order)
        for i in range(1, len(order)):
            starts[i] = following[idoms[i]]
            following[idoms[i]] += sizes[i]
            following[i] = starts[i] + 1
        self._spans = {b: (starts[i], starts[i] + sizes[i]) for i, b in enumerate(order)}

    def is_reachable(self, block: Block) -> bool:
        """Return whether control can go from the entry to the block."""
        return block in self._spans

    def preorder(self) -> list[Block]:
        """Return the reachable blocks, each followed by the blocks that it dominates."""
        return sorted(self._spans, key=self._spans.__getitem__)

    def immediate_dominator(self, block: Block) -> Block | None:
        """Return the nearest other block that dominates this one.

        None for the entry or if unreachable.
        """
        return self._idoms.get(block)

    def dominates(self, a: Block, b: Block) -> bool:
        """Return whether `a` is `b` or on every path to it. All blocks dominate an unreachable one."""
        outer, inner = self._spans.get(a), self._spans.get(b)
        return inner is None or (outer is not None and outer[0] <= inner[0] < outer[1])


def _postorder(starts: Iterable[Block], region: Region | None) -> list[Block]:
    """Return the reachable blocks of the region, each after the blocks first reached from it."""
    found: list[Block] = []
    seen: set[Block] = set()
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        work = [(start, iter(start.successors()))]
        while work:
            block, successors = work[-1]
            for successor in successors:
                if successor not in seen and successor.parent is region:
                    seen.add(successor)
                    work.append((successor, iter(successor.successors())))
                    break
            else:
                found.append(block)
                work.pop()
    return found


def _immediate_dominators(order: list[Block]) -> list[int]:
    """Return the immediate dominator of each block, by number; the entry has itself."""
    number = {block: i for i, block in enumerate(order)}
    predecessors = [[number[p] for p in block.predecessors if p in number] for block in order]
    unknown = -1
    idoms = [unknown] * len(order)
    idoms[0] = 0
    changed = True
    while changed:
        changed = False
        for i in range(1, len(order)):
            new = unknown
            # The blocks on paths that are known to meet at `new`: no path is walked twice.
            below: set[int] = set()
            for candidate in predecessors[i]:
                if idoms[candidate] == unknown:
                    continue
                if new == unknown:
                    new = candidate
                    continue
                while new != candidate:  # up the tree to where the two meet
                    while candidate > new:
                        if candidate in below:
                            candidate = new
                        else:
                            below.add(candidate)
                            candidate = idoms[candidate]
                    while new > candidate:
                        below.add(new)
                        new = idoms[new]
            if idoms[i] != new:
                idoms[i] = new
                changed = True
    return idoms


class DominanceInfo:
    """The dominance of everything in and below an operation; answers queries.

    Trees are built when a query first needs them and are not updated when blocks change.
    """

    __slots__ = ("_trees",)

    def __init__(self) -> None:
        self._trees: dict[Region, DominatorTree] = {}

    def tree(self, region: Region) -> DominatorTree:
        """Return the dominator tree of a nonempty region."""
        tree = self._trees.get(region)
        if tree is None:
            tree = self._trees[region] = DominatorTree(region)
        return tree

    def is_reachable(self, block: Block) -> bool:
        """Return whether control can go from the entry of its region to the block."""
        region = block.parent
        if region is None or region.blocks[0] is block:
            return True
        return self.tree(region).is_reachable(block)

    def dominates(self, a: Value | Operation, b: Operation) -> bool:
        """Return whether `a` is `b`, or is executed before `b` on every path to it."""
        return a is b or self.properly_dominates(a, b)

    def properly_dominates(self, a: Value | Operation, b: Operation) -> bool:
        """Return whether `a` is defined or executed before `b` on every path to it.

        An operation dominates the operations in its regions; its results do not.
        """
        if isinstance(a, BlockArgument):
            return b.parent is not None and self.dominates_block(a.owner, b.parent)
        definition = a if isinstance(a, Operation) else a.defining_op
        assert definition is not None
        block = definition.parent
        if block is None or b.parent is None:
            return False
        region = block.parent
        ssa = region is None or has_ssa_dominance(region)
        if definition is b:
            return not ssa
        if b.parent is not block:
            inner = region.find_ancestor_op(b) if region is not None else None
            if inner is None:
                return False
            b = inner
            if a is b:
                return True
        assert b.parent is not None
        if b.parent is block:
            return not ssa or definition.is_before_in_block(b)
        assert region is not None
        return self.tree(region).dominates(block, b.parent)

    def dominates_block(self, a: Block, b: Block) -> bool:
        """Return whether `a` is `b`, contains `b`, or is on every path to `b`."""
        return a is b or self.properly_dominates_block(a, b)

    def properly_dominates_block(self, a: Block, b: Block) -> bool:
        """Return whether `a` is another block that contains `b` or is on every path to `b`."""
        region = a.parent
        if region is None or b.parent is None:
            return False
        inner: Block | None = b
        while inner is not None and inner.parent is not region:
            holder = inner.parent_op
            inner = holder.parent if holder is not None else None
        if inner is None:
            return False
        if inner is a:
            # Equal blocks do not dominate each other properly, a block does what lies in its ops.
            return b is not a or not has_ssa_dominance(region)
        return self.tree(region).dominates(a, inner)


class BlockGraph:
    """The control flow between the `blocks` of a region; block number i is bit i of a set."""

    __slots__ = ("_around", "blocks", "number", "reached_from", "reaches")

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks
        self.number = {block: i for i, block in enumerate(blocks)}
        order = [self.number[block] for block in _postorder(blocks, blocks[0].parent)]
        successors = [[self.number[s] for s in block.successors()] for block in blocks]
        predecessors: list[list[int]] = [[] for _ in blocks]
        for number, targets in enumerate(successors):
            for target in targets:
                predecessors[target].append(number)
        self.reaches = _closure(successors, order)
        """For each block, the set of blocks that control may reach from its end."""
        self.reached_from = _closure(predecessors, order[::-1])
        """For each block, the set of blocks from which control may reach its start."""
        self._around: dict[tuple[int, int], int] = {}

    def is_reachable(self, start: Block, target: Block, barrier: Block | None) -> bool:
        """Return whether control may reach `target` from the end of `start` and avoid `barrier`."""
        source, bit = self.number[start], 1 << self.number[target]
        if not self.reaches[source] & bit:
            return False
        if barrier is None or barrier not in self.number:
            return True
        if barrier is target:
            return False
        key = (source, self.number[barrier])
        if key not in self._around:
            self._around[key] = self._reachable_around(start, barrier)
        return bool(self._around[key] & bit)

    def _reachable_around(self, start: Block, barrier: Block) -> int:
        seen = 0
        work = list(start.successors())
        while work:
            block = work.pop()
            bit = 1 << self.number[block]
            if block is not barrier and not seen & bit:
                seen |= bit
                work.extend(block.successors())
        return seen

    def last_in_cycle(self, block: Block) -> Block | None:
        """Return the last block in a cycle with `block`; None if there is no cycle."""
        number = self.number[block]
        bits = self.reaches[number] & self.reached_from[number]
        return self.blocks[bits.bit_length() - 1] if bits else None

    def between(self, start: Block, end: Block) -> Iterator[tuple[Block, Block]]:
        """Return the runs (first, last) of the other blocks on paths from `start` to `end`."""
        a, b = self.number[start], self.number[end]
        bits = self.reaches[a] & self.reached_from[b] & ~(1 << a | 1 << b)
        while bits:
            first = (bits & -bits).bit_length() - 1
            above = bits >> first
            length = (~above & (above + 1)).bit_length() - 1
            yield self.blocks[first], self.blocks[first + length - 1]
            bits &= ~(((1 << length) - 1) << first)


def _closure(edges: list[list[int]], order: list[int]) -> list[int]:
    """Return the transitive closure: for each node, the nodes that paths lead to.

    It is fast if `order` has the ends of paths first.
    """
    sets = [0] * len(edges)
    changed = True
    while changed:
        changed = False
        for node in order:
            found = sets[node]
            for target in edges[node]:
                found |= sets[target] | (1 << target)
            if found != sets[node]:
                sets[node] = found
                changed = True
    return sets
