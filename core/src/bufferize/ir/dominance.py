"""Dominance: which definitions are sure to be executed before which uses.

Within a block the order of the operations decides, between blocks of a region the dominator tree,
and between regions the operation that holds the inner one. In graph regions, and in those of
unknown operations, there is no order: everything dominates everything else there.
"""

from __future__ import annotations

from bufferize.ir.block import Block, Region
from bufferize.ir.operation import Operation
from bufferize.ir.traits import GraphRegion
from bufferize.ir.value import BlockArgument, OpResult, Value


def has_ssa_dominance(region: Region) -> bool:
    """Whether values must be defined before their uses in this region."""
    op = region.parent
    return op is None or (op.is_registered and not op.has_trait(GraphRegion))


class DominatorTree:
    """The dominator tree of a region with control flow between its blocks.

    The iterative algorithm of Cooper, Harvey and Kennedy; queries take constant time.
    """

    __slots__ = ("_entered", "_idoms", "_left")

    def __init__(self, region: Region) -> None:
        order = _reverse_postorder(region)
        number = {block: i for i, block in enumerate(order)}
        idoms = _immediate_dominators(order, number)
        self._idoms = {block: order[idoms[i]] for i, block in enumerate(order) if i}
        self._entered: dict[Block, int] = {}
        self._left: dict[Block, int] = {}
        self._number_tree(order, idoms)

    def _number_tree(self, order: list[Block], idoms: list[int]) -> None:
        """Numbers the tree so that a block's descendants lie between two numbers of its own."""
        children: list[list[int]] = [[] for _ in order]
        for i in range(1, len(order)):
            children[idoms[i]].append(i)
        clock = 0
        stack = [(0, False)]
        while stack:
            index, done = stack.pop()
            clock += 1
            if done:
                self._left[order[index]] = clock
                continue
            self._entered[order[index]] = clock
            stack.append((index, True))
            stack.extend((child, False) for child in reversed(children[index]))

    def is_reachable(self, block: Block) -> bool:
        """Whether control can get from the entry to the block."""
        return block in self._entered

    def preorder(self) -> list[Block]:
        """The reachable blocks, each followed by all that it dominates."""
        return sorted(self._entered, key=self._entered.__getitem__)

    def immediate_dominator(self, block: Block) -> Block | None:
        """The nearest other block that dominates this one; None for the entry or if unreachable."""
        return self._idoms.get(block)

    def dominates(self, a: Block, b: Block) -> bool:
        """Whether `a` is `b` or on every path to it. What is unreachable is dominated by all."""
        if a is b:
            return True
        b_entered = self._entered.get(b)
        if b_entered is None:
            return True
        a_entered = self._entered.get(a)
        return a_entered is not None and a_entered < b_entered and self._left[b] < self._left[a]


def _reverse_postorder(region: Region) -> list[Block]:
    """The blocks that are reachable from the entry, each before those only reachable through it."""
    order: list[Block] = []
    seen = {region.blocks[0]}
    stack = [(region.blocks[0], iter(region.blocks[0].successors()))]
    while stack:
        block, successors = stack[-1]
        for successor in successors:
            if successor not in seen and successor.parent is region:
                seen.add(successor)
                stack.append((successor, iter(successor.successors())))
                break
        else:
            order.append(block)
            stack.pop()
    order.reverse()
    return order


def _immediate_dominators(order: list[Block], number: dict[Block, int]) -> list[int]:
    """The immediate dominator of each block, by number; the entry is its own."""
    predecessors = [[number[p] for p in block.predecessors if p in number] for block in order]
    unknown = -1
    idoms = [unknown] * len(order)
    idoms[0] = 0
    changed = True
    while changed:
        changed = False
        for i in range(1, len(order)):
            new = unknown
            for candidate in predecessors[i]:
                if idoms[candidate] == unknown:
                    continue
                if new == unknown:
                    new = candidate
                    continue
                while new != candidate:  # up the tree to where the two meet
                    while candidate > new:
                        candidate = idoms[candidate]
                    while new > candidate:
                        new = idoms[new]
            if idoms[i] != new:
                idoms[i] = new
                changed = True
    return idoms


class DominanceInfo:
    """Answers dominance queries about everything in and below an operation.

    Trees are built when a query first needs them and are not updated when blocks change.
    """

    __slots__ = ("_trees",)

    def __init__(self, op: Operation | None = None) -> None:
        del op  # nothing is computed in advance
        self._trees: dict[Region, DominatorTree] = {}

    def invalidate(self, region: Region | None = None) -> None:
        """Forgets what is known of a region's blocks, or of all."""
        if region is None:
            self._trees.clear()
        else:
            self._trees.pop(region, None)

    def tree(self, region: Region) -> DominatorTree:
        """The dominator tree of a region that is not empty."""
        tree = self._trees.get(region)
        if tree is None:
            tree = self._trees[region] = DominatorTree(region)
        return tree

    def is_reachable(self, block: Block) -> bool:
        """Whether control can get to the block from the entry of its region."""
        region = block.parent
        if region is None or region.blocks[0] is block:
            return True
        return self.tree(region).is_reachable(block)

    def dominates(self, a: Value | Operation, b: Operation) -> bool:
        """Whether `a` is `b`, or is there whenever `b` is executed."""
        return a is b or self.properly_dominates(a, b)

    def properly_dominates(
        self, a: Value | Operation, b: Operation, enclosing_op_ok: bool = True
    ) -> bool:
        """Whether `a` is there whenever `b` is executed.

        An operation dominates what lies in its regions if `enclosing_op_ok`; its results never do.
        """
        if isinstance(a, BlockArgument):
            return b.parent is not None and self.dominates_block(a.owner, b.parent)
        if isinstance(a, OpResult):
            return self._op_dominates(a.owner, b, False)
        assert isinstance(a, Operation)
        return self._op_dominates(a, b, enclosing_op_ok)

    def _op_dominates(self, a: Operation, b: Operation, enclosing_op_ok: bool) -> bool:
        block = a.parent
        if block is None or b.parent is None:
            return False
        region = block.parent
        ssa = region is None or has_ssa_dominance(region)
        if a is b:
            return not ssa
        if b.parent is not block:
            inner = region.find_ancestor_op(b) if region is not None else None
            if inner is None:
                return False
            b = inner
            if a is b and enclosing_op_ok:
                return True
        assert b.parent is not None
        if b.parent is block:
            return not ssa or a.is_before_in_block(b)
        assert region is not None
        return self.tree(region).dominates(block, b.parent)

    def dominates_block(self, a: Block, b: Block) -> bool:
        """Whether control passes `a` whenever it gets to `b`, or is inside of it by then."""
        return a is b or self.properly_dominates_block(a, b)

    def properly_dominates_block(self, a: Block, b: Block) -> bool:
        """The same, for two different blocks; `b` may lie in an operation of `a`."""
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
