"""The bufferization models of the shape dialect."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    create,
    get_buffer,
    replace_op_with_new_bufferized_op,
    take_regions,
    to_tensor,
)
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BufferizableOpInterface,
    BufferRelation,
    RegionTerminator,
    is_tensor_like,
)
from bufferize.ir import Operation, OpOperand, OpResult, Rewriter, Value


class AssumingModel(BufferizableOpInterface):
    """shape.assuming yields buffers: those of any tensors in scope."""

    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        assert isinstance(value, OpResult)
        yielded = op.regions[0].blocks[0].terminator.op_operands[value.index]
        return [AliasingOpOperand(yielded, BufferRelation.EQUIVALENT)]

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        block = op.regions[0].blocks[0]
        if block.arguments:
            raise DiagnosticError(
                error(
                    "'shape.assuming' op with region arguments is not supported",
                    op.location.position(),
                )
            )
        types = block.terminator.operand_types  # bufferized already
        new = create(
            rewriter, type(op), op.operands, types, regions=take_regions(op), location=op.location
        )
        rewriter.replace_op(
            op,
            [
                to_tensor(rewriter, buffer, result.type, op.location)
                if is_tensor_like(result.type)
                else buffer
                for result, buffer in zip(op.results, new.results, strict=True)
            ],
        )


class AssumingYieldModel(RegionTerminator):
    """shape.assuming_yield hands buffers to its parent."""

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        parent = op.parent_op
        assert parent is not None
        return [AliasingValue(parent.results[operand.index], BufferRelation.EQUIVALENT)]

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        buffers = [get_buffer(rewriter, value, options, state) for value in op.operands]
        replace_op_with_new_bufferized_op(rewriter, op, type(op), buffers, ())


MODELS: dict[str, BufferizableOpInterface] = {
    "shape.assuming": AssumingModel(),
    "shape.assuming_yield": AssumingYieldModel(),
}
