"""Models of tensor operations whose result is a view of their operand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects import memref
from bufferize.dialects.strided import (
    collapsed_layout,
    expanded_type,
    saturating_mul,
    strides_and_offset,
)
from bufferize.driver import (
    BufferizationRewriter,
    BufferizationState,
    fully_dynamic_memref_type,
    identity_memref_type,
    without_layout,
)
from bufferize.interfaces import AliasingValue, BufferRelation
from bufferize.models import NoMemoryAccess, SliceOf, ViewOf
from bufferize.record import Decision, Reason
from bufferize_tensor.dialect import ranked
from bufferize_tensor.ops_element import CastOp, DimOp, RankOp
from bufferize_tensor.ops_reshape import CollapseShapeOp, ExpandShapeOp, ReshapeOp
from bufferize_tensor.ops_slice import ExtractSliceOp

ReshapedT = TypeVar("ReshapedT", bound=ir.Operation)


class CastModel(ViewOf[CastOp]):
    """Model of tensor.cast, which becomes memref.cast."""

    relation = BufferRelation.EQUIVALENT

    def get_buffer_type(self, op: CastOp, value: ir.Value, state: BufferizationState) -> ir.Type:
        assert isinstance(value.type, ir.TensorType)
        buffer = state.memref_type(op.source)
        if isinstance(op.source.type, ir.UnrankedTensorType) or not isinstance(
            value.type, ir.RankedTensorType
        ):
            return fully_dynamic_memref_type(value.type, buffer.memory_space)
        assert isinstance(buffer, ir.MemRefType)
        shape, element_type = value.type.shape, value.type.element_type
        return ir.MemRefType(shape, element_type, buffer.layout, buffer.memory_space)

    def bufferize(self, op: CastOp, rewriter: BufferizationRewriter) -> None:
        buffer, type = rewriter.buffer(op.source), rewriter.buffer_type(op.dest)
        rewriter.replace(op, [rewriter.cast(buffer, type, op.dest.type)])


class DimModel(NoMemoryAccess[DimOp]):
    """Model of tensor.dim, which becomes memref.dim: it uses the shape and reads no element."""

    buffer_op = memref.DimOp


class RankModel(NoMemoryAccess[RankOp]):
    """Model of tensor.rank, which becomes memref.rank."""

    buffer_op = memref.RankOp


class _GroupedReshape(ViewOf[ReshapedT]):
    """Base of models of reshapes that join or split dimensions.

    The storage of a sparse tensor depends on its shape, so its reshape is a new tensor: it is made
    when sparse tensors are lowered. MLIR takes it for a view.
    """

    relation = BufferRelation.EQUIVALENT

    def bufferizes_to_memory_read(
        self, op: ReshapedT, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        return _is_sparse(op)

    def get_aliasing_values(
        self, op: ReshapedT, operand: ir.OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [] if _is_sparse(op) else super().get_aliasing_values(op, operand, state)


def _is_sparse(op: ir.Operation) -> bool:
    encodings = (ranked(value).encoding for value in (op.operand(0), op.results[0]))
    return any(
        isinstance(encoding, ir.VerifiableTensorEncoding) and not encoding.stores_all_elements
        for encoding in encodings
    )


class CollapseShapeModel(_GroupedReshape[CollapseShapeOp]):
    """Model of tensor.collapse_shape, which becomes memref.collapse_shape.

    The source is copied first if its layout may not allow dimensions to be collapsed; hence the
    operand counts as read.
    """

    def bufferizes_to_memory_read(
        self, op: CollapseShapeOp, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def get_buffer_type(
        self, op: CollapseShapeOp, value: ir.Value, state: BufferizationState
    ) -> ir.Type:
        source = state.buffer_type(op.src)
        assert isinstance(source, ir.MemRefType)
        if not is_guaranteed_collapsible(source, op.groups):
            return identity_memref_type(ranked(op.result), source.memory_space)
        return _checked(collapsed_type(source, op.groups), op, source)

    def bufferize(self, op: CollapseShapeOp, rewriter: BufferizationRewriter) -> None:
        buffer = rewriter.buffer(op.src)
        source, result = buffer.type, ranked(op.result)
        assert isinstance(source, ir.MemRefType)
        if not result.shape:
            type: ir.MemRefType = _scalar_view_type(op, result, source)
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
    ) -> list[list[int | ir.Value]] | None:
        shape: list[int | ir.Value] = list(ranked(op.result).shape)
        for i, group in enumerate(op.groups):
            if shape[i] != ir.DYNAMIC:
                continue
            sizes = [rewriter.dim_size(op.src, dim) for dim in group]
            product: ir.AffineExpr = ir.AffineSymbolExpr(0)
            for position in range(1, len(sizes)):
                product = product * ir.AffineSymbolExpr(position)
            shape[i] = rewriter.affine_apply(product, sizes)
        return [shape]


def is_guaranteed_collapsible(source: ir.MemRefType, groups: Sequence[Sequence[int]]) -> bool:
    """Return whether every group is contiguous for all dynamic extents and strides."""
    return source.has_identity_layout or collapsed_layout(source, groups, strict=True) is not None


def collapsed_type(source: ir.MemRefType, groups: Sequence[Sequence[int]]) -> ir.MemRefType | None:
    """Return the type of `memref.collapse_shape source groups`.

    None when it cannot be collapsed.
    """
    shape: list[int] = []
    for group in groups:
        extent = 1
        for dim in group:
            extent = saturating_mul(extent, source.shape[dim])
        shape.append(extent)
    layout = None
    if not source.has_identity_layout:
        layout = collapsed_layout(source, groups)
        if layout is None:
            return None
    return ir.MemRefType(tuple(shape), source.element_type, layout, source.memory_space)


def _copied(
    operand: ir.OpOperand, type: ir.MemRefType, rewriter: BufferizationRewriter
) -> ir.Value:
    """Return a copy, of `type`, of the buffer of `operand`, whose layout does not fit."""
    cause = Decision(operand, False, Reason.LAYOUT)
    return rewriter.to_buffer(rewriter.allocate_tensor(operand.value, cause=cause), type)


def _scalar_view_type(
    op: ir.Operation, result: ir.RankedTensorType, source: ir.MemRefType
) -> ir.MemRefType:
    """Return the type of the rank-0 view of `source`, with the same offset."""
    layout = None
    if not source.has_identity_layout:
        known = strides_and_offset(source)
        if known is None:
            raise _not_strided(op, source)
        layout = ir.StridedLayoutAttr(known[1], ())
    return ir.MemRefType((), result.element_type, layout, source.memory_space)


def _not_strided(op: ir.Operation, source: ir.MemRefType) -> DiagnosticError:
    return DiagnosticError(error(f"cannot reshape a buffer of type {source}", op))


def _checked(type: ir.MemRefType | None, op: ir.Operation, source: ir.MemRefType) -> ir.MemRefType:
    if type is None:
        raise _not_strided(op, source)
    return type


class ExpandShapeModel(_GroupedReshape[ExpandShapeOp]):
    """Model of tensor.expand_shape, which becomes memref.expand_shape without a copy."""

    buffer_op = memref.ExpandShapeOp

    def get_buffer_type(
        self, op: ExpandShapeOp, value: ir.Value, state: BufferizationState
    ) -> ir.Type:
        source = state.buffer_type(op.src)
        assert isinstance(source, ir.MemRefType)
        return _checked(expanded_type(source, ranked(op.result).shape, op.groups), op, source)


class ExtractSliceModel(SliceOf[ExtractSliceOp]):
    """Model of tensor.extract_slice, which becomes memref.subview."""


class ReshapeModel(ViewOf[ReshapeOp]):
    """Model of tensor.reshape, which becomes memref.reshape, on a copy if there is a layout."""

    relation = BufferRelation.EQUIVALENT

    def get_buffer_type(self, op: ReshapeOp, value: ir.Value, state: BufferizationState) -> ir.Type:
        assert isinstance(value.type, ir.TensorType)
        return identity_memref_type(value.type, state.memref_type(op.source).memory_space)

    def bufferize(self, op: ReshapeOp, rewriter: BufferizationRewriter) -> None:
        buffer, shape = rewriter.buffer(op.source), rewriter.buffer(op.shape)
        type = rewriter.buffer_type(op.result)
        if isinstance(buffer.type, ir.MemRefType) and not buffer.type.has_identity_layout:
            buffer = _copied(op.op_operands[0], without_layout(buffer.type), rewriter)
        rewriter.replace_with_new(op, memref.ReshapeOp, (buffer, shape), (type,))
