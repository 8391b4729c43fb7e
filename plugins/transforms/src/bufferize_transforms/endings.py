"""Operations that may be moved or erased, and those that may end the program before them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from bufferize import define as d
from bufferize import ir
from bufferize.analysis import AnalysisState, called_function
from bufferize.interfaces import (
    CallOpInterface,
    EffectKind,
    FunctionOpInterface,
    LoopLikeOpInterface,
    MemoryEffectsOpInterface,
    RegionBranchOpInterface,
    RepeatedRegionsInterface,
    function_around,
    is_memory_effect_free,
)
from bufferize_transforms.components import strong_components


def may_not_return(op: ir.Operation) -> bool:
    """Return whether control may never come to the operation after `op`.

    It may end the program, wait or loop without end. Calls and unknown effects may do this, and
    writes to unknown memory, which is how an assertion declares itself. Undefined behavior does not
    count, nor do the operations in the regions of `op`. For a function, only loops of its blocks do.
    """
    if any(map(_has_block_loop, op.regions)):
        return True
    if isinstance(op, FunctionOpInterface) or any(map(op.has_trait, (d.WillReturn, d.ReturnLike))):
        return False
    if isinstance(op, LoopLikeOpInterface):
        ends = op.loop_bounds is not None
    elif isinstance(op, RegionBranchOpInterface):
        ends = isinstance(op, RepeatedRegionsInterface) or not op.has_loop()
    else:
        ends = not op.regions
    if isinstance(op, MemoryEffectsOpInterface):
        return not ends or any(e.kind is EffectKind.WRITE and e.value is None for e in op.effects())
    known = any(map(op.has_trait, (d.NoMemoryEffect, d.Pure, d.RecursiveMemoryEffects)))
    return not (ends and known)


def may_be_left_out(op: ir.Operation) -> bool:
    """Return whether `op` touches no memory and always returns: it may be erased, or run later.

    It may also run earlier if `is_speculatable`, or if everything in between returns. Otherwise
    something in between may end the program just where `op` is undefined, as a read out of bounds.
    """
    return is_memory_effect_free(op) and not any(map(may_not_return, op.walk()))


def _has_block_loop(region: ir.Region) -> bool:
    """Return whether branches lead from a reachable block of `region` back to itself."""
    if len(region.blocks) < 2:
        return False
    loops = strong_components(region.blocks[:1], ir.Block.successors)
    return any(len(loop) > 1 or loop[0] in loop[0].successors() for loop in loops)


class Endings:
    """The operations below `root` after which control may not come to the next one.

    `may_end` tells this of a single operation. A call returns if its callee does, which must be below
    `root` and not recursive. The answers stay valid while other operations are moved.
    """

    def __init__(
        self,
        root: ir.Operation,
        state: AnalysisState,
        may_end: Callable[[ir.Operation], bool] = may_not_return,
    ) -> None:
        calls: dict[ir.Operation, list[ir.Operation]] = {}  # of functions that may return
        callees: dict[ir.Operation, list[ir.Operation]] = {}
        found: dict[ir.Operation, None] = {}
        for op in root.walk():
            if isinstance(op, CallOpInterface):
                function = called_function(state, op)
                is_known = function is not None and root.is_ancestor_of(function)
                if function is not None and is_known and function.regions[0].blocks:
                    calls.setdefault(function, []).append(op)
                    around = function_around(op)
                    if around is not None:
                        callees.setdefault(around, []).append(function)
                    continue
            if may_end(op):
                found[op] = None
        work = list(found)
        for group in strong_components(calls, lambda function: callees.get(function, ())):
            if len(group) > 1 or group[0] in callees.get(group[0], ()):
                work += group  # it may recur without end
        while work:
            function = function_around(work.pop())
            for call in calls.pop(function, ()) if function is not None else ():
                found[call] = None
                work.append(call)
        self._in_block: dict[ir.Block, list[ir.Operation]] = {}
        for op in root.walk():
            if op in found:
                self._add(op)

    def _add(self, op: ir.Operation) -> None:
        """Record `op` with all blocks around it."""
        holder: ir.Operation | None = op
        while holder is not None and holder.parent is not None:
            holders = self._in_block.setdefault(holder.parent, [])
            if holders and holders[-1] is holder:
                return
            holders.append(holder)
            holder = holder.parent_op

    def are_between(self, start: ir.Operation, end: ir.Operation) -> bool:
        """Return whether control may come to `start`, but not from there to `end` in its block."""
        assert start.parent is not None
        ops = self._in_block.get(start.parent, [])
        first = bisect_left(ops, True, key=lambda op: not op.is_before_in_block(start))
        return first < len(ops) and ops[first].is_before_in_block(end)
