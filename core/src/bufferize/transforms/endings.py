"""Which operations the program may end in, so that what follows them is not executed."""

from __future__ import annotations

from bisect import bisect_left

from bufferize.analysis import AnalysisState, called_function
from bufferize.define import MayEndProgram
from bufferize.interfaces import CallOpInterface, FunctionOpInterface
from bufferize.ir import Block, Operation


class Endings:
    """The operations below `root` that may end the program; where nothing is known, they may."""

    def __init__(self, root: Operation, state: AnalysisState) -> None:
        calls: dict[Operation, list[Operation]] = {}  # by function
        found: dict[Operation, None] = {}
        for op in root.walk():
            if isinstance(op, CallOpInterface):
                function = called_function(state, op)
                is_known = function is not None and root.is_ancestor_of(function)
                if function is not None and is_known and function.regions[0].blocks:
                    calls.setdefault(function, []).append(op)
                    continue
            elif op.is_registered and not op.has_trait(MayEndProgram):
                continue
            found[op] = None
        work = list(found)
        while work:
            function = _function_around(work.pop())
            for call in calls.pop(function, ()) if function is not None else ():
                found[call] = None
                work.append(call)
        self._in_block: dict[Block, list[Operation]] = {}
        for op in root.walk():
            if op in found:
                self._add(op)

    def _add(self, op: Operation) -> None:
        """Note `op` with all blocks around it."""
        holder: Operation | None = op
        while holder is not None and holder.parent is not None:
            holders = self._in_block.setdefault(holder.parent, [])
            if holders and holders[-1] is holder:
                return
            holders.append(holder)
            holder = holder.parent_op

    def are_between(self, start: Operation, end: Operation) -> bool:
        """Whether the program may end in `start` or after it before it comes to `end`.

        Both are in one block.
        """
        assert start.parent is not None
        ops = self._in_block.get(start.parent, [])
        first = bisect_left(ops, True, key=lambda op: not op.is_before_in_block(start))
        return first < len(ops) and ops[first].is_before_in_block(end)


def _function_around(op: Operation) -> Operation | None:
    function = op.parent_op
    while function is not None and not isinstance(function, FunctionOpInterface):
        function = function.parent_op
    return function
