"""Removal of redundant operations: common subexpressions and loop invariants."""

from __future__ import annotations

from collections import ChainMap, Counter, deque
from collections.abc import Hashable, Iterator, Mapping
from itertools import takewhile

from bufferize import ir
from bufferize.interfaces import (
    LoopLikeOpInterface,
    is_memory_effect_free,
    is_speculatable,
)
from bufferize.ir.process import no_collection
from bufferize_transforms.canonicalization import is_trivially_dead
from bufferize_transforms.endings import may_be_left_out, may_not_return

_Known = ChainMap[Hashable, ir.Operation]

REPLACED = "num-cse'd"
DROPPED = "num-dce'd"


def eliminate_common_subexpressions(root: ir.Operation, rewriter: ir.Rewriter) -> Mapping[str, int]:
    """Replace pure operations in `root` by equal ones that dominate them; erase dead ones.

    All changes go through `rewriter`. Returns their numbers under `REPLACED` and `DROPPED`.
    """
    counts = Counter[str]()
    # Generators on an explicit stack: regions may be nested deeper than Python's recursion limit.
    stack = [_process(root, ChainMap(), rewriter, counts)]
    while stack:
        inner = next(stack[-1], None)
        if inner is None:
            stack.pop()
        else:
            stack.append(_process(*inner, rewriter, counts))
    return counts


def _process(
    parent: ir.Operation, known: _Known, rewriter: ir.Rewriter, counts: Counter[str]
) -> Iterator[tuple[ir.Operation, _Known]]:
    """Visit the ops of `parent`; yield those with regions, with the known ops inside."""
    if parent.has_trait(ir.IsolatedFromAbove):
        known = ChainMap()
    for region in parent.regions:
        dominance = ir.DominanceInfo() if len(region.blocks) > 1 else None
        scope = known.new_child()
        for block in region.blocks:
            for op in block.ops:
                _visit(op, scope, dominance, rewriter, counts)
                if op.parent is not None and op.regions:
                    # Blocks of a CFG do not dominate each other in general, so only outer ops are known.
                    yield op, scope if dominance is None else known


def _visit(
    op: ir.Operation,
    known: _Known,
    dominance: ir.DominanceInfo | None,
    rewriter: ir.Rewriter,
    counts: Counter[str],
) -> None:
    if is_trivially_dead(op):
        counts[DROPPED] += 1
        rewriter.erase_op(op)
        return
    if op.regions or op.has_trait(ir.IsTerminator) or not is_memory_effect_free(op):
        return
    key = _key(op)
    earlier = known.get(key)
    if earlier is not None and (dominance is None or dominance.properly_dominates(earlier, op)):
        counts[REPLACED] += 1
        rewriter.replace_op(op, earlier)
    else:
        known[key] = op


def _key(op: ir.Operation) -> Hashable:
    operands: tuple[ir.Value, ...] = op.operands
    return (
        op.name,
        operands,
        op.result_types,
        tuple(sorted(op.properties.items(), key=lambda item: item[0])),
        tuple(sorted(op.attributes.items(), key=lambda item: item[0])),
    )


@no_collection()
def move_loop_invariants(root: ir.Operation, *, verify: bool = True) -> int:
    """Move loop-invariant operations out of loops; return the number of moves.

    Such operations access no memory and use no value defined in the loop. They must be speculatable,
    or be executed in the first iteration of a loop that is known to have one. A loop is an operation
    with `LoopLikeOpInterface`. Inner loops come first, so that an operation can leave several.
    """
    if verify:
        ir.require_valid(root)
    loops = [
        op for op in root.walk_post() if isinstance(op, LoopLikeOpInterface) and op is not root
    ]
    return sum(map(move_loop_invariants_out_of, loops))


def move_loop_invariants_out_of(loop: LoopLikeOpInterface) -> int:
    """Move loop-invariant operations out of one loop; return their number."""
    regions = set(loop.loop_regions)
    work = deque(op for region in loop.loop_regions for block in region.blocks for op in block.ops)
    sure = _sure_to_run(loop)
    moved = 0
    while work:
        op = work.popleft()
        # Operations that were moved are in no region of the loop any more.
        if op.parent_region not in regions or not _is_invariant(op, regions):
            continue
        if op not in sure and not is_speculatable(op):
            continue
        op.move_before(loop)
        moved += 1
        for result in op.results:
            work += [user for user in result.users if user.parent_region in regions]
    return moved


def _is_invariant(op: ir.Operation, regions: set[ir.Region]) -> bool:
    if op.has_trait(ir.IsTerminator) or op.successors:
        return False
    for nested in op.walk() if op.regions else (op,):
        for use in nested.op_operands:
            if _is_in(use.value, regions, op):
                return False
    return may_be_left_out(op)


def _sure_to_run(loop: LoopLikeOpInterface) -> set[ir.Operation]:
    """Return the operations of the body that are executed in every run of `loop`."""
    if loop.may_have_no_iterations:
        return set()
    ops = loop.loop_regions[0].blocks[0].ops
    return set(takewhile(lambda op: not any(map(may_not_return, op.walk())), ops))


def _is_in(value: ir.Value, regions: set[ir.Region], op: ir.Operation) -> bool:
    """Return whether `value` is defined in the loop, outside of `op`."""
    region = value.parent_region
    while region is not None:
        if region.parent is op:
            return False
        if region in regions:
            return True
        region = region.parent_region
    return False
