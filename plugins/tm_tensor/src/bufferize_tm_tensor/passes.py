"""The pass that replaces operations on memrefs by loops."""

from __future__ import annotations

from dataclasses import dataclass

from bufferize import ir
from bufferize.diagnostics import PassError, error
from bufferize.driver import CreatingRewriter, ModelContext
from bufferize.passes import Pass
from bufferize_tm_tensor.dialect import TMTensorOp
from bufferize_tm_tensor.loops import LoopBuilder
from bufferize_tm_tensor.lowering import LOWERINGS


@dataclass(frozen=True)
class TMTensorToLoopsPass(Pass):
    """Replaces operations of tm_tensor on buffers by loops."""

    name = "tm-tensor-to-loops"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        tm_tensor_to_loops(op, context)


def tm_tensor_to_loops(root: ir.Operation, context: ModelContext) -> int:
    """Replace operations on buffers by `scf.for` nests. Returns the number.

    Operations on tensors stay. Raises PassError for one that is valid, but has no meaning.
    """
    found = [op for op in root.walk_post() if isinstance(op, TMTensorOp) and not op.results]
    rewriter = CreatingRewriter(context)
    for op in found:
        if op.misfit is not None:
            raise PassError(error(f"'{op.name}' op cannot become loops: {op.misfit}", op))
        rewriter.stand_before(op)
        LOWERINGS[type(op)](op, LoopBuilder(rewriter))
        rewriter.erase_op(op)
    return len(found)
