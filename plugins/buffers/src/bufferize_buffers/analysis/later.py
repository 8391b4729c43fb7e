"""Buffers that are used in regions which may run later, such as those of tasks.

%token = async.execute {
  %x = memref.load %a[%i] : memref<4xf32>   // %a must not be freed before the await
  async.yield
}
memref.store %y, %a[%i] : memref<4xf32>
async.await %token : !async.token
"""

from __future__ import annotations

from collections.abc import Iterator

from bufferize import ir
from bufferize.interfaces import (
    CallOpInterface,
    DeferredRegionsInterface,
    FunctionOpInterface,
    function_around,
)
from bufferize_buffers.analysis.effects import may_have_memory
from bufferize_buffers.analysis.flow import BufferFlow


class LaterUses:
    """The values in `root` whose buffers may be used later than the program says.

    They are used in a region that runs later, and defined outside of it, or they are passed to a
    function in `root`, or returned by it, that leaves such a region running.
    """

    def __init__(self, root: ir.Operation) -> None:
        self._ends: dict[ir.Value, list[ir.Operation | None]] = {}
        leaving: set[ir.Operation | None] = set()
        for op in root.walk():
            if isinstance(op, DeferredRegionsInterface):
                end = op.completed_by()
                if end is None:
                    leaving.add(function_around(op))
                for value in _values_used_in(op) if end is not op else ():
                    self._ends.setdefault(value, []).append(end)
        calls = dict(_calls(root)) if leaving else {}
        count = 0
        while count < len(leaving):  # a function may leave what a function that it calls leaves
            count = len(leaving)
            leaving.update(function_around(call) for call in calls if calls[call] in leaving)
        for call, callee in calls.items():
            for value in (*call.operands, *call.results) if callee in leaving else ():
                if may_have_memory(value.type):
                    self._ends.setdefault(value, []).append(None)
        functions = [op for op in root.walk() if isinstance(op, FunctionOpInterface)]
        self._flows: dict[ir.Operation, BufferFlow] = {
            function: BufferFlow(function) for function in functions if self._ends
        }
        self.values = frozenset(self._ends)
        """The values; other values may be other names of the same buffers."""

    def outlive_block(self, buffer: ir.Value, block: ir.Block, function: ir.Operation) -> bool:
        """Return whether `buffer`, defined in `block`, may still be used when that has ended."""
        if not self._ends:
            return False
        aliases = self._flows[function].aliases(buffer)
        ends = [end for value in aliases for end in self._ends.get(value, ())]
        return any(end is None or block.find_ancestor_op(end) is None for end in ends)


def _values_used_in(op: ir.Operation) -> set[ir.Value]:
    """Return the values with memory that the regions of `op` use from outside."""
    return {
        value
        for region in op.regions
        for inner in region.walk()
        for value in inner.operands
        if may_have_memory(value.type) and not op.is_ancestor_of(value.parent_op)
    }


def _calls(root: ir.Operation) -> Iterator[tuple[ir.Operation, ir.Operation | None]]:
    """Return the calls in `root`, each with the function that is called."""
    tables = ir.SymbolTables()
    for op in root.walk():
        name = op.callable_for_callee if isinstance(op, CallOpInterface) else None
        if isinstance(name, ir.SymbolRefAttr):
            yield op, tables.lookup(op, name)
