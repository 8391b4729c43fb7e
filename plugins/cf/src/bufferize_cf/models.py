"""The bufferization models of the cf dialect."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.interfaces import (
    AliasingValue,
    BranchOpInterface,
    BufferizableOpInterface,
    BufferRelation,
    NeedsNoRewriting,
    NoMemoryAccess,
)
from bufferize.ir import Operation, OpOperand


class BranchModel(NeedsNoRewriting, NoMemoryAccess):
    """A branch passes buffers to block arguments. It is bufferized together with the blocks."""

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        assert isinstance(op, BranchOpInterface)
        argument = op.successor_block_argument(operand)
        if argument is None:
            return []
        return [AliasingValue(argument, BufferRelation.EQUIVALENT, False)]


MODELS: dict[str, BufferizableOpInterface] = {
    "cf.br": BranchModel(),
    "cf.cond_br": BranchModel(),
}
