"""Models of tensor operations that read or write elements and slices."""

from __future__ import annotations

from bufferize.analysis import AnalysisState, Decision, Reason
from bufferize.dialects import memref
from bufferize.driver import (
    BecomesBufferOp,
    BufferizationState,
    OneShotOptions,
    ReifiesResultShapes,
    allocate_tensor_for_shaped_value,
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
from bufferize_tensor.ops_slice import ParallelInsertSliceOp, SliceInsertionOp


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


def _may_be_overwritten_before(op: ParallelInsertSliceOp, state: AnalysisState) -> bool:
    """Whether the source may be in a part that another insertion of the terminator overwrites.

    It is not if it is the very part that `op` overwrites itself.
    """
    assert op.parent is not None
    others = [other for other in op.parent.ops if isinstance(other, ParallelInsertSliceOp)]
    destinations = {other.dest for other in others if other is not op}

    def is_own(value: Value) -> bool:
        return op.is_equivalent_subset(value, lambda a, b: a is b)

    found = state.find_values_in_reverse_use_def_chain(
        op.op_operands[0],
        lambda value: is_own(value) or state.value_bufferizes_to_memory_write(value),
    )
    return any(value in destinations and not is_own(value) for value in found)


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
        """Without an analysis, let it insert a copy of what it shares with another insertion.

        That one may be done before. With one, what is extracted there has been copied.
        """
        assert isinstance(op, ParallelInsertSliceOp)
        if state.is_in_place(op.op_operands[1]) or not _may_be_overwritten_before(op, state):
            return
        assert op.parent_op is not None
        with rewriter.at(InsertionPoint.before(op.parent_op)):
            copy = allocate_tensor_for_shaped_value(
                rewriter,
                op.location,
                op.source,
                bufferization.options,
                bufferization,
                cause=Decision(op.op_operands[0], False, Reason.NOT_ANALYSED),
            )
        rewriter.set_operand(op.op_operands[0], copy)

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
