"""How `linalg.tiled_loop` and its `linalg.yield` are analysed and bufferized."""

from __future__ import annotations

from bufferize import ir
from bufferize.analysis import AnalysisState, Decision, Reason
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects import memref
from bufferize.dialects.bufferization import ToBufferOp, ToTensorOp
from bufferize.driver import BufferizationRewriter, BufferizationState, bufferize_arguments
from bufferize.models import DestinationStyle, RegionTerminator
from bufferize_linalg.ops_generic import YieldOp
from bufferize_linalg.ops_tiled_loop import TiledLoopOp


class TiledLoopModel(DestinationStyle[TiledLoopOp]):
    """linalg.tiled_loop works on the buffers of its inputs and outputs and has no results."""

    def bufferizes_to_memory_read(
        self, op: TiledLoopOp, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        if state.is_value_read(op.tied_block_argument(operand)):
            return True
        # A loop that does not run hands its outputs on.
        return op.is_dps_init(operand) and op.may_have_no_iterations

    def is_writable(self, op: TiledLoopOp, value: ir.Value, state: AnalysisState) -> bool:
        # An output was copied, or is used in place and so writable itself; inputs are only read.
        return isinstance(value, ir.OpResult) or value in op.region_output_args

    def verify_analysis(self, op: TiledLoopOp, state: AnalysisState) -> None:
        for operand in _yields_of_other_buffers(op, state):
            if not state.allows_allocs_from_loops:
                raise _not_equivalent(operand, "set allow-return-allocs-from-loops")

    def resolve_conflicts(
        self, op: TiledLoopOp, rewriter: BufferizationRewriter, state: AnalysisState
    ) -> None:
        super().resolve_conflicts(op, rewriter, state)
        # What is yielded is written to the outputs, all of it only after it has been read.
        for operand in _yields_of_other_buffers(op, state):
            if op.is_parallel:  # one iteration would undo what others have done
                raise _not_equivalent(
                    operand,
                    "make all iterators reductions (without an analysis, all that is written is copied)",
                )
            rewriter.set_insertion_point(ir.InsertionPoint.before(operand.owner))
            cause, location = Decision(operand, False, Reason.LOOP), operand.owner.location
            copy = rewriter.allocate_tensor(operand.value, cause=cause, location=location)
            rewriter.set_operand(operand, copy)

    def get_buffer_type(
        self, op: TiledLoopOp, value: ir.Value, state: BufferizationState
    ) -> ir.Type:
        if isinstance(value, ir.OpResult):
            tied = op.tied_operand(value).value
        else:
            assert isinstance(value, ir.BlockArgument)
            tied = op.operand(2 * op.rank + value.index)
        return state.buffer_type(tied)

    def bufferize(self, op: TiledLoopOp, rewriter: BufferizationRewriter) -> None:
        buffers = [rewriter.buffer(value) for value in op.operands]
        kept = [buffer.type for buffer in buffers[2 * op.rank :]]
        bufferize_arguments(op.region.entry, kept, rewriter)
        rewriter.recreate(op, buffers, keeps_attributes=True)
        rewriter.replace(op, [buffers[init.index] for init in op.init_operands])


def _yields_of_other_buffers(op: TiledLoopOp, state: AnalysisState) -> list[ir.OpOperand]:
    """The tensors yielded that are not known to be the buffers of their outputs."""
    return [
        operand
        for operand, output in zip(op.yielded_operands, op.region_iter_args, strict=True)
        if operand.value is not output
        and not state.are_equivalent_buffer_values(operand.value, output)
    ]


def _not_equivalent(operand: ir.OpOperand, advice: str) -> DiagnosticError:
    return DiagnosticError(
        error(
            f"Yield operand #{operand.index} is not equivalent to the corresponding output",
            operand.owner,
        ).note(f"write into the argument of the body that is the output, or {advice}")
    )


class YieldModel(RegionTerminator[YieldOp]):
    """linalg.yield in a linalg.tiled_loop writes to the outputs what is not there yet."""

    def bufferize(self, op: YieldOp, rewriter: BufferizationRewriter) -> None:
        loop = op.parent_op
        assert isinstance(loop, TiledLoopOp)
        for value, output in zip(op.operands, loop.region_iter_args, strict=True):
            source = rewriter.buffer(value)
            if ir.origin_of(source, _before_conversion) is not output:
                rewriter.copy(source, rewriter.buffer(output))
        rewriter.recreate(op, ())
        rewriter.erase_op(op)


def _before_conversion(value: ir.Value) -> ir.Value | None:
    """What `value` is another type or the buffer of."""
    op = value.defining_op
    return op.operand(0) if isinstance(op, memref.CastOp | ToBufferOp | ToTensorOp) else None
