"""Loop-invariant code motion: values that are the same in each iteration are computed before."""

from __future__ import annotations

from collections import deque

from bufferize.interfaces import LoopLikeOpInterface, is_memory_effect_free, is_speculatable
from bufferize.ir import IsTerminator, Operation, Region, Value, require_valid
from bufferize.ir.process import no_collection


@no_collection()
def move_loop_invariants(root: Operation, *, verify: bool = True) -> int:
    """Move loop-invariant operations out of loops; return how many were moved.

    Such operations touch no memory, may be speculated, and use nothing that is computed in the
    loop. A loop is an operation with `LoopLikeOpInterface`. Inner loops come first, so that
    operations that are invariant in several loops are moved out of all of them.
    """
    if verify:
        require_valid(root)
    loops = [
        op for op in root.walk_post() if isinstance(op, LoopLikeOpInterface) and op is not root
    ]
    return sum(map(move_loop_invariants_out_of, loops))


def move_loop_invariants_out_of(loop: LoopLikeOpInterface) -> int:
    """Move loop-invariant operations out of one loop; return how many were moved."""
    regions = set(loop.loop_regions)
    work = deque(op for region in loop.loop_regions for block in region.blocks for op in block.ops)
    moved = 0
    while work:
        op = work.popleft()
        # What has been moved by now is in no region of the loop.
        if op.parent_region not in regions or not _is_invariant(op, regions):
            continue
        op.move_before(loop)
        moved += 1
        for result in op.results:
            work += [user for user in result.users if user.parent_region in regions]
    return moved


def _is_invariant(op: Operation, regions: set[Region]) -> bool:
    if op.has_trait(IsTerminator) or op.successors:
        return False
    for nested in op.walk() if op.regions else (op,):
        for use in nested.op_operands:
            if _is_in(use.value, regions, op):
                return False
    return is_memory_effect_free(op) and is_speculatable(op)


def _is_in(value: Value, regions: set[Region], op: Operation) -> bool:
    """Return whether `value` is defined in the loop, but not in `op`."""
    region = value.parent_region
    while region is not None:
        if region.parent is op:
            return False
        if region in regions:
            return True
        region = region.parent_region
    return False
