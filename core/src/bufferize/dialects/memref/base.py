"""The memref dialect's object and what its ops share."""

from __future__ import annotations

from functools import partial
from typing import cast

from bufferize import define as d
from bufferize.interfaces import EffectKind, MemoryEffect
from bufferize.ir import BaseMemRefType, MemRefType, Operation, Rewriter, Value, origin_of

MEMREF = d.Dialect("memref")

ALIGNMENT = d.confined(d.I64_ATTR, d.VALID_ALIGNMENT)
"""The alignment of an allocation or an access, in bytes."""

STACK = "AutomaticAllocationScope"
"""The memory that ops with the trait AutomaticAllocationScope free at their end."""


def memref_type(value: Value) -> MemRefType:
    """The type of a value that is known to be a ranked memref."""
    return cast(MemRefType, value.type)


def _effect(kind: EffectKind, op: Operation, index: int) -> MemoryEffect:
    operand = op.op_operands[index]
    return MemoryEffect(kind, operand.value, operand)


# The effect that an op reads, writes or frees the memref that is its operand of some number.
read = partial(_effect, EffectKind.READ)
write = partial(_effect, EffectKind.WRITE)
free = partial(_effect, EffectKind.FREE)


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


def verify_same_elements(
    op: Operation, source: BaseMemRefType, result: BaseMemRefType, types: str
) -> None:
    """Checks that two types have one memory space and one element type.

    `types` is what an error calls them.
    """
    if source.memory_space is not result.memory_space:
        raise op.error(f"different memory spaces specified for {types}")
    if source.element_type is not result.element_type:
        raise op.error(f"different element types specified for {types}")
