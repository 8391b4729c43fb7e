"""Models of tensor operations that only look at a tensor differently."""

from __future__ import annotations

from bufferize.analysis import AnalysisState, Decision, Reason
from bufferize.define import ReturnLike
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects import memref
from bufferize.dialects.strided import (
    collapsed_type,
    expanded_type,
    is_guaranteed_collapsible,
    strides_and_offset,
    subview_type,
)
from bufferize.driver import (
    BecomesBufferOp,
    BufferizationState,
    OneShotOptions,
    ReifiesResultShapes,
    allocate_tensor_for_shaped_value,
    dim_size,
    folded_affine_apply,
    fully_dynamic_memref_type,
    get_buffer,
    get_buffer_type,
    identity_memref_type,
    memref_buffer_type,
    replace_op_with_bufferized_values,
    replace_op_with_new_bufferized_op,
    subview,
    to_buffer,
    without_layout,
)
from bufferize.interfaces import (
    BufferRelation,
    FunctionOpInterface,
    NoMemoryAccess,
    ViewOf,
    is_always_less,
    linear_form,
)
from bufferize.ir import (
    DYNAMIC,
    AffineExpr,
    AffineSymbolExpr,
    Builder,
    MemRefType,
    Operation,
    OpOperand,
    RankedTensorType,
    Rewriter,
    StridedLayoutAttr,
    TensorType,
    Type,
    UnrankedTensorType,
    Value,
)
from bufferize_tensor.ops_reshape import CollapseShapeOp, ExpandShapeOp
from bufferize_tensor.ops_slice import ExtractSliceOp
from bufferize_tensor.shapes import ranked


class CastModel(ViewOf):
    """tensor.cast becomes memref.cast."""

    relation = BufferRelation.EQUIVALENT

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        source, result = op.operand(0).type, op.results[0].type
        assert isinstance(result, TensorType)
        buffer = memref_buffer_type(op.operand(0), options, state, invocation_stack)
        if isinstance(source, UnrankedTensorType) or isinstance(result, UnrankedTensorType):
            return fully_dynamic_memref_type(result, buffer.memory_space)
        assert isinstance(result, RankedTensorType)
        assert isinstance(buffer, MemRefType)
        return MemRefType(result.shape, result.element_type, buffer.layout, buffer.memory_space)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        buffer = get_buffer(rewriter, op.operand(0), options, state)
        type = memref_buffer_type(op.results[0], options, state)
        if buffer.type == type:
            replace_op_with_bufferized_values(rewriter, op, (buffer,))
        else:
            replace_op_with_new_bufferized_op(rewriter, op, memref.CastOp, (buffer,), (type,))


class DimModel(BecomesBufferOp, NoMemoryAccess):
    """tensor.dim becomes memref.dim: it asks for the shape and reads no element."""

    buffer_op = memref.DimOp


class RankModel(BecomesBufferOp, NoMemoryAccess):
    """tensor.rank becomes memref.rank."""

    buffer_op = memref.RankOp


class CollapseShapeModel(ReifiesResultShapes, ViewOf):
    """tensor.collapse_shape becomes memref.collapse_shape.

    The source is copied first where its layout may not let dimensions be collapsed, so the operand
    counts as read.
    """

    relation = BufferRelation.EQUIVALENT

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        assert isinstance(op, CollapseShapeOp)
        source = memref_buffer_type(op.src, options, state, invocation_stack)
        assert isinstance(source, MemRefType)
        if not is_guaranteed_collapsible(source, op.groups):
            return identity_memref_type(ranked(op.result), source.memory_space)
        return _checked(collapsed_type(source, op.groups), op, source)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        assert isinstance(op, CollapseShapeOp)
        buffer = get_buffer(rewriter, op.src, options, state)
        source, result = buffer.type, ranked(op.result)
        assert isinstance(source, MemRefType)
        if not result.shape:
            type: MemRefType = _scalar_view_type(op, result, source)
        else:
            if not is_guaranteed_collapsible(source, op.groups):
                copy = allocate_tensor_for_shaped_value(
                    rewriter,
                    op.location,
                    op.src,
                    options,
                    state,
                    cause=Decision(op.op_operands[0], False, Reason.LAYOUT),
                )
                source = without_layout(source)
                buffer = to_buffer(rewriter, copy, source, op.location)
            type = _checked(collapsed_type(source, op.groups), op, source)
        replace_op_with_new_bufferized_op(
            rewriter, op, memref.CollapseShapeOp, (buffer,), (type,), properties=op.properties
        )

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        assert isinstance(op, CollapseShapeOp)
        shape: list[int | Value] = list(ranked(op.result).shape)
        for i, group in enumerate(op.groups):
            if shape[i] != DYNAMIC:
                continue
            sizes = [dim_size(builder, op.src, dim, op.location, state) for dim in group]
            product: AffineExpr = AffineSymbolExpr(0)
            for position in range(1, len(sizes)):
                product = product * AffineSymbolExpr(position)
            shape[i] = folded_affine_apply(builder, product, sizes, op.location, state.context)
        return [shape]


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
    return DiagnosticError(
        error(f"cannot reshape a buffer of type {source}", op.location.position())
    )


