"""The bufferization models of the bufferization dialect."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.analysis import AnalysisState
from bufferize.dialects.memref import DeallocOp
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    ReifiesResultShapes,
    create,
    dynamic_dim_sizes,
    get_buffer,
    identity_memref_type,
    memref_buffer_type,
    replace_op_with_bufferized_values,
    tensor_dim,
)
from bufferize.driver.buffers import fold_to_buffer_of_to_tensor
from bufferize.interfaces import (
    AliasingValue,
    BufferizableOpInterface,
    DestinationStyle,
    ElementwiseAccess,
    is_tensor_like,
    mix,
)
from bufferize.ir import (
    DYNAMIC,
    Attribute,
    Builder,
    DenseArrayAttr,
    MemRefType,
    Operation,
    OpOperand,
    OpResult,
    RankedTensorType,
    Rewriter,
    TensorType,
    Type,
    Value,
)


def _copied(op: Operation) -> Value | None:
    """The tensor that an alloc_tensor copies, after the dynamic sizes and before the size hint."""
    segments = op.properties["operandSegmentSizes"]
    assert isinstance(segments, DenseArrayAttr)
    return op.operand(segments.values[0]) if segments.values[1] else None


def _dynamic_sizes(op: Operation) -> tuple[Value, ...]:
    segments = op.properties["operandSegmentSizes"]
    assert isinstance(segments, DenseArrayAttr)
    return op.operands[: segments.values[0]]


class AllocTensorModel(ReifiesResultShapes, BufferizableOpInterface):
    """bufferization.alloc_tensor becomes memref.alloc, and a copy if it has a tensor to copy."""

    def bufferizes_to_allocation(self, op: Operation, value: Value) -> bool:
        return True

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def result_bufferizes_to_memory_write(
        self, op: Operation, result: OpResult, state: AnalysisState
    ) -> bool:
        return _copied(op) is not None

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return []

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        assert isinstance(value.type, TensorType)
        space: Attribute | None = op.get_attr("memory_space")
        if space is None:
            copied = _copied(op)
            if copied is not None:
                space = memref_buffer_type(copied, options, state, invocation_stack).memory_space
            else:
                space = options.memory_space_for(value.type, op.location.position())
        return identity_memref_type(value.type, space)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        if not op.has_uses():
            rewriter.erase_op(op)
            return
        copied = _copied(op)
        source = None if copied is None else get_buffer(rewriter, copied, options, state)
        type = memref_buffer_type(op.results[0], options, state)
        assert isinstance(type, MemRefType)
        sizes: Sequence[Value] = _dynamic_sizes(op)
        if source is not None:
            sizes = dynamic_dim_sizes(rewriter, source, op.location, state)
        buffer = options.create_alloc(rewriter, op.location, type, sizes)
        if source is not None:
            options.create_memcpy(rewriter, op.location, source, buffer)
        replace_op_with_bufferized_values(rewriter, op, (buffer,))

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        type = op.results[0].type
        assert isinstance(type, RankedTensorType)
        copied = _copied(op)
        if copied is None:
            return [mix(type.shape, _dynamic_sizes(op))]
        return [_sizes(builder, copied, op, state)]


def _sizes(
    builder: Builder, tensor: Value, op: Operation, state: BufferizationState
) -> list[int | Value]:
    type = tensor.type
    assert isinstance(type, RankedTensorType)
    return [
        tensor_dim(builder, tensor, i, op.location, state.context) if extent == DYNAMIC else extent
        for i, extent in enumerate(type.shape)
    ]


class DeallocTensorModel(BufferizableOpInterface):
    """bufferization.dealloc_tensor becomes memref.dealloc."""

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return []

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        buffer = get_buffer(rewriter, op.operand(0), options, state)
        create(rewriter, DeallocOp, (buffer,), location=op.location)
        rewriter.erase_op(op)


class MaterializeInDestinationModel(ReifiesResultShapes, ElementwiseAccess, DestinationStyle):
    """bufferization.materialize_in_destination becomes a copy into the destination.

    The destination is a tensor, which must be used in place, or a buffer.
    """

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 0

    def must_bufferize_in_place(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return is_tensor_like(op.operand(1).type) or "writable" in op.properties

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        source, destination = op.operands
        on_tensors = is_tensor_like(destination.type)
        if on_tensors:
            destination = get_buffer(rewriter, destination, options, state)
        buffer = get_buffer(rewriter, source, options, state)
        options.create_memcpy(rewriter, op.location, buffer, destination)
        replace_op_with_bufferized_values(rewriter, op, (destination,) if on_tensors else ())

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        if not op.results:
            return []
        if not isinstance(op.results[0].type, RankedTensorType):
            return None
        return [_sizes(builder, op.operand(1), op, state)]


class ToTensorModel(BufferizableOpInterface):
    """bufferization.to_tensor stays: it goes once all that uses it is bufferized."""

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return "writable" in op.properties

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        return op.operand(0).type

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        return


class ToBufferModel(BufferizableOpInterface):
    """bufferization.to_buffer folds with the to_tensor that feeds it; else it stays.

    What becomes of the buffer is not known, so the tensor counts as read, and unless the operation
    is `read_only` as written.
    """

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return "read_only" not in op.properties

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return []

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        fold_to_buffer_of_to_tensor(rewriter, op, options, state)


MODELS: dict[str, BufferizableOpInterface] = {
    "bufferization.alloc_tensor": AllocTensorModel(),
    "bufferization.dealloc_tensor": DeallocTensorModel(),
    "bufferization.materialize_in_destination": MaterializeInDestinationModel(),
    "bufferization.to_buffer": ToBufferModel(),
    "bufferization.to_tensor": ToTensorModel(),
}
