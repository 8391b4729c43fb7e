"""The buffers that are stored in other buffers, from which any operation may load them.

memref.store %a, %table[%i] : memref<4xmemref<8xf32>>    // %a is stored
call @keep(%b, %table) : ...                             // %b, too, if @keep stores its argument
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bufferize import ir
from bufferize.interfaces import CallOpInterface, FunctionOpInterface
from bufferize_buffers.analysis.flow import BufferFlow, Node


class StoredBuffers:
    """The values in `root` that are stored in other buffers, also by functions that are called.

    Functions that are not in `root` are assumed to store none.
    """

    def __init__(self, root: ir.Operation) -> None:
        self.values: set[ir.Value] = set()
        """The operands of the operations that store them, and of the calls of such functions."""
        self._stores: dict[ir.Operation, Callable[[Node], bool]] = {}
        functions = [op for op in root.walk() if isinstance(op, FunctionOpInterface)]
        if not any(map(_has_buffers_of_buffers, functions)):
            return
        flows = {function: BufferFlow(function) for function in functions}
        for flow in flows.values():
            self.values |= flow.stored
        calls = list(_calls(root))
        count = -1
        while count < len(self.values):
            count = len(self.values)
            for function, flow in flows.items():
                self._stores[function] = flow.summary(self.values.__contains__, bool.__or__)
            for call, callee in calls:
                for operand, argument in zip(
                    call.arg_operands, callee.body_arguments, strict=False
                ):
                    if callee in self._stores and self._stores[callee](argument):
                        self.values.add(operand.value)

    def is_stored(self, buffer: ir.Value, function: ir.Operation) -> bool:
        """Return whether `buffer`, a value in `function`, or an alias of it is stored."""
        return bool(self.values) and self._stores[function](buffer)


def _has_buffers_of_buffers(function: ir.Operation) -> bool:
    """Return whether a value in `function` is a buffer or tensor whose elements are buffers."""
    types: set[ir.Type] = set()
    for op in function.walk():
        types.update(op.result_types)
        types.update(a.type for r in op.regions for b in r.blocks for a in b.arguments)
    return any(
        isinstance(type, ir.ShapedType) and isinstance(type.element_type, ir.BaseMemRefType)
        for type in types
    )


def _calls(root: ir.Operation) -> Iterator[tuple[CallOpInterface, FunctionOpInterface]]:
    """Return the calls in `root`, each with the function that is called, if it has a body."""
    tables = ir.SymbolTables()
    for op in root.walk():
        name = op.callable_for_callee if isinstance(op, CallOpInterface) else None
        if isinstance(op, CallOpInterface) and isinstance(name, ir.SymbolRefAttr):
            callee = tables.lookup(op, name)
            if isinstance(callee, FunctionOpInterface):
                yield op, callee
