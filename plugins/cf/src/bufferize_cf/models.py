"""The bufferization models of the cf dialect."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.driver import BufferizationState, OneShotOptions
from bufferize.interfaces import (
    AliasingValue,
    BranchOpInterface,
    BufferizableOpInterface,
    BufferRelation,
)
from bufferize.ir import Operation, OpOperand, Rewriter


class BranchModel(BufferizableOpInterface):
    """A branch passes buffers to block arguments. It is bufferized together with the blocks."""

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
        assert isinstance(op, BranchOpInterface)
        argument = op.successor_block_argument(operand)
        if argument is None:
            return []
        return [AliasingValue(argument, BufferRelation.EQUIVALENT, False)]

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        return


MODELS: dict[str, BufferizableOpInterface] = {
    "cf.br": BranchModel(),
    "cf.cond_br": BranchModel(),
}
