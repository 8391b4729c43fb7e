"""Models of tensor operations that read or write elements and slices."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.dialects import memref
from bufferize.driver import (
    BecomesBufferOp,
    BufferizationState,
    OneShotOptions,
    ReifiesResultShapes,
    dim_sizes,
    get_buffer,
    replace_op_with_bufferized_values,
    subview,
)
from bufferize.interfaces import (
    BufferizableOpInterface,
    DestinationStyle,
    OffsetSizeAndStrideOpInterface,
    ReadOnlyOperands,
)
from bufferize.ir import (
    Builder,
    InsertionPoint,
    Operation,
    OpOperand,
    RankedTensorType,
    Rewriter,
    Value,
)
from bufferize_tensor.ops_slice import SliceInsertionOp


class ExtractModel(BecomesBufferOp, ReadOnlyOperands):
    """tensor.extract becomes memref.load."""

    buffer_op = memref.LoadOp


class InsertModel(BecomesBufferOp, DestinationStyle):
    """tensor.insert becomes memref.store."""

    buffer_op = memref.StoreOp


class InsertSliceModel(ReifiesResultShapes, DestinationStyle):
    """tensor.insert_slice becomes a copy into a view of the destination.

    The copy folds away where the source is that view already. A destination that is overwritten as
    a whole is not read.
    """

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        assert isinstance(op, SliceInsertionOp)
        return operand.index == 0 or not op.overwrites_destination

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        destination = get_buffer(rewriter, op.operand(1), options, state)
        view = _destination_view(op, rewriter, destination)
        source = get_buffer(rewriter, op.operand(0), options, state)
        options.create_memcpy(rewriter, op.location, source, view)
        replace_op_with_bufferized_values(rewriter, op, (destination,))

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        return [dim_sizes(builder, op.operand(1), op.location, state)]


def _destination_view(op: Operation, rewriter: Rewriter, destination: Value) -> Value:
    """A view of the slice of the buffer `destination` that `op` writes."""
    assert isinstance(op, OffsetSizeAndStrideOpInterface)
    source = op.operand(0).type
    assert isinstance(source, RankedTensorType)
    return subview(
        rewriter,
        destination,
        op.mixed_offsets,
        op.mixed_sizes,
        op.mixed_strides,
        op.location,
        source.shape,
    )


class ParallelInsertSliceModel(BufferizableOpInterface):
    """tensor.parallel_insert_slice becomes a copy before the in-parallel terminator around it.

    It is in place by its nature: all iterations insert into one tensor. What they leave as it is
    counts as read, so that nothing else is written there, which the reference overlooks.
    """

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        assert isinstance(op, SliceInsertionOp)
        return operand.index == 0 or not op.overwrites_destination

    def must_bufferize_in_place(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 1

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 1

    def resolve_conflicts(
        self,
        op: Operation,
        rewriter: Rewriter,
        state: AnalysisState,
        bufferization: BufferizationState,
    ) -> None:
        return

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        terminator = op.parent_op
        assert terminator is not None
        with rewriter.at(InsertionPoint.before(terminator)):
            destination = get_buffer(rewriter, op.operand(1), options, state)
            source = get_buffer(rewriter, op.operand(0), options, state)
            view = _destination_view(op, rewriter, destination)
            options.create_memcpy(rewriter, op.location, source, view)
        rewriter.erase_op(op)
