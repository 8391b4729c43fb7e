"""The bufferization models of the shape dialect."""

from __future__ import annotations

from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver import BufferizationRewriter, Model
from bufferize.interfaces import is_tensor_like
from bufferize.models import BranchesWithResults, RegionTerminator
from bufferize_shape.ops_assuming import AssumingOp, AssumingYieldOp


class AssumingModel(BranchesWithResults[AssumingOp]):
    """Model of shape.assuming, which yields buffers, of any tensors in scope."""

    def bufferize(self, op: AssumingOp, rewriter: BufferizationRewriter) -> None:
        if op.regions[0].entry.arguments:
            raise DiagnosticError(
                error(
                    "'shape.assuming' op with region arguments is not supported",
                    op,
                )
            )
        types = op.regions[0].entry.terminator.operand_types  # bufferized already
        buffers = rewriter.recreate(op, op.operands, types).results
        pairs = zip(op.results, buffers, strict=True)
        rewriter.replace(
            op,
            [
                rewriter.to_tensor(buffer, result.type) if is_tensor_like(result.type) else buffer
                for result, buffer in pairs
            ],
        )


class AssumingYieldModel(RegionTerminator[AssumingYieldOp]):
    """Model of shape.assuming_yield, which yields buffers to its parent."""


MODELS: dict[str, Model] = {
    "shape.assuming": AssumingModel(),
    "shape.assuming_yield": AssumingYieldModel(),
}
