"""Models of tensor operations that only look at a tensor differently."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects import memref
from bufferize.dialects.strided import (
    collapsed_type,
    expanded_type,
    is_guaranteed_collapsible,
    strides_and_offset,
)
from bufferize.driver import (
    BufferizationRewriter,
    BufferizationState,
    fully_dynamic_memref_type,
    identity_memref_type,
    without_layout,
)
from bufferize.interfaces import (
    BufferRelation,
)
from bufferize.ir import (
    DYNAMIC,
    AffineExpr,
    AffineSymbolExpr,
    MemRefType,
    Operation,
    OpOperand,
    RankedTensorType,
    StridedLayoutAttr,
    TensorType,
    Type,
    UnrankedTensorType,
    Value,
)
from bufferize.models import NoMemoryAccess, SliceOf, ViewOf
from bufferize.record import Decision, Reason
from bufferize_tensor.ops_element import CastOp, DimOp, RankOp
from bufferize_tensor.ops_reshape import CollapseShapeOp, ExpandShapeOp, ReshapeOp
from bufferize_tensor.ops_slice import ExtractSliceOp
from bufferize_tensor.shapes import ranked


class CastModel(ViewOf[CastOp]):
    """tensor.cast becomes memref.cast."""

    relation = BufferRelation.EQUIVALENT

    def get_buffer_type(self, op: CastOp, value: Value, state: BufferizationState) -> Type:
        assert isinstance(value.type, TensorType)
        buffer = state.memref_type(op.source)
        if isinstance(op.source.type, UnrankedTensorType) or not isinstance(
            value.type, RankedTensorType
        ):
            return fully_dynamic_memref_type(value.type, buffer.memory_space)
        assert isinstance(buffer, MemRefType)
        shape, element_type = value.type.shape, value.type.element_type
        return MemRefType(shape, element_type, buffer.layout, buffer.memory_space)

    def bufferize(self, op: CastOp, rewriter: BufferizationRewriter) -> None:
        buffer, type = rewriter.buffer(op.source), rewriter.buffer_type(op.dest)
        rewriter.replace(op, [rewriter.cast(buffer, type, op.dest.type)])


class DimModel(NoMemoryAccess[DimOp]):
    """tensor.dim becomes memref.dim: it asks for the shape and reads no element."""

    buffer_op = memref.DimOp


class RankModel(NoMemoryAccess[RankOp]):
    """tensor.rank becomes memref.rank."""

    buffer_op = memref.RankOp


class CollapseShapeModel(ViewOf[CollapseShapeOp]):
    """tensor.collapse_shape becomes memref.collapse_shape.

    The source is copied first where its layout may not let dimensions be collapsed, so the operand
    counts as read.
    """

    relation = BufferRelation.EQUIVALENT

    def bufferizes_to_memory_read(
        self, op: CollapseShapeOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def get_buffer_type(self, op: CollapseShapeOp, value: Value, state: BufferizationState) -> Type:
        source = state.buffer_type(op.src)
        assert isinstance(source, MemRefType)
        if not is_guaranteed_collapsible(source, op.groups):
            return identity_memref_type(ranked(op.result), source.memory_space)
        return _checked(collapsed_type(source, op.groups), op, source)

    def bufferize(self, op: CollapseShapeOp, rewriter: BufferizationRewriter) -> None:
        buffer = rewriter.buffer(op.src)
        source, result = buffer.type, ranked(op.result)
        assert isinstance(source, MemRefType)
        if not result.shape:
            type: MemRefType = _scalar_view_type(op, result, source)
        else:
            if not is_guaranteed_collapsible(source, op.groups):
                source = without_layout(source)
                buffer = _copied(op.op_operands[0], source, rewriter)
            type = _checked(collapsed_type(source, op.groups), op, source)
        rewriter.replace_with_new(
            op, memref.CollapseShapeOp, (buffer,), (type,), properties=op.properties
        )

    def reify_result_shapes(
        self, op: CollapseShapeOp, rewriter: BufferizationRewriter
    ) -> list[list[int | Value]] | None:
        shape: list[int | Value] = list(ranked(op.result).shape)
        for i, group in enumerate(op.groups):
            if shape[i] != DYNAMIC:
                continue
            sizes = [rewriter.dim_size(op.src, dim) for dim in group]
            product: AffineExpr = AffineSymbolExpr(0)
            for position in range(1, len(sizes)):
                product = product * AffineSymbolExpr(position)
            shape[i] = rewriter.affine_apply(product, sizes)
        return [shape]


def _copied(operand: OpOperand, type: MemRefType, rewriter: BufferizationRewriter) -> Value:
    """A new buffer of `type` with what `operand` holds, whose own layout does not do."""
    cause = Decision(operand, False, Reason.LAYOUT)
    return rewriter.to_buffer(rewriter.allocate_tensor(operand.value, cause=cause), type)


def _scalar_view_type(op: Operation, result: RankedTensorType, source: MemRefType) -> MemRefType:
    """The type of the rank-0 view of `source`; it keeps the offset."""
    layout = None
    if not source.has_identity_layout:
        known = strides_and_offset(source)
        if known is None:
            raise _not_strided(op, source)
        layout = StridedLayoutAttr(known[1], ())
    return MemRefType((), result.element_type, layout, source.memory_space)


def _not_strided(op: Operation, source: MemRefType) -> DiagnosticError:
    return DiagnosticError(error(f"cannot reshape a buffer of type {source}", op))


def _checked(type: MemRefType | None, op: Operation, source: MemRefType) -> MemRefType:
    if type is None:
        raise _not_strided(op, source)
    return type


class ExpandShapeModel(ViewOf[ExpandShapeOp]):
    """tensor.expand_shape becomes memref.expand_shape, which never needs a copy."""

    relation = BufferRelation.EQUIVALENT
    buffer_op = memref.ExpandShapeOp

    def get_buffer_type(self, op: ExpandShapeOp, value: Value, state: BufferizationState) -> Type:
        source = state.buffer_type(op.src)
        assert isinstance(source, MemRefType)
        return _checked(expanded_type(source, ranked(op.result).shape, op.groups), op, source)


class ExtractSliceModel(SliceOf[ExtractSliceOp]):
    """tensor.extract_slice becomes memref.subview."""


class ReshapeModel(ViewOf[ReshapeOp]):
    """tensor.reshape becomes memref.reshape, on a copy where the source has a layout."""

    relation = BufferRelation.EQUIVALENT

    def get_buffer_type(self, op: ReshapeOp, value: Value, state: BufferizationState) -> Type:
        assert isinstance(value.type, TensorType)
        return identity_memref_type(value.type, state.memref_type(op.source).memory_space)

    def bufferize(self, op: ReshapeOp, rewriter: BufferizationRewriter) -> None:
        buffer, shape = rewriter.buffer(op.source), rewriter.buffer(op.shape)
        type = rewriter.buffer_type(op.result)
        if isinstance(buffer.type, MemRefType) and not buffer.type.has_identity_layout:
            buffer = _copied(op.op_operands[0], without_layout(buffer.type), rewriter)
        rewriter.replace_with_new(op, memref.ReshapeOp, (buffer, shape), (type,))