def _checked(type: MemRefType | None, op: Operation, source: MemRefType) -> MemRefType:
    if type is None:
        raise _not_strided(op, source)
    return type


class ExpandShapeModel(ViewOf):
    """tensor.expand_shape becomes memref.expand_shape, which never needs a copy."""

    relation = BufferRelation.EQUIVALENT

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        assert isinstance(op, ExpandShapeOp)
        return _expanded(op, get_buffer_type(op.src, options, state, invocation_stack))

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        assert isinstance(op, ExpandShapeOp)
        buffer = get_buffer(rewriter, op.src, options, state)
        replace_op_with_new_bufferized_op(
            rewriter,
            op,
            memref.ExpandShapeOp,
            (buffer, *op.output_shape),
            (_expanded(op, buffer.type),),
            properties=op.properties,
        )


def _expanded(op: ExpandShapeOp, source: Type) -> MemRefType:
    assert isinstance(source, MemRefType)
    return _checked(expanded_type(source, ranked(op.result).shape, op.groups), op, source)


class ExtractSliceModel(ViewOf):
    """tensor.extract_slice becomes memref.subview."""

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        """Not where what is written to one element may show in another one.

        The reference overlooks it. A slice that is only read does not keep others from writing to
        its source.
        """
        assert isinstance(op, ExtractSliceOp)
        return not _may_overlap_itself(op) or not _may_be_written(value, state)

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        assert isinstance(op, ExtractSliceOp)
        source = get_buffer_type(op.source, options, state, invocation_stack)
        assert isinstance(source, MemRefType)
        type = subview_type(
            source,
            op.static_offsets.values,
            op.static_sizes.values,
            op.static_strides.values,
            ranked(op.result).shape,
        )
        return _checked(type, op, source)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        assert isinstance(op, ExtractSliceOp)
        buffer = get_buffer(rewriter, op.source, options, state)
        view = subview(
            rewriter,
            buffer,
            op.mixed_offsets,
            op.mixed_sizes,
            op.mixed_strides,
            op.location,
            ranked(op.result).shape,
        )
        replace_op_with_bufferized_values(rewriter, op, (view,))


def _may_overlap_itself(op: ExtractSliceOp) -> bool:
    """Whether two elements may be one, by a stride of 0."""
    return not all(
        _is_less(0, stride) or _is_less(stride, 0) or _is_less(size, 2)
        for size, stride in zip(op.mixed_sizes, op.mixed_strides, strict=True)
    )


def _is_less(a: int | Value, b: int | Value) -> bool:
    return is_always_less(linear_form(a), linear_form(b), lambda _: False)


def _may_be_written(value: Value, state: AnalysisState) -> bool:
    """Whether `value`, or what shares its buffer because of it, may be written to."""
    seen = {value}
    work = [value]
    while work:
        for use in work.pop().uses:
            op = use.owner
            is_returned = isinstance(op.parent_op, FunctionOpInterface) and op.has_trait(ReturnLike)
            if is_returned or state.bufferizes_to_memory_write(use):
                return True
            aliases = {alias.value for alias in state.get_aliasing_values(use)} - seen
            seen |= aliases
            work += aliases
    return False


class ReshapeModel(ViewOf):
    """tensor.reshape becomes memref.reshape, on a copy where the source has a layout."""

    relation = BufferRelation.EQUIVALENT

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        source = memref_buffer_type(op.operand(0), options, state, invocation_stack)
        assert isinstance(value.type, TensorType)
        return identity_memref_type(value.type, source.memory_space)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        buffer = get_buffer(rewriter, op.operand(0), options, state)
        shape = get_buffer(rewriter, op.operand(1), options, state)
        type = memref_buffer_type(op.results[0], options, state)
        if isinstance(buffer.type, MemRefType) and not buffer.type.has_identity_layout:
            source = without_layout(buffer.type)
            copy = allocate_tensor_for_shaped_value(
                rewriter,
                op.location,
                op.operand(0),
                options,
                state,
                cause=Decision(op.op_operands[0], False, Reason.LAYOUT),
            )
            buffer = to_buffer(rewriter, copy, source, op.location)
        replace_op_with_new_bufferized_op(rewriter, op, memref.ReshapeOp, (buffer, shape), (type,))
