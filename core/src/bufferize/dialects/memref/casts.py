"""Casts of buffers and views of raw bytes."""

from __future__ import annotations

from bufferize import define as d
from bufferize.dialects.memref.base import MEMREF, memref_type, ranked_before_cast
from bufferize.dialects.strided import are_cast_compatible, is_guaranteed_cast
from bufferize.interfaces import CastOpInterface, ViewLikeOpInterface
from bufferize.ir import DYNAMIC, MemRefType, Rewriter, Type, UnrankedMemRefType, Value, origin_of


class BufferCastOp(d.Operation, CastOpInterface, ViewLikeOpInterface):
    """Base of the ops that give the same buffer another type."""

    __slots__ = ()

    source: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    dest: d.Result = d.result(d.ANY_MEMREF_OR_UNRANKED)
    traits = (d.MemRefsNormalizable(), d.Pure())
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def fold(self) -> list[Value] | None:
        return [self.source] if self.source.type is self.dest.type else None


@MEMREF.op("cast")
class CastOp(BufferCastOp):
    """The same buffer with a type that says more or less of its shape and layout."""

    __slots__ = ()
    result_name = "cast"

    def verify_op(self) -> None:
        self.verify_cast(are_cast_compatible(self.source.type, self.dest.type))

    def loses_information(self) -> bool:
        """Whether the result's type says nothing of the buffer that the source's does not say."""
        source, dest = self.source.type, self.dest.type
        if not isinstance(source, MemRefType) or not isinstance(dest, MemRefType):
            return False
        gains = any(
            a == DYNAMIC and b != DYNAMIC for a, b in zip(source.shape, dest.shape, strict=True)
        )
        return not gains and is_guaranteed_cast(source, dest)

    def canonicalize(self, rewriter: Rewriter) -> bool:
        """A cast of a cast is a cast of what the first one cast.

        Not where no such cast exists, since the sizes differ that one hid from the other.
        """
        origin = origin_of(self.source, ranked_before_cast)
        if origin is self.source or not are_cast_compatible(origin.type, self.dest.type):
            return False
        rewriter.set_operand(self.op_operands[0], origin)
        return True


@MEMREF.op("memory_space_cast")
class MemorySpaceCastOp(BufferCastOp):
    """The same buffer as seen from another memory space."""

    __slots__ = ()
    result_name = "memspacecast"

    def verify_op(self) -> None:
        source, dest = self.source.type, self.dest.type
        self.verify_cast(_without_space(source) is _without_space(dest))


def _without_space(type: Type) -> Type:
    if isinstance(type, MemRefType):
        return MemRefType(type.shape, type.element_type, type.layout)
    return UnrankedMemRefType(type.element_type) if isinstance(type, UnrankedMemRefType) else type


@MEMREF.op("view")
class ViewOp(d.Operation, ViewLikeOpInterface):
    """A contiguous buffer within a buffer of bytes."""

    __slots__ = ()

    source: d.Operand = d.operand(d.memref_of(d.I8, ranks=[1]))
    byte_shift: d.Operand = d.operand(d.INDEX)
    sizes: d.VariadicOperand = d.variadic_operand(d.INDEX)
    result: d.Result = d.result(d.ANY_MEMREF)
    traits = (d.Pure(),)
    assembly_format = """
        $source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict
        `:` type($source) `to` type($result)
    """
    result_name = "view"

    def verify_op(self) -> None:
        source, result = memref_type(self.source), memref_type(self.result)
        if not source.has_identity_layout:
            raise self.error(f"unsupported map for base memref type '{source}'")
        if not result.has_identity_layout:
            raise self.error(f"unsupported map for result memref type '{result}'")
        if source.memory_space is not result.memory_space:
            raise self.error(
                f"different memory spaces specified for base memref type '{source}' "
                f"and view memref type '{result}'"
            )
        if len(self.sizes) != result.num_dynamic_dims():
            raise self.error(
                f"incorrect number of dynamic sizes, has {len(self.sizes)}, "
                f"expected {result.num_dynamic_dims()}"
            )
