"""Common subexpression elimination over pure operations."""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Hashable, Iterator, Mapping

from bufferize.interfaces import is_memory_effect_free
from bufferize.ir import DominanceInfo, IsolatedFromAbove, IsTerminator, Operation, Rewriter, Value
from bufferize_transforms.canonicalization import is_trivially_dead

_Known = ChainMap[Hashable, Operation]

REPLACED = "num-cse'd"
DROPPED = "num-dce'd"


def eliminate_common_subexpressions(root: Operation, rewriter: Rewriter) -> Mapping[str, int]:
    """Replace pure operations in `root` by equal ones that dominate them; drop dead ones.

    Returns the numbers of replaced and dropped operations, under the keys `REPLACED` and `DROPPED`.
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
    parent: Operation, known: _Known, rewriter: Rewriter, counts: Counter[str]
) -> Iterator[tuple[Operation, _Known]]:
    """Visit the ops of `parent`; yield those with regions, each with the ops known inside it."""
    if parent.has_trait(IsolatedFromAbove):
        known = ChainMap()
    for region in parent.regions:
        dominance = DominanceInfo() if len(region.blocks) > 1 else None
        scope = known.new_child()
        for block in region.blocks:
            for op in block.ops:
                _visit(op, scope, dominance, rewriter, counts)
                if op.parent is not None and op.regions:
                    # Across the blocks of a CFG only what stands around it is surely executed.
                    yield op, scope if dominance is None else known


def _visit(
    op: Operation,
    known: _Known,
    dominance: DominanceInfo | None,
    rewriter: Rewriter,
    counts: Counter[str],
) -> None:
    if is_trivially_dead(op):
        counts[DROPPED] += 1
        rewriter.erase_op(op)
        return
    if op.regions or op.has_trait(IsTerminator) or not is_memory_effect_free(op):
        return
    key = _key(op)
    earlier = known.get(key)
    if earlier is not None and (dominance is None or dominance.properly_dominates(earlier, op)):
        counts[REPLACED] += 1
        rewriter.replace_op(op, earlier)
    else:
        known[key] = op


def _key(op: Operation) -> Hashable:
    operands: tuple[Value, ...] = op.operands
    return (
        op.name,
        operands,
        op.result_types,
        tuple(sorted(op.properties.items(), key=lambda item: item[0])),
        tuple(sorted(op.attributes.items(), key=lambda item: item[0])),
    )
