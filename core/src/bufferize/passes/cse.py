"""Common subexpression elimination over pure operations."""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass

from bufferize.driver.context import ModelContext
from bufferize.interfaces import is_memory_effect_free
from bufferize.ir import DominanceInfo, IsolatedFromAbove, IsTerminator, Operation, Rewriter, Value
from bufferize.passes.base import Pass, PassResult
from bufferize.passes.canonicalize import is_trivially_dead
from bufferize.passes.measurements import Statistic

_Known = ChainMap[Hashable, Operation]

_REPLACED = "num-cse'd"
_DROPPED = "num-dce'd"


@dataclass(frozen=True)
class CSEPass(Pass):
    """Replaces a pure operation by an equal one that dominates it; drops dead operations."""

    name = "cse"
    statistics = (
        Statistic(_REPLACED, "Number of operations CSE'd"),
        Statistic(_DROPPED, "Number of operations DCE'd"),
    )

    @classmethod
    def ir_dump_name(cls) -> str:
        return "CSE"

    def run(self, op: Operation, context: ModelContext) -> PassResult:
        return PassResult(eliminate_common_subexpressions(op, Rewriter()))


def eliminate_common_subexpressions(root: Operation, rewriter: Rewriter) -> Mapping[str, int]:
    """Replace pure operations in `root` by equal ones that dominate them; drop dead ones.

    All changes are made by `rewriter`. Returns how many there were, by the statistics of the pass.
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
    """Visits the ops of `parent`; yields those with regions and what is known inside them."""
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
        counts[_DROPPED] += 1
        rewriter.erase_op(op)
        return
    if op.regions or op.has_trait(IsTerminator) or not is_memory_effect_free(op):
        return
    key = _key(op)
    earlier = known.get(key)
    if earlier is not None and (dominance is None or dominance.properly_dominates(earlier, op)):
        counts[_REPLACED] += 1
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
