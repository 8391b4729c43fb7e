"""The bufferization models of the bufferization dialect."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.bufferization import (
    AllocTensorOp,
    DeallocTensorOp,
    MaterializeInDestinationOp,
    ToBufferOp,
    ToTensorOp,
)
from bufferize.driver.buffer_types import identity_memref_type
from bufferize.driver.bufferizable import BufferizableOpInterface, Model
from bufferize.driver.bufferization_state import BufferizationState
from bufferize.driver.rewriter import BufferizationRewriter, fold_to_buffer_of_to_tensor
from bufferize.interfaces import is_tensor_like, mix
from bufferize.ir import MemRefType, OpOperand, OpResult, RankedTensorType, TensorType, Type, Value
from bufferize.models.presets import (
    AllocatesResult,
    DestinationStyle,
    NeedsNoRewriting,
    NoMemoryAccess,
)


class AllocTensorModel(AllocatesResult[AllocTensorOp]):
    """bufferization.alloc_tensor: becomes memref.alloc, and a copy if it has a tensor to copy."""

    def result_bufferizes_to_memory_write(
        self, op: AllocTensorOp, result: OpResult, state: AnalysisState
    ) -> bool:
        return op.copy is not None

    def get_buffer_type(self, op: AllocTensorOp, value: Value, state: BufferizationState) -> Type:
        if not isinstance(value.type, TensorType):
            assert op.copy is not None
            copied = state.buffer_type(op.copy)
            model = state.type_model(value.type, op.location.position())
            return model.get_copy_type(value.type, copied)
        space = op.memory_space
        if space is None and op.copy is not None:
            space = state.memref_type(op.copy).memory_space
        elif space is None:
            space = state.options.memory_space_for(value.type, op.location.position())
        return identity_memref_type(value.type, space)

    def bufferize(self, op: AllocTensorOp, rewriter: BufferizationRewriter) -> None:
        if not op.has_uses():
            rewriter.erase_op(op)
            return
        source = None if op.copy is None else rewriter.buffer(op.copy)
        type, tensor_type = rewriter.buffer_type(op.result), op.result.type
        if source is not None and not isinstance(tensor_type, TensorType):
            model = rewriter.state.type_model(tensor_type, op.location.position())
            buffer = model.copy_buffer(
                tensor_type, rewriter, source, type, op.location, rewriter.options
            )
        elif not isinstance(type, MemRefType):
            message = f"cannot allocate a '{type}': nothing tells its rank"
            raise DiagnosticError(error(message, op))
        elif source is not None:
            # The type may have static extents that the tensor does not have.
            buffer = rewriter.allocate_like(type, source)
            rewriter.copy(source, buffer)
        else:
            buffer = rewriter.allocate(type, op.dynamic_sizes)
        rewriter.replace(op, [buffer])

    def reify_result_shapes(
        self, op: AllocTensorOp, rewriter: BufferizationRewriter
    ) -> list[list[int | Value]] | None:
        if op.copy is not None:
            return [rewriter.dim_sizes(op.copy)]
        assert isinstance(op.result.type, RankedTensorType)
        return [mix(op.result.type.shape, op.dynamic_sizes)]


class DeallocTensorModel(NoMemoryAccess[DeallocTensorOp]):
    """bufferization.dealloc_tensor: becomes memref.dealloc, or the options' own deallocation.

    It counts as a write, because a later read would read freed memory; MLIR overlooks this. It
    must also be in place, to free the buffer itself and not a copy.
    """

    def bufferizes_to_memory_write(
        self, op: DeallocTensorOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def must_bufferize_in_place(
        self, op: DeallocTensorOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def bufferize(self, op: DeallocTensorOp, rewriter: BufferizationRewriter) -> None:
        rewriter.free(rewriter.buffer(op.tensor))
        rewriter.erase_op(op)


class MaterializeInDestinationModel(DestinationStyle[MaterializeInDestinationOp]):
    """bufferization.materialize_in_destination: becomes a copy into the destination.

    The destination is a tensor, which must be used in place, or a buffer.
    """

    reads_inits = False
    is_elementwise = True

    def must_bufferize_in_place(
        self, op: MaterializeInDestinationOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def is_writable(
        self, op: MaterializeInDestinationOp, value: Value, state: AnalysisState
    ) -> bool:
        return is_tensor_like(op.dest.type) or op.writable is not None

    def bufferize(self, op: MaterializeInDestinationOp, rewriter: BufferizationRewriter) -> None:
        destination = rewriter.buffer(op.dest)
        rewriter.copy(rewriter.buffer(op.source), destination)
        rewriter.replace(op, [destination] if op.results else [])

    def reify_result_shapes(
        self, op: MaterializeInDestinationOp, rewriter: BufferizationRewriter
    ) -> list[list[int | Value]] | None:
        if not op.results:
            return []
        if not isinstance(op.results[0].type, RankedTensorType):
            return None
        return [rewriter.dim_sizes(op.dest)]


class ToTensorModel(NeedsNoRewriting[ToTensorOp]):
    """bufferization.to_tensor: stays until all its uses are bufferized."""

    def is_writable(self, op: ToTensorOp, value: Value, state: AnalysisState) -> bool:
        return op.writable is not None

    def get_buffer_type(self, op: ToTensorOp, value: Value, state: BufferizationState) -> Type:
        return op.buffer.type


class ToBufferModel(BufferizableOpInterface[ToBufferOp]):
    """bufferization.to_buffer: folds with the to_tensor that defines its operand, or else stays.

    The uses of the buffer are unknown. So the tensor counts as read, and as written unless the
    operation is `read_only`.
    """

    def bufferizes_to_memory_write(
        self, op: ToBufferOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return op.read_only is None

    def bufferize(self, op: ToBufferOp, rewriter: BufferizationRewriter) -> None:
        fold_to_buffer_of_to_tensor(rewriter, op)


MODELS: dict[str, Model] = {
    "bufferization.alloc_tensor": AllocTensorModel(),
    "bufferization.dealloc_tensor": DeallocTensorModel(),
    "bufferization.materialize_in_destination": MaterializeInDestinationModel(),
    "bufferization.to_buffer": ToBufferModel(),
    "bufferization.to_tensor": ToTensorModel(),
}
