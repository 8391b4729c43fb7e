"""The memref dialect's object and what its ops share."""

from __future__ import annotations

from typing import cast

from bufferize import define as d
from bufferize.interfaces import EffectKind, MemoryEffect
from bufferize.ir import MemRefType, Operation, Rewriter, Value, origin_of

MEMREF = d.Dialect("memref")

ALIGNMENT = d.confined(d.I64_ATTR, d.VALID_ALIGNMENT)
"""The alignment of an allocation or an access, in bytes."""

STACK = "AutomaticAllocationScope"
"""The memory that ops with the trait AutomaticAllocationScope free at their end."""


def memref_type(value: Value) -> MemRefType:
    """The type of a value that is known to be a ranked memref."""
    return cast(MemRefType, value.type)


def read(op: Operation, index: int) -> MemoryEffect:
    """The effect that `op` reads the memref that is its operand number `index`."""
    operand = op.op_operands[index]
    return MemoryEffect(EffectKind.READ, operand.value, operand)


def write(op: Operation, index: int) -> MemoryEffect:
    """The effect that `op` writes the memref that is its operand number `index`."""
    operand = op.op_operands[index]
    return MemoryEffect(EffectKind.WRITE, operand.value, operand)


def free(op: Operation, index: int) -> MemoryEffect:
    """The effect that `op` frees the memref that is its operand number `index`."""
    operand = op.op_operands[index]
    return MemoryEffect(EffectKind.FREE, operand.value, operand)


def skip_casts(op: Operation, rewriter: Rewriter, except_for: Value | None = None) -> bool:
    """Makes operands that are casts of ranked memrefs use what was cast; whether any was.

    `except_for` is a value that is stored, not accessed, so that its type matters.
    """
    changed = False
    for operand in op.op_operands:
        if operand.value is not except_for:
            origin = origin_of(operand.value, ranked_before_cast)
            if origin is not operand.value:
                rewriter.set_operand(operand, origin)
                changed = True
    return changed


def ranked_before_cast(value: Value) -> Value | None:
    """The ranked memref that a `memref.cast` made `value` from, if one did."""
    op = value.defining_op
    if op is None or op.name != "memref.cast" or not isinstance(op.operand(0).type, MemRefType):
        return None
    return op.operand(0)
