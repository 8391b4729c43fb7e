"""`--buffer-hoisting` and `--buffer-loop-hoisting`: move allocations out of branches and loops."""

from __future__ import annotations

from functools import reduce

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    AllocationOpInterface,
    DeferredExecutionInterface,
    FunctionOpInterface,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    RepeatedRegionsInterface,
)
from bufferize.record import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize_buffers.analysis.block_graph import headers_of_loops
from bufferize_buffers.analysis.flow import BufferFlow
from bufferize_buffers.analysis.later import LaterUses, is_parallel
from bufferize_buffers.analysis.stored import StoredBuffers

_STORED = "it is stored in another buffer, so any operation may use it"
_USED_LATER = "a region that runs later may use it"
_FROM_THERE = "an extent, or every value that may share the memory, is defined in this block"


class Placement:
    """The possible places of allocations in an operation, at the time of construction.

    The answers stay valid while allocations are moved to the blocks it returns.
    """

    def __init__(self, root: ir.Operation) -> None:
        self.flow = flow = BufferFlow(root)
        self._dominance = ir.DominanceInfo()
        self._headers: dict[ir.Region, dict[ir.Block, ir.Block]] = {}
        self._is_loop: dict[ir.Operation, bool] = {}
        self._depths: dict[ir.Region | None, int] = {None: 0}
        self.why = ""
        """The reason why the allocation asked about last can move no further."""
        self._common_block = flow.summary(self._block_of, self.common_dominator)
        self._is_freed = flow.summary(flow.freed.__contains__, bool.__or__)
        stored = flow.stored | StoredBuffers(root).values
        self._is_stored = flow.summary(stored.__contains__, bool.__or__)
        self._is_returned = flow.summary(flow.returned.__contains__, bool.__or__)
        self._is_used_later = flow.summary(LaterUses(root).values.__contains__, bool.__or__)

    # Buffers

    def is_freed(self, buffer: ir.Value) -> bool:
        """Return whether an operation may free the memory of `buffer`."""
        return self._is_freed(buffer)

    def is_stored(self, buffer: ir.Value) -> bool:
        """Return whether `buffer` may be stored in another one, from which any operation may load it."""
        return self._is_stored(buffer)

    def leaves(self, buffer: ir.Value, region: ir.Region) -> bool:
        """Return whether `buffer`, defined in `region`, may still be used when the region ends."""
        block = self._common_block(buffer)
        return (
            self._is_stored(buffer)
            or self._is_returned(buffer)
            or self._is_used_later(buffer)
            or block is None
            or not region.is_ancestor_of(block.parent)
        )

    # Blocks

    def common_dominator(self, a: ir.Block | None, b: ir.Block | None) -> ir.Block | None:
        """Return the nearest block that dominates both, or holds an operation around them.

        None represents unreachable blocks, and is the identity.
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
        while not tree.dominates(one, b):  # both climb, so that the shorter path decides
            if tree.dominates(other, a):
                return other
            up, other_up = tree.immediate_dominator(one), tree.immediate_dominator(other)
            one, other = up or one, other_up or other
        return one

    def may_repeat_in_region(self, block: ir.Block) -> bool:
        """Return whether branches may lead from `block` back to itself."""
        return self._header(block) is not None

    def above_branches(self, op: AllocationOpInterface) -> ir.Block:
        """Return the outermost block to which `op` may move out of branches.

        The block dominates the definitions of all values that may share the memory, and the
        definitions of the extents dominate it. It is in the same loops as `op`, whether these are
        operations or cycles of blocks. If the buffer may be freed, all paths from the block
        lead to where `op` is now.
        """
        assert op.parent is not None
        current = op.parent
        buffer = op.results[0]
        if self._is_used_later(buffer):
            return self._stop(current, _USED_LATER)
        if self.is_stored(buffer):
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

    def outside_loops(self, op: AllocationOpInterface, *, of_branches: bool = False) -> ir.Block:
        """Return the block outside of all loops around `op` whose iterations can share one buffer.

        No iteration of these passes the buffer on or frees it, and no two run at the same time.
        On its way, `op` may leave operations that run their region once, such as
        `scf.execute_region`, and with `of_branches` also branches.
        """
        assert op.parent is not None
        current = found = op.parent
        buffer = op.results[0]
        if self._is_used_later(buffer):
            return self._stop(found, _USED_LATER)
        if self.is_stored(buffer):
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
            if self._may_leave(region, only_if_it_runs_once=not of_branches) and not (
                isinstance(loop, DeferredExecutionInterface)
                or (op.is_automatic and loop.has_trait(d.AutomaticAllocationScope))
            ):
                current = loop.parent
                continue
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

    def _stop(self, block: ir.Block, why: str) -> ir.Block:
        self.why = why
        return block

    def is_loop(self, op: ir.Operation) -> bool:
        """Return whether one execution of `op` may run one of its regions several times."""
        found = self._is_loop.get(op)
        if found is None:
            found = isinstance(op, LoopLikeOpInterface) or (
                isinstance(op, RegionBranchOpInterface) and op.has_loop()
            )
            self._is_loop[op] = found
        return found

    def _block_of(self, value: ir.Value) -> ir.Block | None:
        block = value.parent_block
        if value in self.flow.carried and isinstance(value, ir.BlockArgument):
            # It may be the buffer of an earlier iteration, so it is live around this one.
            block = _block_around(value.owner)
        return block

    def _block_of_operands(self, op: ir.Operation) -> ir.Block | None:
        """Return the block of an operand of `op` that the blocks of all other operands dominate."""
        blocks = [operand.parent_block for operand in op.operands]
        return reduce(self._lower, blocks, None)

    def _lower(self, a: ir.Block | None, b: ir.Block | None) -> ir.Block | None:
        """Return the block that the other one dominates; None dominates all blocks."""
        if a is None or b is None:
            return a or b
        return b if self._dominance.dominates_block(a, b) else a

    def _header(self, block: ir.Block) -> ir.Block | None:
        region = block.parent
        assert region is not None
        if region not in self._headers:
            self._headers[region] = headers_of_loops(region)
        return self._headers[region].get(block)

    def _may_leave(self, region: ir.Region, only_if_it_runs_once: bool) -> bool:
        """Return whether an operation may move from the start of `region` to before its holder."""
        holder = region.parent
        assert holder is not None
        if not isinstance(holder, RegionBranchOpInterface) or self.is_loop(holder):
            return False
        if not only_if_it_runs_once:
            return True
        return [successor.region for successor in holder.successor_regions(None)] == [region]

    def _is_sequential_loop(self, op: ir.Operation) -> bool:
        return (
            self.is_loop(op)
            and not isinstance(op, RepeatedRegionsInterface)
            and not is_parallel(op)
        )

    def _depth(self, region: ir.Region | None) -> int:
        path: list[ir.Region] = []
        while region is not None and region not in self._depths:
            path.append(region)
            region = region.parent_region
        depth = self._depths[region]
        for inner in reversed(path):
            depth = self._depths[inner] = depth + 1
        return depth


def hoist_above_branches(root: ir.Operation, log: BufferLog = NO_BUFFER_LOG) -> None:
    """Move the heap allocations in `root` out of branches, to before all uses of their buffers."""
    placement = Placement(root)
    for op in _allocations(root):
        if not op.is_automatic:
            _move(op, placement.above_branches(op), placement, log)


def hoist_out_of_loops(root: ir.Operation, log: BufferLog = NO_BUFFER_LOG) -> None:
    """Move the allocations in `root` out of loops whose iterations can share one buffer."""
    placement = Placement(root)
    for op in sorted(_allocations(root), key=lambda found: found.is_automatic):
        _move(op, placement.outside_loops(op), placement, log)


def _allocations(root: ir.Operation) -> list[AllocationOpInterface]:
    return [found for found in root.walk() if isinstance(found, AllocationOpInterface)]


def _move(op: AllocationOpInterface, block: ir.Block, placement: Placement, log: BufferLog) -> None:
    anchor, why = move_to_block(op, block), placement.why
    if isinstance(op.parent_op, FunctionOpInterface) and anchor is None:
        return  # there is nowhere to go
    if anchor is None:
        log.note(BufferAction.KEPT, op, why)
    else:
        text = "it can be allocated there, but not further up: {}"
        log.note(BufferAction.MOVED, op, text, why, where=anchor)


def has_scope(op: ir.Operation) -> bool:
    """Return whether an operation around `op` frees stack allocations within it."""
    around = op.parent_op
    while around is not None and not around.has_trait(d.AutomaticAllocationScope):
        around = around.parent_op
    return around is not None


def move_to_block(op: ir.Operation, block: ir.Block) -> ir.Operation | None:
    """Move an allocation into `block`, before the operation that holds it, or the terminator.

    Return that operation; None if the allocation is in the block already.
    """
    if block is op.parent:
        return None
    anchor = block.find_ancestor_op(op) or block.terminator
    op.move_before(anchor)
    return anchor


def _block_around(block: ir.Block) -> ir.Block | None:
    op = block.parent_op
    return op.parent if op is not None else None
