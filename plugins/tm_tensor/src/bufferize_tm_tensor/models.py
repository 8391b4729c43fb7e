"""The bufferization models of the tm_tensor dialect.

torch-mlir has no such models, but a pass that allocates every output, `tm-tensor-bufferize`.
"""

from __future__ import annotations

from typing import Final

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.driver import BufferizationRewriter, Model
from bufferize.models import DestinationStyle
from bufferize_tm_tensor.dialect import TMTensorOp, shape_of
from bufferize_tm_tensor.ops import ScanOp, ScatterOp


class TMTensorModel(DestinationStyle[TMTensorOp]):
    """Model of all operations: they read and write their outputs, as sort and top-k do."""

    keeps_attributes = True

    def reify_result_shapes(
        self, op: TMTensorOp, rewriter: BufferizationRewriter
    ) -> list[list[int | ir.Value]] | None:
        """Return the extents of the outputs, which the results have."""
        return [rewriter.dim_sizes(init.value) for init in op.dps_inits]


class ScanModel(TMTensorModel):
    """Model of scan, which overwrites the output, and the accumulator if there is enough to combine."""

    def bufferizes_to_memory_read(
        self, op: TMTensorOp, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        """Return whether the elements are used, or left as they are.

        The accumulator of an inclusive scan is written from the second element on. torch-mlir
        overlooks that there may be none.
        """
        assert isinstance(op, ScanOp)
        if not op.is_dps_init(operand):
            return True
        if operand is op.dps_inits[0]:
            return False
        return not op.is_inclusive or shape_of(op.inputs[0])[op.dimension.value] < 2

    def is_not_conflicting(
        self, op: TMTensorOp, read: ir.OpOperand, write: ir.OpOperand, state: AnalysisState
    ) -> bool:
        """Return whether both are operands of an inclusive `op` and one tensor.

        It reads each element of the input once, before it writes the output's element of that index.
        An exclusive scan reads it afterwards.
        """
        assert isinstance(op, ScanOp)
        return op.is_inclusive and read.owner is write.owner and read.value is write.value


class ScatterModel(TMTensorModel):
    """Model of scatter, which keeps the elements that are not updated."""

    def bufferizes_to_memory_read(
        self, op: TMTensorOp, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        """Return True, but for updates that the body does not use."""
        assert isinstance(op, ScatterOp)
        return operand is not op.dps_inputs[0] or op.body.arguments[0].has_uses()


class AttentionModel(TMTensorModel):
    """Model of attention, which overwrites the output."""

    reads_inits = False


MODELS: Final[dict[str, Model]] = {
    "tm_tensor.attention": AttentionModel(),
    "tm_tensor.scan": ScanModel(),
    "tm_tensor.scatter": ScatterModel(),
    "tm_tensor.sort": TMTensorModel(),
    "tm_tensor.topk": TMTensorModel(),
}
"""The models by operation name."""
