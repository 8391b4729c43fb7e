"""Models of tensor operations that read or write elements and slices."""

from __future__ import annotations

from bufferize.analysis import AnalysisState, Decision, Reason
from bufferize.dialects import memref
from bufferize.driver import BufferizationRewriter
from bufferize.interfaces import BufferizableOpInterface
from bufferize.ir import InsertionPoint, OpOperand, RankedTensorType, Value
from bufferize.models import DestinationStyle, ReadOnlyOperands
from bufferize_tensor.ops_element import ExtractOp, InsertOp
from bufferize_tensor.ops_slice import InsertSliceOp, ParallelInsertSliceOp, SliceInsertionOp


class ExtractModel(ReadOnlyOperands[ExtractOp]):
    """tensor.extract becomes memref.load."""

    buffer_op = memref.LoadOp


class InsertModel(DestinationStyle[InsertOp]):
    """tensor.insert becomes memref.store."""

    buffer_op = memref.StoreOp


class InsertSliceModel(DestinationStyle[InsertSliceOp]):
    """tensor.insert_slice becomes a copy into a view of the destination.

    The copy folds away where the source is that view already. A destination that is overwritten as
    a whole is not read.
    """

    def bufferizes_to_memory_read(
        self, op: InsertSliceOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 0 or not op.overwrites_destination

    def bufferize(self, op: InsertSliceOp, rewriter: BufferizationRewriter) -> None:
        rewriter.replace(op, [_copy_into_destination(op, rewriter)])

    def reify_result_shapes(
        self, op: InsertSliceOp, rewriter: BufferizationRewriter
    ) -> list[list[int | Value]] | None:
        return [rewriter.dim_sizes(op.dest)]


def _copy_into_destination(op: SliceInsertionOp, rewriter: BufferizationRewriter) -> Value:
    """Copy the source to the slice of the destination that `op` writes; the destination's buffer."""
    assert isinstance(op.source.type, RankedTensorType)
    destination, source = rewriter.buffer(op.dest), rewriter.buffer(op.source)
    parts = (op.mixed_offsets, op.mixed_sizes, op.mixed_strides)
    view = rewriter.subview(destination, *parts, op.source.type.shape)
    rewriter.copy(source, view)
    return destination


class ParallelInsertSliceModel(BufferizableOpInterface[ParallelInsertSliceOp]):
    """tensor.parallel_insert_slice becomes a copy before the in-parallel terminator around it.

    It is in place by its nature: all iterations insert into one tensor. What they leave as it is
    counts as read, so that nothing else is written there, which the reference overlooks.
    """

    def bufferizes_to_memory_read(
        self, op: ParallelInsertSliceOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 0 or not op.overwrites_destination

    def must_bufferize_in_place(
        self, op: ParallelInsertSliceOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 1

    def bufferizes_to_memory_write(
        self, op: ParallelInsertSliceOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 1

    def resolve_conflicts(
        self, op: ParallelInsertSliceOp, rewriter: BufferizationRewriter, state: AnalysisState
    ) -> None:
        """Without an analysis, let it insert a copy of what it shares with another insertion.

        That one may be done before. With one, what is extracted there has been copied.
        """
        if state.is_in_place(op.op_operands[1]) or not _may_be_overwritten_before(op, state):
            return
        assert op.parent_op is not None
        with rewriter.at(InsertionPoint.before(op.parent_op)):
            cause = Decision(op.op_operands[0], False, Reason.NOT_ANALYSED)
            copy = rewriter.allocate_tensor(op.source, cause=cause)
        rewriter.set_operand(op.op_operands[0], copy)

    def bufferize(self, op: ParallelInsertSliceOp, rewriter: BufferizationRewriter) -> None:
        assert op.parent_op is not None
        with rewriter.at(InsertionPoint.before(op.parent_op)):
            _copy_into_destination(op, rewriter)
        rewriter.erase_op(op)


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
