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
    subview_type,
)
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    ReifiesResultShapes,
    allocate_tensor_for_shaped_value,
    folded_affine_apply,
    fully_dynamic_memref_type,
    get_buffer,
    identity_memref_type,
    memref_buffer_type,
    reassociation_attr,
    reassociation_of,
    replace_op_with_bufferized_values,
    replace_op_with_new_bufferized_op,
    static_part,
    subview,
    tensor_dim,
    to_buffer,
    without_layout,
)
from bufferize.interfaces import (
    BufferRelation,
    OffsetSizeAndStrideOpInterface,
    ReadOnlyOperands,
    ViewOf,
    mix,
)
from bufferize.ir import (
    DYNAMIC,
    INDEX,
    AffineExpr,
    AffineSymbolExpr,
    BaseMemRefType,
    Builder,
    DenseArrayAttr,
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


class DimModel(ReadOnlyOperands):
    """tensor.dim becomes memref.dim: it asks for the shape and reads no element."""

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        buffer = get_buffer(rewriter, op.operand(0), options, state)
        replace_op_with_new_bufferized_op(
            rewriter, op, memref.DimOp, (buffer, op.operand(1)), (INDEX,)
        )


class RankModel(DimModel):
    """tensor.rank becomes memref.rank."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        buffer = get_buffer(rewriter, op.operand(0), options, state)
        replace_op_with_new_bufferized_op(rewriter, op, memref.RankOp, (buffer,), (INDEX,))


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
        source = memref_buffer_type(op.operand(0), options, state, invocation_stack)
        assert isinstance(source, MemRefType)
        groups = reassociation_of(op)
        result = op.results[0].type
        assert isinstance(result, TensorType)
        if not is_guaranteed_collapsible(source, groups):
            return identity_memref_type(result, source.memory_space)
        return _checked(collapsed_type(source, groups), op, source)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        buffer = get_buffer(rewriter, op.operand(0), options, state)
        source = buffer.type
        assert isinstance(source, MemRefType)
        result = op.results[0].type
        assert isinstance(result, RankedTensorType)
        groups = reassociation_of(op)
        if not result.shape:
            type: MemRefType = _scalar_view_type(op, result, source)
        else:
            if not is_guaranteed_collapsible(source, groups):
                copy = allocate_tensor_for_shaped_value(
                    rewriter, op.location, op.operand(0), options, state
                )
                source = without_layout(source)
                buffer = to_buffer(rewriter, copy, source, op.location)
            type = _checked(collapsed_type(source, groups), op, source)
        replace_op_with_new_bufferized_op(
            rewriter,
            op,
            memref.CollapseShapeOp,
            (buffer,),
            (type,),
            properties={"reassociation": reassociation_attr(groups)},
        )

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        source, result = op.operand(0), op.results[0].type
        assert isinstance(result, RankedTensorType)
        shape: list[int | Value] = []
        for group, extent in zip(reassociation_of(op), result.shape, strict=True):
            if extent != DYNAMIC:
                shape.append(extent)
                continue
            sizes = [size_of(builder, source, dim, op, state) for dim in group]
            product: AffineExpr = AffineSymbolExpr(0)
            for position in range(1, len(sizes)):
                product = product * AffineSymbolExpr(position)
            size = folded_affine_apply(builder, product, sizes, op.location, state.context)
            shape.append(size)
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


class ExpandShapeModel(ReifiesResultShapes, ViewOf):
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
        source = memref_buffer_type(op.operand(0), options, state, invocation_stack)
        return _expanded(op, source)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        buffer = get_buffer(rewriter, op.operand(0), options, state)
        assert isinstance(buffer.type, BaseMemRefType)
        replace_op_with_new_bufferized_op(
            rewriter,
            op,
            memref.ExpandShapeOp,
            (buffer, *op.operands[1:]),
            (_expanded(op, buffer.type),),
            properties={
                "reassociation": reassociation_attr(reassociation_of(op)),
                "static_output_shape": op.properties["static_output_shape"],
            },
        )

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        static = op.properties["static_output_shape"]
        assert isinstance(static, DenseArrayAttr)
        return [mix(static.values, op.operands[1:])]


def _expanded(op: Operation, source: BaseMemRefType) -> MemRefType:
    assert isinstance(source, MemRefType)
    result = op.results[0].type
    assert isinstance(result, RankedTensorType)
    return _checked(expanded_type(source, result.shape, reassociation_of(op)), op, source)


class ExtractSliceModel(ReifiesResultShapes, ViewOf):
    """tensor.extract_slice becomes memref.subview."""

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        source = memref_buffer_type(op.operand(0), options, state, invocation_stack)
        assert isinstance(source, MemRefType)
        result = op.results[0].type
        assert isinstance(result, RankedTensorType)
        assert isinstance(op, OffsetSizeAndStrideOpInterface)
        type = subview_type(
            source,
            static_part(op.mixed_offsets),
            static_part(op.mixed_sizes),
            static_part(op.mixed_strides),
            result.shape,
        )
        return _checked(type, op, source)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        assert isinstance(op, OffsetSizeAndStrideOpInterface)
        buffer = get_buffer(rewriter, op.operand(0), options, state)
        result = op.results[0].type
        assert isinstance(result, RankedTensorType)
        view = subview(
            rewriter,
            buffer,
            op.mixed_offsets,
            op.mixed_sizes,
            op.mixed_strides,
            op.location,
            result.shape,
        )
        replace_op_with_bufferized_values(rewriter, op, (view,))

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        assert isinstance(op, OffsetSizeAndStrideOpInterface)
        result = op.results[0].type
        assert isinstance(result, RankedTensorType)
        sizes = op.mixed_sizes
        dropped = dropped_dims(sizes, result.shape)
        return [[size for size, drop in zip(sizes, dropped, strict=True) if not drop]]


def dropped_dims(sizes: list[int | Value], shape: tuple[int, ...]) -> list[bool]:
    """Which of the `sizes`, all of them 1, are not dimensions of the result."""
    result: list[bool] = []
    position = len(shape) - 1
    for size in reversed(sizes):
        dropped = position < 0 or (size == 1 and shape[position] != 1)
        result.append(dropped)
        position -= not dropped
    return result[::-1]


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
        result = op.results[0].type
        assert isinstance(result, TensorType)
        return identity_memref_type(result, source.memory_space)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        buffer = get_buffer(rewriter, op.operand(0), options, state)
        shape = get_buffer(rewriter, op.operand(1), options, state)
        type = memref_buffer_type(op.results[0], options, state)
        if isinstance(buffer.type, MemRefType) and not buffer.type.has_identity_layout:
            source = without_layout(buffer.type)
            copy = allocate_tensor_for_shaped_value(
                rewriter, op.location, op.operand(0), options, state
            )
            buffer = to_buffer(rewriter, copy, source, op.location)
        replace_op_with_new_bufferized_op(rewriter, op, memref.ReshapeOp, (buffer, shape), (type,))


def size_of(
    builder: Builder, tensor: Value, dim: int, op: Operation, state: BufferizationState
) -> int | Value:
    """Extent `dim` of a ranked tensor, by a new dim operation where it is dynamic."""
    assert isinstance(tensor.type, RankedTensorType)
    extent = tensor.type.shape[dim]
    if extent != DYNAMIC:
        return extent
    return tensor_dim(builder, tensor, dim, op.location, state.context)


def mixed_sizes_of(
    builder: Builder, tensor: Value, op: Operation, state: BufferizationState
) -> list[int | Value]:
    """The extents of a ranked tensor, by new dim operations where they are dynamic."""
    assert isinstance(tensor.type, RankedTensorType)
    return [size_of(builder, tensor, i, op, state) for i in range(len(tensor.type.shape))]
