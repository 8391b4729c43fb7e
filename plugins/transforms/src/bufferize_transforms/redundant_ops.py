"""Common subexpression elimination over pure operations."""

from __future__ import annotations

from collections import ChainMap, Counter, deque
from collections.abc import Hashable, Iterator, Mapping

from bufferize import ir
from bufferize.interfaces import LoopLikeOpInterface, is_memory_effect_free, is_speculatable
from bufferize.ir.process import no_collection
from bufferize_transforms.canonicalization import is_trivially_dead

_Known = ChainMap[Hashable, ir.Operation]

REPLACED = "num-cse'd"
DROPPED = "num-dce'd"


def eliminate_common_subexpressions(root: ir.Operation, rewriter: ir.Rewriter) -> Mapping[str, int]:
    """Replace pure operations in `root` by equal ones that dominate them; drop dead ones.

    All changes are made by `rewriter`. Returns how many there were, under the keys `REPLACED` and `DROPPED`.
    """
    counts = Counter[str]()
    # Generators on a stack of our own: regions may be nested deeper than Python recurses.
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
    """Visits the ops of `parent`; yields those with regions and what is known inside them."""
    if parent.has_trait(ir.IsolatedFromAbove):
        known = ChainMap()
    for region in parent.regions:
        dominance = ir.DominanceInfo() if len(region.blocks) > 1 else None
        scope = known.new_child()
        for block in region.blocks:
            for op in block.ops:
                _visit(op, scope, dominance, rewriter, counts)
                if op.parent is not None and op.regions:
                    # Across the blocks of a CFG only what stands around it is surely executed.
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
    """Move operations out of loops that give the same in each iteration; how many times it did.

    They touch no memory, may be executed where the loop does not run at all, and use nothing that
    is computed in the loop. A loop is an operation with `LoopLikeOpInterface`. Inner loops come
    first, so that what is invariant in several is moved out of all.
    """
    if verify:
        ir.require_valid(root)
    loops = [
        op for op in root.walk_post() if isinstance(op, LoopLikeOpInterface) and op is not root
    ]
    return sum(map(move_loop_invariants_out_of, loops))


def move_loop_invariants_out_of(loop: LoopLikeOpInterface) -> int:
    """Move operations out of one loop, as `move_loop_invariants`; how many."""
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


def _is_invariant(op: ir.Operation, regions: set[ir.Region]) -> bool:
    if op.has_trait(ir.IsTerminator) or op.successors:
        return False
    for nested in op.walk() if op.regions else (op,):
        for use in nested.op_operands:
            if _is_in(use.value, regions, op):
                return False
    return is_memory_effect_free(op) and is_speculatable(op)


def _is_in(value: ir.Value, regions: set[ir.Region], op: ir.Operation) -> bool:
    """Return whether `value` is defined in the loop, but not in `op`."""
    region = value.parent_region
    while region is not None:
        if region.parent is op:
            return False
        if region in regions:
            return True
        region = region.parent_region
    return False
