"""Control flow between the blocks of a region: loops, the order of blocks, and post-dominance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from bufferize import ir
from bufferize.interfaces import FunctionOpInterface
from bufferize_transforms import strong_components


def headers_of_loops(region: ir.Region) -> dict[ir.Block, ir.Block]:
    """Return the header of the innermost loop around each block that is in a loop.

    Control cannot return to a block without passing the header of its loop. If a loop has several
    entries, each of its blocks counts as a loop of its own.
    """
    headers: dict[ir.Block, ir.Block] = {}
    if len(region.blocks) == 1:
        return headers
    work = [set(region.blocks)]
    while work:
        inside = work.pop()
        for loop in strong_components(
            inside,
            lambda block: inside.intersection(block.successors()),  # noqa: B023  # called here
        ):
            if len(loop) == 1 and loop[0] not in loop[0].successors():
                continue
            blocks = set(loop)
            entries = [b for b in loop if not blocks.issuperset(b.predecessors)]
            if len(entries) == 1:
                headers.update(dict.fromkeys(loop, entries[0]))
                work.append(blocks - {entries[0]})
            else:
                headers.update((block, block) for block in loop)
    return headers


def blocks_in_order(region: ir.Region) -> tuple[list[ir.Block], bool]:
    """Return the blocks of `region` in reverse postorder, and whether they form no loop.

    Each block comes after its predecessors, except for edges back to the header of a loop.
    Unreachable blocks come last.
    """
    order: list[ir.Block] = []
    state: dict[ir.Block, bool] = {}  # whether all blocks reachable from it are in `order`
    is_acyclic = True
    stack: list[tuple[ir.Block, Iterator[ir.Block]]] = []
    if region.blocks:
        stack.append((region.blocks[0], iter(region.blocks[0].successors())))
        state[region.blocks[0]] = False
    while stack:
        block, successors = stack[-1]
        following = next(successors, None)
        if following is None:
            stack.pop()
            state[block] = True
            order.append(block)
        elif following not in state:
            state[following] = False
            stack.append((following, iter(following.successors())))
        elif not state[following]:
            is_acyclic = False
    order.reverse()
    return order + [block for block in region.blocks if block not in state], is_acyclic


BlockOrRegion = ir.Block | ir.Region
"""A node of the tree of post-dominators; a region represents its exit."""


class PostDominance:
    """The tree of post-dominators of all blocks in a function, nested ones included.

    The parent of a block is the first block that all paths from it pass. It is the region for
    blocks from which paths first meet at the region's exit, and for all blocks of a region with
    loops. The parent of a region is the block of the operation that holds it.
    """

    def __init__(self, function: FunctionOpInterface, dominance: ir.DominanceInfo) -> None:
        self._dominance = dominance
        self._parent: dict[BlockOrRegion, BlockOrRegion] = {}
        self._depth: dict[BlockOrRegion, int] = {}
        # An ancestor far up the tree, so that climbing takes a logarithmic number of steps.
        self._jump: dict[BlockOrRegion, BlockOrRegion] = {}
        self.unreachable: set[ir.Block] = set()
        """The blocks that control never reaches."""
        self.ops: list[ir.Operation] = []
        """The operations of the function in execution order, after all that may run before."""
        work: list[Iterator[ir.Operation]] = [self._visit(function.regions[0], None)]
        while work:
            op = next(work[-1], None)
            if op is None:
                work.pop()
                continue
            self.ops.append(op)
            if op.regions and not isinstance(op, FunctionOpInterface):
                visits = [self._visit(region, op.parent) for region in op.regions]
                work.append(chain.from_iterable(visits))

    def common(self, a: BlockOrRegion | None, b: BlockOrRegion | None) -> BlockOrRegion | None:
        """Return the nearest node that post-dominates both `a` and `b`; None is the identity."""
        if a is None or b is None:
            return a or b
        depth = min(self._depth[a], self._depth[b])
        a, b = self._up_to(depth, a), self._up_to(depth, b)
        while a is not b:
            if self._jump[a] is self._jump[b]:
                a, b = self._parent[a], self._parent[b]
            else:
                a, b = self._jump[a], self._jump[b]
        return a

    def _visit(self, region: ir.Region, around: ir.Block | None) -> Iterator[ir.Operation]:
        blocks, is_acyclic = blocks_in_order(region)
        self._add(region, around)
        for block in reversed(blocks):
            if around in self.unreachable or not self._dominance.is_reachable(block):
                self.unreachable.add(block)
                self._add(block, region)
                continue
            common: BlockOrRegion | None = None
            for successor in block.successors() if is_acyclic else ():
                common = self.common(common, successor)
            self._add(block, common or region)
        for block in blocks:
            yield from block.ops

    def _add(self, node: BlockOrRegion, parent: BlockOrRegion | None) -> None:
        if parent is None:
            self._depth[node], self._parent[node], self._jump[node] = 0, node, node
            return
        self._depth[node], self._parent[node] = self._depth[parent] + 1, parent
        jump = self._jump[parent]
        farther = self._jump[jump]
        is_even = (
            self._depth[parent] - self._depth[jump] == self._depth[jump] - self._depth[farther]
        )
        self._jump[node] = farther if is_even else parent

    def _up_to(self, depth: int, node: BlockOrRegion) -> BlockOrRegion:
        while self._depth[node] > depth:
            jump = self._jump[node]
            node = jump if self._depth[jump] >= depth else self._parent[node]
        return node
