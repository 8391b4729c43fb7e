"""The buffers that are stored in other buffers, from which any operation may load them.

memref.store %a, %table[%i] : memref<4xmemref<8xf32>>    // %a is stored in %table
call @keep(%b, %table) : ...                             // so is %b, if @keep stores it there
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bufferize import ir
from bufferize.analysis import return_ops
from bufferize.dialects.builtin import UnrealizedConversionCastOp
from bufferize.interfaces import (
    BranchOpInterface,
    CallOpInterface,
    EffectKind,
    FunctionOpInterface,
    RegionBranchOpInterface,
    function_around,
    memory_effects,
)
from bufferize_buffers.analysis.effects import (
    allocated_by,
    calls_in,
    is_allocated,
    is_buffer,
    is_of_buffers,
    may_have_memory,
    stored_by,
    values_defined_by,
    with_callees,
)
from bufferize_buffers.analysis.flow import BufferFlow, Node

_PASSES_VALUES: Final = (BranchOpInterface, RegionBranchOpInterface)
_Store = tuple[ir.Value, ir.Value | None]
"""A buffer and the one that it is stored in; None if that is unknown."""


class StoredBuffers:
    """The values in `root` that are stored in other buffers, also by functions that are called.

    A function without a body is assumed to store in its arguments what else it is given.
    """

    def __init__(self, root: ir.Operation) -> None:
        roots = with_callees(root)
        functions = [
            op for each in roots for op in each.walk() if isinstance(op, FunctionOpInterface)
        ]
        self._stores: dict[ir.Operation, dict[_Store, None]] = {}
        self.flows: dict[ir.Operation, BufferFlow] = {}
        """How buffers flow in each function; empty if nothing can be stored."""
        self._sources: dict[ir.Operation, dict[Node, list[Node]]] = {}
        if any(_has_buffers_of_buffers(f) or any(_casts_in(f)) for f in functions):
            calls: dict[ir.Operation, FunctionOpInterface] = {
                call: callee
                for each in roots
                for call, callee in calls_in(each)
                if isinstance(callee, FunctionOpInterface) and not callee.is_external
            }
            for function in functions:
                flow = self.flows[function] = BufferFlow(function)
                self._sources[function] = flow.sources()
                found = (s for op in function.walk() if op not in calls for s in _stores_of(op))
                self._stores[function] = dict.fromkeys([*found, *_stores_of_casts(function, flow)])
            self._add_stores_of_callees(calls)
        self.values = {value for stores in self._stores.values() for value, _ in stores}
        """The values that are stored, not those that are only aliases of one."""

    def outlives_block(self, buffer: ir.Value, block: ir.Block, function: ir.Operation) -> bool:
        """Return whether `buffer`, defined in `block`, is stored in a buffer used after that."""
        if not self.values:
            return False
        aliases = self.flows[function].aliases_of_owned(buffer)
        return any(
            value in aliases and not self._ends_with(block, holder, function)
            for value, holder in self._stores[function]
        )

    def _ends_with(self, block: ir.Block, holder: ir.Value | None, function: ir.Operation) -> bool:
        """Return whether all uses of `holder` are in one run of `block`."""
        flow = self.flows[function]
        origins = [] if holder is None else _origins(holder, self._sources[function])
        for origin in origins:
            if not isinstance(origin, ir.Value) or not is_allocated(origin):
                return False
            for alias in flow.aliases(origin):
                if alias in self.values or alias in flow.returned:
                    return False
                if isinstance(alias, ir.BlockArgument) and alias.owner is block:
                    return False  # the next run of the block gets it
                if any(block.find_ancestor_op(user) is None for user in alias.users):
                    return False
        return bool(origins)

    def _add_stores_of_callees(self, calls: dict[ir.Operation, FunctionOpInterface]) -> None:
        """Add what calls store, until that adds nothing more."""
        is_changed = True
        while is_changed:
            before = sum(map(len, self._stores.values()))
            for call, callee in calls.items():
                function = function_around(call)
                if function in self._stores and callee in self._stores:
                    found = list(self._stores_of_call(call, callee))
                    self._stores[function].update(dict.fromkeys(found))
            is_changed = sum(map(len, self._stores.values())) > before

    def _stores_of_call(self, call: ir.Operation, callee: FunctionOpInterface) -> Iterator[_Store]:
        """Return what `callee` stores of the operands of `call`, and of the results."""
        sources = self._sources[callee]
        names = _names_in_caller(call, callee, sources)
        for value, holder in self._stores[callee]:
            holders = [] if holder is None else _origins(holder, sources)
            found = [[v for v in names.get(each, ()) if is_of_buffers(v.type)] for each in holders]
            known: dict[ir.Value | None, None] = {} if found and all(found) else {None: None}
            known.update((other, None) for others in found for other in others)
            for origin in _origins(value, sources):
                for stored in names.get(origin, ()):
                    yield from ((stored, other) for other in known)


def _names_in_caller(
    call: ir.Operation, callee: FunctionOpInterface, sources: dict[Node, list[Node]]
) -> dict[Node, list[ir.Value]]:
    """Return the operands and results of `call` that are the arguments and origins of results."""
    assert isinstance(call, CallOpInterface)
    names: dict[Node, list[ir.Value]] = {}
    for argument, operand in zip(callee.body_arguments, call.arg_operands, strict=False):
        names[argument] = [operand.value]
    for end in return_ops(callee):
        for returned, result in zip(end.operands, call.results, strict=False):
            for origin in _origins(returned, sources):
                names.setdefault(origin, []).append(result)
    return names


def _has_buffers_of_buffers(function: ir.Operation) -> bool:
    """Return whether a value in `function` is a buffer or a tensor of buffers."""
    types = {value.type for op in function.walk() for value in values_defined_by(op)}
    return any(map(is_of_buffers, types))


def _stores_of(op: ir.Operation) -> Iterator[_Store]:
    """Return what `op` itself stores: buffers, and the buffers in those that it copies."""
    holders = [value for value in op.operands if is_of_buffers(value.type)]
    if not holders or op.has_trait(ir.IsTerminator) or isinstance(op, _PASSES_VALUES):
        return
    yield from stored_by(op)
    effects = memory_effects(op)
    copies = [value for value in allocated_by(op) if is_of_buffers(value.type)]
    if effects is None or any(effect.kind is EffectKind.WRITE for effect in effects):
        if len(holders) + len(copies) > 1:
            yield from ((holder, None) for holder in holders)


def _casts_in(function: ir.Operation) -> Iterator[ir.Operation]:
    """Return the operations that cast a buffer to a value such as a struct or a pointer."""
    for op in function.walk():
        if isinstance(op, UnrealizedConversionCastOp) and any(map(is_buffer, op.operands)):
            if any(map(_may_hide_buffer, op.results)):
                yield op


def _may_hide_buffer(value: ir.Value) -> bool:
    return may_have_memory(value.type) and not isinstance(value.type, ir.ShapedType)


def _stores_of_casts(function: FunctionOpInterface, flow: BufferFlow) -> Iterator[_Store]:
    """Return the values into which buffers may be cast that operations store, or end blocks with.

    %s = builtin.unrealized_conversion_cast %a : memref<f32> to !llvm.struct<(ptr, ptr, i64)>
    llvm.store %s, %p : !llvm.struct<(ptr, ptr, i64)>, !llvm.ptr    // %a may be found there
    """
    found: list[ir.Value] = [result for op in _casts_in(function) for result in op.results]
    if not function.is_external:
        found += [a for a in function.body_arguments if _may_hide_buffer(a)]
    hidden = set[ir.Value]().union(*map(flow.aliases, found))
    for op in function.walk() if hidden else ():
        ends_block = op.has_trait(ir.IsTerminator)
        written = [e.value for e in memory_effects(op) or () if e.kind is EffectKind.WRITE]
        for value in op.operands:
            if value in hidden and _may_hide_buffer(value):
                if ends_block or any(target is not value for target in written):
                    yield value, None


def _origins(value: ir.Value, sources: dict[Node, list[Node]]) -> list[Node]:
    """Return the ends of all chains of sources that lead back from `value`."""
    found: dict[Node, None] = {value: None}
    work: list[Node] = [value]
    for node in work:  # grows
        work += [other for other in sources.get(node, ()) if other not in found]
        found.update(dict.fromkeys(work))
    return [node for node in found if node not in sources]
