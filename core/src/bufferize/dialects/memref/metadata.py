"""What is known of a buffer: extents, rank, offset, strides, address, alignment."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.memref.alloc import AllocLikeOp
from bufferize.dialects.memref.dialect import MEMREF, skip_casts
from bufferize.interfaces import (
    ReifyRankedShapedTypeOpInterface,
    ShapedDimOpInterface,
    ViewLikeOpInterface,
    constant_int,
)


@MEMREF.op("dim")
class DimOp(d.Operation, ShapedDimOpInterface):
    """One extent of a buffer."""

    __slots__ = ()

    source: d.Operand = d.operand(d.NON_0_RANKED_OR_UNRANKED_MEMREF)
    index: d.Operand = d.operand(d.INDEX)
    result: d.Result = d.result(d.INDEX)
    traits = (d.MemRefsNormalizable(), d.NoMemoryEffect())
    assembly_format = "attr-dict $source `,` $index `:` type($source)"
    result_name = "dim"

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        index, type = constant_int(self.index), self.source.type
        if index is None or not isinstance(type, ir.MemRefType) or not 0 <= index < type.rank:
            return None
        if type.shape[index] != ir.DYNAMIC:
            return [ir.index_attr(type.shape[index])]
        source = self.source.defining_op
        if isinstance(source, AllocLikeOp):
            return [source.dynamic_sizes[type.shape[:index].count(ir.DYNAMIC)]]
        return None

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Ask the source of a cast instead of the cast."""
        return skip_casts(self, rewriter)


@MEMREF.op("rank")
class RankOp(d.Operation):
    """The number of dimensions of a buffer."""

    __slots__ = ()

    memref: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    result: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)
    assembly_format = "$memref attr-dict `:` type($memref)"

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        type = self.memref.type
        return [ir.index_attr(type.rank)] if isinstance(type, ir.MemRefType) else None


def _metadata_types(state: d.OperationState) -> list[ir.Type]:
    source = state.operands[0].type
    assert isinstance(source, ir.MemRefType)
    base = ir.MemRefType((), source.element_type, None, source.memory_space)
    return [base, *[ir.INDEX] * (1 + 2 * source.rank)]


@MEMREF.op("extract_strided_metadata")
class ExtractStridedMetadataOp(d.Operation, ViewLikeOpInterface):
    """A buffer without its shape, and the offset, sizes and strides of the view of it."""

    __slots__ = ()

    source: d.Operand = d.operand(d.STRIDED_MEMREF)
    base_buffer: d.Result = d.result(d.strided_memref_of(rank=0))
    offset: d.Result = d.result(d.INDEX)
    sizes: d.VariadicResult = d.variadic_result(d.INDEX)
    strides: d.VariadicResult = d.variadic_result(d.INDEX)
    traits = (d.Pure(), d.SameVariadicResultSize(), d.InferResultTypes(_metadata_types))
    assembly_format = "$source `:` type($source) `->` type(results) attr-dict"


@MEMREF.op("extract_aligned_pointer_as_index")
class ExtractAlignedPointerAsIndexOp(d.Operation):
    """The address of a buffer."""

    __slots__ = ()

    source: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    aligned_pointer: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)
    assembly_format = "$source `:` type($source) `->` type(results) attr-dict"
    result_name = "intptr"


@MEMREF.op("assume_alignment")
class AssumeAlignmentOp(d.Operation, ViewLikeOpInterface, ReifyRankedShapedTypeOpInterface):
    """The same buffer, known to be aligned to so many bytes."""

    __slots__ = ()

    memref: d.Operand = d.operand(d.ANY_MEMREF)
    alignment: d.Attr[ir.IntegerAttr, int] = d.attr(d.confined(d.I32_ATTR, d.POSITIVE))
    result: d.Result = d.result(d.ANY_MEMREF)
    traits = (d.Pure(), d.SameOperandsAndResultType())
    assembly_format = "$memref `,` $alignment attr-dict `:` type($memref)"
    result_name = "assume_align"

    @property
    def view_source(self) -> ir.Value:
        return self.memref

    def verify_op(self) -> None:
        alignment = self.alignment.value
        if alignment & (alignment - 1):
            raise self.error("alignment must be power of 2")

    def fold(self) -> list[ir.Value] | None:
        source = self.memref.defining_op
        if isinstance(source, AssumeAlignmentOp) and source.alignment is self.alignment:
            return [self.memref]
        return None


@MEMREF.op("distinct_objects")
class DistinctObjectsOp(d.Operation):
    """The same buffers, known not to overlap."""

    __slots__ = ()

    operands: d.VariadicOperand = d.variadic_operand(d.ANY_MEMREF)
    results: d.VariadicResult = d.variadic_result(d.ANY_MEMREF)
    # verify_op has the better message.
    traits = (
        d.Pure(),
        d.InferResultTypes(
            lambda state: [operand.type for operand in state.operands], lambda *_: True
        ),
    )
    assembly_format = "$operands attr-dict `:` type($operands)"

    def verify_op(self) -> None:
        if self.operand_types != self.result_types:
            raise self.error("operand types and result types must match")
        if not self.operands:
            raise self.error("expected at least one operand")
