"""When buffers are used: later, in regions such as those of tasks, or at the same time as others.

%token = async.execute {
  %x = memref.load %a[%i] : memref<4xf32>   // %a must not be freed before the await
  async.yield
}
memref.store %y, %a[%i] : memref<4xf32>
async.await %token : !async.token
"""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    DeferredExecutionInterface,
    FunctionOpInterface,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    RepeatedRegionsInterface,
    function_around,
)
from bufferize_buffers.analysis.effects import calls_in, may_have_memory, with_callees
from bufferize_buffers.analysis.flow import BufferFlow


class LaterUses:
    """The values in `root` whose buffers may be used after the operations that follow their uses.

    A region that runs later uses them from outside, they are operands of an operation that may end
    later, or operands or results of calls of a function that returns before such a use ends.
    """

    def __init__(self, root: ir.Operation) -> None:
        self._ends: dict[ir.Value, list[ir.Operation | None]] = {}
        leaving: set[ir.Operation | None] = set()
        roots = with_callees(root)
        for op in (op for each in roots for op in each.walk()):
            if isinstance(op, DeferredExecutionInterface):
                end = op.completed_by()
                if end is None:
                    leaving.add(function_around(op))
                for value in _values_used_in(op) if end is not op else ():
                    self._ends.setdefault(value, []).append(end)
        calls = dict(pair for each in roots for pair in calls_in(each)) if leaving else {}
        count = 0
        while count < len(leaving):  # a caller of such a function is one, too
            count = len(leaving)
            leaving.update(function_around(call) for call in calls if calls[call] in leaving)
        for call, callee in calls.items():
            for value in (*call.operands, *call.results) if callee in leaving else ():
                if may_have_memory(value.type):
                    self._ends.setdefault(value, []).append(None)
        functions = [op for op in root.walk() if isinstance(op, FunctionOpInterface)]
        self.flows: dict[ir.Operation, BufferFlow] = {
            function: BufferFlow(function) for function in functions if self._ends
        }
        """How buffers flow in each function; empty if there are no such values."""
        self.values = frozenset(self._ends)
        """These values. Others may be aliases of them."""

    def outlive_block(self, buffer: ir.Value, block: ir.Block, function: ir.Operation) -> bool:
        """Return whether `buffer`, defined in `block`, may still be used when that has ended."""
        if not self._ends:
            return False
        aliases = self.flows[function].aliases_of_owned(buffer)
        ends = [end for value in aliases for end in self._ends.get(value, ())]
        return any(end is None or block.find_ancestor_op(end) is None for end in ends)


def _values_used_in(op: ir.Operation) -> set[ir.Value]:
    """Return the values with memory that the regions of `op` use from outside, or else its operands."""
    if not op.regions:
        return {value for value in op.operands if may_have_memory(value.type)}
    return {
        value
        for region in op.regions
        for inner in region.walk()
        for value in inner.operands
        if may_have_memory(value.type) and not op.is_ancestor_of(value.parent_op)
    }


def is_parallel(holder: ir.Operation) -> bool:
    """Return whether one region of an operation may run several times at once."""
    return holder.has_trait(d.ParallelRegion) or (
        isinstance(holder, LoopLikeOpInterface) and holder.is_parallel
    )


def is_concurrent(holder: ir.Operation) -> bool:
    """Return whether regions of an operation may run at the same time as others, or it is not known
    when they run.
    """
    if isinstance(holder, FunctionOpInterface):
        return False
    return (
        is_parallel(holder)
        or isinstance(holder, DeferredExecutionInterface | RepeatedRegionsInterface)
        or not isinstance(holder, RegionBranchOpInterface | LoopLikeOpInterface)
    )
