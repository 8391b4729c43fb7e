"""Where the ways that control may take from several places meet again, without loops of blocks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from bufferize.diagnostics import PassError, error
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Block, DominanceInfo, Operation, Region
from bufferize_buffers.deallocation.control_flow import blocks_in_order

Meeting = Block | Region
"""A block, or a region where control may leave it from different blocks."""


class PostDominance:
    """The tree of post-dominators of the blocks of a function, over all its regions.

    Above the last blocks of a region stands the region, above it the block that has the operation
    around it. Raises PassError where there is a loop of blocks.
    """

    def __init__(self, function: FunctionOpInterface, dominance: DominanceInfo) -> None:
        self._function = function
        self._dominance = dominance
        self._parent: dict[Meeting, Meeting] = {}
        self._depth: dict[Meeting, int] = {}
        # Far up the tree, so that it takes few steps to go up many.
        self._jump: dict[Meeting, Meeting] = {}
        self.dead: set[Block] = set()
        """The blocks that control never gets to."""
        self.ops: list[Operation] = []
        """The operations of the function, each after all from which control may get to it."""
        work: list[Iterator[Operation]] = [self._visit(function.regions[0], None)]
        while work:
            op = next(work[-1], None)
            if op is None:
                work.pop()
                continue
            self.ops.append(op)
            if op.regions and not isinstance(op, FunctionOpInterface):
                visits = [self._visit(region, op.parent) for region in op.regions]
                work.append(chain.from_iterable(visits))

    def meeting(self, a: Meeting | None, b: Meeting | None) -> Meeting | None:
        """The first that control comes to from `a` as well as from `b`; None stands for nowhere."""
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

    def _visit(self, region: Region, around: Block | None) -> Iterator[Operation]:
        blocks, is_acyclic = blocks_in_order(region)
        if not is_acyclic:
            message = "Only structured control-flow loops are supported."
            raise PassError(
                error(message, self._function).note(
                    "make an operation such as scf.while of the blocks that go back"
                )
            )
        self._add(region, around)
        for block in reversed(blocks):
            if around in self.dead or not self._dominance.is_reachable(block):
                self.dead.add(block)
                self._add(block, region)
                continue
            meeting: Meeting | None = None
            for successor in block.successors():
                meeting = self.meeting(meeting, successor)
            self._add(block, meeting or region)
        for block in blocks:
            yield from block.ops

    def _add(self, node: Meeting, parent: Meeting | None) -> None:
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

    def _up_to(self, depth: int, node: Meeting) -> Meeting:
        while self._depth[node] > depth:
            jump = self._jump[node]
            node = jump if self._depth[jump] >= depth else self._parent[node]
        return node
