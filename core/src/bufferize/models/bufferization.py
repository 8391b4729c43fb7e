"""The bufferization models of the bufferization dialect."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.bufferization import AllocTensorOp
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    ReifiesResultShapes,
    dim_sizes,
    get_buffer,
    get_buffer_type,
    identity_memref_type,
    memref_buffer_type,
    memref_dim,
    replace_op_with_bufferized_values,
)
from bufferize.driver.buffers import fold_to_buffer_of_to_tensor
from bufferize.driver.custom_types import copy_custom_buffer, custom_copy_type
from bufferize.interfaces import (
    AllocatesResult,
    BufferizableOpInterface,
    DestinationStyle,
    ElementwiseAccess,
    NeedsNoRewriting,
    NoMemoryAccess,
    is_tensor_like,
    mix,
)
from bufferize.ir import (
    DYNAMIC,
    Builder,
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


class AllocTensorModel(ReifiesResultShapes, AllocatesResult):
    """bufferization.alloc_tensor becomes memref.alloc, and a copy if it has a tensor to copy."""

    def result_bufferizes_to_memory_write(
        self, op: Operation, result: OpResult, state: AnalysisState
    ) -> bool:
        assert isinstance(op, AllocTensorOp)
        return op.copy is not None

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        assert isinstance(op, AllocTensorOp)
        if not isinstance(value.type, TensorType):
            assert op.copy is not None
            copied = get_buffer_type(op.copy, options, state, invocation_stack)
            return custom_copy_type(value.type, copied, state, op.location.position())
        space = op.memory_space
        if space is None and op.copy is not None:
            space = memref_buffer_type(op.copy, options, state, invocation_stack).memory_space
        elif space is None:
            space = options.memory_space_for(value.type, op.location.position())
        return identity_memref_type(value.type, space)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        if not op.has_uses():
            rewriter.erase_op(op)
            return
        assert isinstance(op, AllocTensorOp)
        source = None if op.copy is None else get_buffer(rewriter, op.copy, options, state)
        tensor_type, location = op.result.type, op.location
        if source is not None and not isinstance(tensor_type, TensorType):
            copy_type = get_buffer_type(op.result, options, state)
            copy = copy_custom_buffer(rewriter, source, copy_type, tensor_type, location, state)
            replace_op_with_bufferized_values(rewriter, op, (copy,))
            return
        type = memref_buffer_type(op.result, options, state)
        if not isinstance(type, MemRefType):
            message = f"cannot allocate a '{type}': nothing tells its rank"
            raise DiagnosticError(error(message, location.position()))
        sizes: Sequence[Value] = op.dynamic_sizes
        if source is not None:
            # The buffer that is copied may state extents that the tensor does not.
            sizes = [
                memref_dim(rewriter, source, i, location, state)
                for i, extent in enumerate(type.shape)
                if extent == DYNAMIC
            ]
        buffer = options.create_alloc(rewriter, location, type, sizes)
        state.new_buffers.append(buffer)
        if source is not None:
            options.create_memcpy(rewriter, location, source, buffer)
        replace_op_with_bufferized_values(rewriter, op, (buffer,))

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        assert isinstance(op, AllocTensorOp)
        if op.copy is not None:
            return [dim_sizes(builder, op.copy, op.location, state)]
        assert isinstance(op.result.type, RankedTensorType)
        return [mix(op.result.type.shape, op.dynamic_sizes)]


class DeallocTensorModel(NoMemoryAccess):
    """bufferization.dealloc_tensor becomes memref.dealloc, or what the options free with.

    Whoever reads the buffer afterwards reads what has been freed. So it counts as a write, which the
    reference overlooks; and the buffer itself must be freed, not a copy.
    """

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def must_bufferize_in_place(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        buffer = get_buffer(rewriter, op.operand(0), options, state)
        options.create_dealloc(rewriter, op.location, buffer)
        rewriter.erase_op(op)


class MaterializeInDestinationModel(ReifiesResultShapes, ElementwiseAccess, DestinationStyle):
    """bufferization.materialize_in_destination becomes a copy into the destination.

    The destination is a tensor, which must be used in place, or a buffer.
    """

    reads_inits = False

    def must_bufferize_in_place(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return is_tensor_like(op.operand(1).type) or "writable" in op.properties

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        destination = get_buffer(rewriter, op.operand(1), options, state)
        source = get_buffer(rewriter, op.operand(0), options, state)
        options.create_memcpy(rewriter, op.location, source, destination)
        replace_op_with_bufferized_values(rewriter, op, (destination,) if op.results else ())

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        if not op.results:
            return []
        if not isinstance(op.results[0].type, RankedTensorType):
            return None
        return [dim_sizes(builder, op.operand(1), op.location, state)]


class ToTensorModel(NeedsNoRewriting):
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


class ToBufferModel(BufferizableOpInterface):
    """bufferization.to_buffer folds with the to_tensor that feeds it; else it stays.

    What becomes of the buffer is not known, so the tensor counts as read, and unless the operation
    is `read_only` as written.
    """

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return "read_only" not in op.properties

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
