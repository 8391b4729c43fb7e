"""The memref dialect's object, helpers of its ops, and casts, which most ops look through."""

from __future__ import annotations

__all__ = ["MEMREF", "CastOp", "MemorySpaceCastOp"]

from functools import partial
from typing import cast

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.strided import are_cast_compatible, is_guaranteed_cast
from bufferize.interfaces import (
    CastOpInterface,
    ConditionallySpeculatable,
    EffectKind,
    MemoryEffect,
    ViewLikeOpInterface,
)

MEMREF = d.Dialect("memref")

ALIGNMENT = d.confined(d.I64_ATTR, d.VALID_ALIGNMENT)
"""The alignment of an allocation or an access, in bytes."""

STACK = "AutomaticAllocationScope"
"""The memory that ops with the trait AutomaticAllocationScope free at their end."""


def memref_type(value: ir.Value) -> ir.MemRefType:
    """Return the type of a value that is known to be a ranked memref."""
    return cast(ir.MemRefType, value.type)


def _effect(kind: EffectKind, op: ir.Operation, index: int) -> MemoryEffect:
    operand = op.op_operands[index]
    return MemoryEffect(kind, operand.value, operand)


# Each returns the effect that `op` reads, writes or frees the memref in operand `index`.
read = partial(_effect, EffectKind.READ)
write = partial(_effect, EffectKind.WRITE)
free = partial(_effect, EffectKind.FREE)


def verify_same_elements(
    op: ir.Operation, source: ir.BaseMemRefType, result: ir.BaseMemRefType, types: str
) -> None:
    """Check that two types have one memory space and one element type.

    `types` names them in errors.
    """
    if source.memory_space is not result.memory_space:
        raise op.error(f"different memory spaces specified for {types}")
    if source.element_type is not result.element_type:
        raise op.error(f"different element types specified for {types}")


def skip_casts(op: ir.Operation, rewriter: ir.Rewriter, except_for: ir.Value | None = None) -> bool:
    """Replace operands that are casts of ranked memrefs by the sources; return whether any were.

    `except_for` is a value that is stored, not accessed, so that its type matters.
    """
    changed = False
    for operand in op.op_operands:
        if operand.value is not except_for:
            origin = ir.origin_of(operand.value, ranked_before_cast)
            if origin is not operand.value:
                rewriter.set_operand(operand, origin)
                changed = True
    return changed


def ranked_before_cast(value: ir.Value) -> ir.Value | None:
    """Return the ranked memref before the cast that defines `value`, None without such a cast."""
    op = value.defining_op
    if not isinstance(op, CastOp) or not isinstance(op.source.type, ir.MemRefType):
        return None
    return op.source


# Casts, which most ops see through


class BufferCastOp(d.Operation, CastOpInterface, ViewLikeOpInterface):
    """Base of the ops that give the same buffer another type."""

    source: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    dest: d.Result = d.result(d.ANY_MEMREF_OR_UNRANKED)
    traits = (d.MemRefsNormalizable(), d.Pure())
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def fold(self) -> list[ir.Value] | None:
        return [self.source] if self.source.type is self.dest.type else None


@MEMREF.op("cast")
class CastOp(BufferCastOp, ConditionallySpeculatable):
    """The same buffer with a type that knows more or less of its shape and layout."""

    result_name = "cast"

    def verify_op(self) -> None:
        self.verify_cast(are_cast_compatible(self.source.type, self.dest.type))

    def is_speculatable(self) -> bool:
        return self.loses_information() or isinstance(self.dest.type, ir.UnrankedMemRefType)

    def loses_information(self) -> bool:
        """Return whether the result's type knows no more than the source's."""
        source, dest = self.source.type, self.dest.type
        if not isinstance(source, ir.MemRefType) or not isinstance(dest, ir.MemRefType):
            return False
        gains = any(
            a == ir.DYNAMIC and b != ir.DYNAMIC
            for a, b in zip(source.shape, dest.shape, strict=True)
        )
        return not gains and is_guaranteed_cast(source, dest)

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Cast the source of the cast that this one casts, in place of that cast.

        The two types may be incompatible, as the type in between may hide extents that differ.
        """
        origin = ir.origin_of(self.source, ranked_before_cast)
        if origin is self.source or not are_cast_compatible(origin.type, self.dest.type):
            return False
        rewriter.set_operand(self.op_operands[0], origin)
        return True


@MEMREF.op("memory_space_cast")
class MemorySpaceCastOp(BufferCastOp):
    """The same buffer, in the view of another memory space."""

    result_name = "memspacecast"

    def verify_op(self) -> None:
        source, dest = self.source.type, self.dest.type
        self.verify_cast(_without_space(source) is _without_space(dest))


def _without_space(type: ir.Type) -> ir.Type:
    if isinstance(type, ir.MemRefType):
        return ir.MemRefType(type.shape, type.element_type, type.layout)
    if isinstance(type, ir.UnrankedMemRefType):
        return ir.UnrankedMemRefType(type.element_type)
    return type
