"""`--loop-iter-arg-destination-folding`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bufferize.ir import Operation
from bufferize.passes.base import Pass, PassResult
from bufferize.passes.statistics import Statistic
from bufferize.transforms import fold_loop_destinations

if TYPE_CHECKING:
    from bufferize.driver import ModelContext


@dataclass(frozen=True)
class LoopIterArgDestinationFoldingPass(Pass):
    """Lets loops write what they yield into the tensor that they carry, not into an empty one.

    The idea is that of llvm-project PR 213207, which mlir-opt does not have.
    """

    name = "loop-iter-arg-destination-folding"
    statistics = (Statistic("num-folded", "Number of carried tensors that are written in place"),)

    def run(self, op: Operation, context: ModelContext) -> PassResult:
        return PassResult({"num-folded": fold_loop_destinations(op, context, verify=False)})
