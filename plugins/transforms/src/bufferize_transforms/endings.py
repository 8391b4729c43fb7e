"""Operations after which a program may not go on, so that nothing undefined may move before them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from bufferize import ir
from bufferize.analysis import AnalysisState, called_function
from bufferize.interfaces import (
    CallOpInterface,
    function_around,
    may_not_return,
)
from bufferize_transforms.components import strong_components


class Endings:
    """The operations below `root` after which control may not come to the next one.

    `may_end` says so of an operation itself. Calls return if the functions that they call do, which
    must be below `root` and not recursive. The answers stay valid while other operations are moved.
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
