"""Effects on buffers: which values are buffers, and who allocates, views or frees them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bufferize import ir
from bufferize.interfaces import (
    AllocationOpInterface,
    CallOpInterface,
    EffectKind,
    MemoryEffectsOpInterface,
    ViewLikeOpInterface,
    has_effect,
)

HEAP: Final = "<Default>"
"""The resource of memory that must be freed; other memory ends with its scope."""

_WITHOUT_MEMORY: Final = (
    ir.IntegerType,
    ir.IndexType,
    ir.FloatType,
    ir.ComplexType,
    ir.VectorType,
    ir.NoneType,
)


def may_have_memory(type: ir.Type) -> bool:
    """Return whether a value of `type` may be a buffer, or represent one as a tensor does."""
    return not isinstance(type, _WITHOUT_MEMORY)


def is_buffer(value: ir.Value) -> bool:
    """Return whether `value` is a memref."""
    return isinstance(value.type, ir.BaseMemRefType)


def values_defined_by(op: ir.Operation) -> Iterator[ir.Value]:
    """Return the results of `op` and the arguments of the blocks of its regions."""
    yield from op.results
    for region in op.regions:
        for block in region.blocks:
            yield from block.arguments


def calls_in(root: ir.Operation) -> Iterator[tuple[CallOpInterface, ir.Operation | None]]:
    """Return the direct calls in `root`, each with the callee; None if that is not defined."""
    tables = ir.SymbolTables()
    for op in root.walk():
        name = op.callable_for_callee if isinstance(op, CallOpInterface) else None
        if isinstance(op, CallOpInterface) and isinstance(name, ir.SymbolRefAttr):
            yield op, tables.lookup(op, name)


def with_callees(root: ir.Operation) -> list[ir.Operation]:
    """Return `root` and the functions outside of it that it calls, also by other functions."""
    roots, known = [root], set[ir.Operation]()
    for each in roots if root.parent is not None else ():  # grows
        for _, callee in calls_in(each):
            if callee is not None and callee not in known and not root.is_ancestor_of(callee):
                known.add(callee)
                roots.append(callee)
    return roots


# Allocations


def is_allocated(value: ir.Value) -> bool:
    """Return whether `value` is the result of an allocation, not a view of one."""
    return isinstance(value, ir.OpResult) and has_effect(value.owner, EffectKind.ALLOCATE, value)


def allocated_by(op: ir.Operation) -> list[ir.Value]:
    """Return the results that `op` allocates."""
    if not op.results or not isinstance(op, MemoryEffectsOpInterface):
        return []
    new = {effect.value for effect in op.effects() if effect.kind is EffectKind.ALLOCATE}
    return [result for result in op.results if result in new]


def heap_allocations(op: ir.Operation) -> list[ir.Value]:
    """Return the memrefs that `op` allocates on the heap, so that they must be freed."""
    if not isinstance(op, MemoryEffectsOpInterface):
        return []
    if isinstance(op, AllocationOpInterface) and op.is_automatic:
        return []
    new = {
        effect.value
        for effect in op.effects()
        if effect.kind is EffectKind.ALLOCATE and effect.resource == HEAP
    }
    return [result for result in op.results if result in new and is_buffer(result)]


def requirements(allocation: ir.Operation) -> dict[str, ir.Attribute]:
    """Return what an allocation asks of its buffer apart from type and extents: the alignment."""
    found = {**allocation.properties, **allocation.attributes}
    found.pop("operandSegmentSizes", None)
    return found


# Views


def base_of(value: ir.Value) -> ir.Value:
    """Return the buffer that `value` is a view of, through any number of views."""
    op = value.defining_op
    while isinstance(op, ViewLikeOpInterface) and op.results[0] is value:
        value = op.view_source
        op = value.defining_op
    return value


# Buffers of buffers


def is_of_buffers(type: ir.Type) -> bool:
    """Return whether `type` is that of buffers, or of tensors, whose elements are buffers."""
    return isinstance(type, ir.ShapedType) and isinstance(type.element_type, ir.BaseMemRefType)


def stored_by(op: ir.Operation) -> Iterator[tuple[ir.Value, ir.Value]]:
    """Return the buffers that `op` may store in others, each with the one that it is stored in.

    memref.store %a, %table[%i] : memref<4xmemref<8xf32>>
    call @keep(%table, %b) : (memref<4xmemref<8xf32>>, memref<16xf32>) -> ()   // maybe a view of %b
    """
    if not op.has_trait(ir.IsTerminator):
        for holder in op.operands:
            if is_of_buffers(holder.type):
                for value in op.operands:
                    if value is not holder and may_have_memory(value.type):
                        yield value, holder


# Deallocations


def freed_by(op: ir.Operation) -> ir.Value | None:
    """Return the operand of `op` if the only effect of `op` is to free its only operand."""
    if len(op.operands) != 1 or op.results or not has_effect(op, EffectKind.FREE, op.operand(0)):
        return None
    assert isinstance(op, MemoryEffectsOpInterface)
    return op.operand(0) if len(op.effects()) == 1 else None


def only_free(buffer: ir.Value) -> ir.Operation | None:
    """Return the operation that frees `buffer` under this name, if only one does and only that."""
    frees = {user for user in buffer.users if has_effect(user, EffectKind.FREE, buffer)}
    if len(frees) != 1:
        return None
    (op,) = frees
    return op if freed_by(op) is buffer else None
