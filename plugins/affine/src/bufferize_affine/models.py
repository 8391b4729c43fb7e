"""The bufferization models of the affine dialect, which are those of the like ops of scf."""

from __future__ import annotations

from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver import BufferizableOpInterface, BufferizationRewriter, Model
from bufferize.models import BranchesWithResults, LoopWithIterArgs, RegionTerminator
from bufferize_affine.ops_loop import ForOp, IfOp, YieldOp
from bufferize_affine.ops_parallel import ParallelOp


class ForModel(LoopWithIterArgs[ForOp]):
    """Model of affine.for, which carries buffers from one iteration to the next."""


class IfModel(BranchesWithResults[IfOp]):
    """Model of affine.if, which yields buffers."""

    mismatch = "inconsistent memory space on then/else branches"


class ParallelModel(BufferizableOpInterface[ParallelOp]):
    """Model of affine.parallel, which has no tensors of its own: its results are scalars.

    Only the reduction "assign" takes a tensor. Its result is what one of the iterations yields, and
    none of them gets the tensor of another one, so there is no buffer that they could update.
    """

    def bufferize(self, op: ParallelOp, rewriter: BufferizationRewriter) -> None:
        raise DiagnosticError(
            error(f"'{op.name}' op with a tensor as its result cannot be bufferized", op).note(
                "carry the tensor through an `affine.for`, or share it in an `scf.forall`"
            )
        )


class YieldModel(RegionTerminator[YieldOp]):
    """Model of affine.yield, which yields buffers to its parent."""


MODELS: dict[str, Model] = {
    "affine.for": ForModel(),
    "affine.if": IfModel(),
    "affine.parallel": ParallelModel(),
    "affine.yield": YieldModel(),
}
