"""Where an allocation may go: which blocks are sure to run before all that uses its buffer."""

from __future__ import annotations

from functools import reduce

from bufferize.define import AutomaticAllocationScope, ParallelRegion
from bufferize.interfaces import (
    AllocationOpInterface,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    RepeatedRegionsInterface,
)
from bufferize.ir import Block, BlockArgument, DominanceInfo, Operation, Region, Value
from bufferize_buffers.block_loops import headers_of_loops
from bufferize_buffers.flow import BufferFlow

_STORED = "it is stored in another buffer, so any operation may use it"
_FROM_THERE = "an extent, or every value that may share the memory, is defined in this block"


class Placement:
    """Where the allocations in an operation may go, as the program is when this is made.

    It stays true while allocations move where it says.
    """

    def __init__(self, root: Operation) -> None:
        self.flow = flow = BufferFlow(root)
        self._dominance = DominanceInfo()
        self._headers: dict[Region, dict[Block, Block]] = {}
        self._is_loop: dict[Operation, bool] = {}
        self._depths: dict[Region | None, int] = {None: 0}
        self.why = ""
        """Why what was asked about last goes no further."""
        self._common_block = flow.summary(self._block_of, self.common_dominator)
        self._is_freed = flow.summary(flow.freed.__contains__, bool.__or__)
        self._is_kept = flow.summary(flow.kept.__contains__, bool.__or__)
        self._is_returned = flow.summary(flow.returned.__contains__, bool.__or__)

    # What is known of a buffer

    def is_freed(self, buffer: Value) -> bool:
        """Whether an operation may free the memory of `buffer`."""
        return self._is_freed(buffer)

    def is_kept(self, buffer: Value) -> bool:
        """Whether `buffer` may be stored in a buffer of buffers, so that any operation has it."""
        return self._is_kept(buffer)

    def leaves(self, buffer: Value, region: Region) -> bool:
        """Whether the memory of `buffer`, from `region`, may be used after a run of it."""
        block = self._common_block(buffer)
        return (
            self._is_kept(buffer)
            or self._is_returned(buffer)
            or block is None
            or not region.is_ancestor_of(block.parent)
        )

    # Blocks

    def common_dominator(self, a: Block | None, b: Block | None) -> Block | None:
        """The nearest block that control passes, or is in, whenever it gets to `a` or to `b`.

        None stands for blocks that control never gets to, as it does for an `a` or `b`.
        """
        while a is not None and b is not None and a.parent is not b.parent:
            a_depth, b_depth = self._depth(a.parent), self._depth(b.parent)
            if a_depth >= b_depth:
                a = _block_around(a)
            if b_depth >= a_depth:
                b = _block_around(b)
        if a is None or b is None:
            return a or b
        if a is b or a.parent is None:
            return a
        tree = self._dominance.tree(a.parent)
        if not tree.is_reachable(b):
            return a
        if not tree.is_reachable(a):
            return b
        one, other = a, b
        while not tree.dominates(one, b):  # both go up, so that the shorter way decides
            if tree.dominates(other, a):
                return other
            up, other_up = tree.immediate_dominator(one), tree.immediate_dominator(other)
            one, other = up or one, other_up or other
        return one

    def may_repeat_in_region(self, block: Block) -> bool:
        """Whether branches may take control from `block` back to it."""
        return self._header(block) is not None

    def above_branches(self, op: AllocationOpInterface) -> Block:
        """The block before the branches around `op` that its buffer may be allocated in.

        It dominates the definitions of all values that may share the memory, lies below those of
        the extents, and is in the same loops, be they operations or made of blocks. What may be
        freed stays on the ways on which it is freed.
        """
        assert op.parent is not None
        current = op.parent
        buffer = op.results[0]
        if self.is_kept(buffer):
            return self._stop(current, _STORED)
        limit = self._lower(self._common_block(buffer), self._block_of_operands(op))
        is_freed = self.is_freed(buffer)
        while True:
            region = current.parent
            assert region is not None
            if limit is current or not self._dominance.is_reachable(current):
                return self._stop(current, _FROM_THERE)
            entry = region.blocks[0]
            if is_freed and current is not entry:
                return self._stop(current, "it may be freed, but not on every path from further up")
            header = self._header(current)
            if limit is not None and limit.parent is region:
                found = limit if header is None else self._lower(limit, header) or current
                return self._stop(found, _FROM_THERE)
            if header is not None:
                return self._stop(header, "the loop of blocks around it begins there")
            holder = region.parent
            if holder is None or holder.parent is None:
                return self._stop(entry, "its region begins there")
            if not self._may_leave(region, is_freed):
                return self._stop(entry, "its region may run more than once, or not at all")
            current = holder.parent

    def outside_loops(self, op: AllocationOpInterface) -> Block:
        """The block outside of as many loops around `op` as can share one buffer for all iterations.

        No iteration hands the buffer on, or frees it, and none runs at the same time as another.
        """
        assert op.parent is not None
        current = found = op.parent
        buffer = op.results[0]
        if self.is_kept(buffer):
            return self._stop(found, _STORED)
        if self.is_freed(buffer):
            return self._stop(found, "it may be freed in an iteration")
        common, needed = self._common_block(buffer), self._block_of_operands(op)
        while True:
            region = current.parent
            assert region is not None
            loop = region.parent
            if loop is None or loop.parent is None:
                return self._stop(found, "nothing is around it")
            if needed is not None and needed.parent is region:
                return self._stop(found, "an extent is computed inside")
            if not self._dominance.is_reachable(current):
                return self._stop(found, "this block never runs")
            if self.may_repeat_in_region(current):
                return self._stop(found, "it is in a loop of blocks")
            if not self._is_sequential_loop(loop):
                return self._stop(
                    found,
                    "the operation around it is not a loop, or its iterations run at the same time",
                )
            if common is not None and self._dominance.dominates_block(common, loop.parent):
                return self._stop(found, "an iteration passes the buffer on")
            if op.is_automatic and not has_scope(loop):
                return self._stop(found, "outside of the loop nothing would free it")
            current = found = loop.parent

    def _stop(self, block: Block, why: str) -> Block:
        self.why = why
        return block

    def is_loop(self, op: Operation) -> bool:
        """Whether a run of `op` may run one of its regions several times."""
        found = self._is_loop.get(op)
        if found is None:
            found = isinstance(op, LoopLikeOpInterface) or (
                isinstance(op, RegionBranchOpInterface) and op.has_loop()
            )
            self._is_loop[op] = found
        return found

    def _block_of(self, value: Value) -> Block | None:
        block = value.parent_block
        if value in self.flow.carried and isinstance(value, BlockArgument):
            # It may have been there in another run of its region, which is not in this one.
            block = _block_around(value.owner)
        return block

    def _block_of_operands(self, op: Operation) -> Block | None:
        """The lowest block that defines an operand of `op`: they all dominate it."""
        blocks = [operand.parent_block for operand in op.operands]
        return reduce(self._lower, blocks, None)

    def _lower(self, a: Block | None, b: Block | None) -> Block | None:
        """The one that the other dominates; None is the highest of all."""
        if a is None or b is None:
            return a or b
        return b if self._dominance.dominates_block(a, b) else a

    def _header(self, block: Block) -> Block | None:
        region = block.parent
        assert region is not None
        if region not in self._headers:
            self._headers[region] = headers_of_loops(region)
        return self._headers[region].get(block)

    def _may_leave(self, region: Region, only_if_it_runs_once: bool) -> bool:
        """Whether what is at the start of `region` may be done before the operation around it."""
        holder = region.parent
        assert holder is not None
        if not isinstance(holder, RegionBranchOpInterface) or self.is_loop(holder):
            return False
        if not only_if_it_runs_once:
            return True
        return [successor.region for successor in holder.successor_regions(None)] == [region]

    def _is_sequential_loop(self, op: Operation) -> bool:
        return (
            self.is_loop(op)
            and not isinstance(op, RepeatedRegionsInterface)
            and not op.has_trait(ParallelRegion)
            and not (isinstance(op, LoopLikeOpInterface) and op.is_parallel)
        )

    def _depth(self, region: Region | None) -> int:
        path: list[Region] = []
        while region is not None and region not in self._depths:
            path.append(region)
            region = region.parent_region
        depth = self._depths[region]
        for inner in reversed(path):
            depth = self._depths[inner] = depth + 1
        return depth


def has_scope(op: Operation) -> bool:
    """Whether `op` is inside of an operation that frees what is allocated on the stack."""
    around = op.parent_op
    while around is not None and not around.has_trait(AutomaticAllocationScope):
        around = around.parent_op
    return around is not None


def place(op: Operation, block: Block) -> Operation | None:
    """Moves an allocation to `block`: as far down there as what uses its buffer allows.

    It stands right before the operation that is returned; None: it was in the block already.
    """
    if block is op.parent:
        return None
    anchor = block.find_ancestor_op(op) or block.terminator
    op.move_before(anchor)
    return anchor


def _block_around(block: Block) -> Block | None:
    op = block.parent_op
    return op.parent if op is not None else None
