"""The passes to and from the linalg dialect."""

from __future__ import annotations

from dataclasses import dataclass

from bufferize import ir
from bufferize.driver import ModelContext
from bufferize.passes import Pass
from bufferize_linalg.elementwise import elementwise_to_linalg
from bufferize_linalg.loops import linalg_to_loops


@dataclass(frozen=True)
class ConvertElementwiseToLinalgPass(Pass):
    """Puts `linalg.generic` in the place of elementwise operations on tensors, as `arith.addf`.

    https://mlir.llvm.org/docs/Passes/#-convert-elementwise-to-linalg
    """

    name = "convert-elementwise-to-linalg"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        elementwise_to_linalg(op, context)


@dataclass(frozen=True)
class ConvertLinalgToLoopsPass(Pass):
    """Replaces structured operations on buffers by loops.

    https://mlir.llvm.org/docs/Passes/#-convert-linalg-to-loops
    """

    name = "convert-linalg-to-loops"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        linalg_to_loops(op, context)
