"""`--eliminate-empty-tensors` and `--empty-tensor-to-alloc-tensor`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bufferize.ir import Operation
from bufferize.passes.base import Pass
from bufferize.transforms import eliminate_empty_tensors, empty_tensor_to_alloc_tensor

if TYPE_CHECKING:
    from bufferize.driver import ModelContext


@dataclass(frozen=True)
class EmptyTensorEliminationPass(Pass):
    """Lets a tensor that begins empty begin as the part of a tensor that it is inserted into.

    https://mlir.llvm.org/docs/Passes/#-eliminate-empty-tensors
    """

    name = "eliminate-empty-tensors"

    def run(self, op: Operation, context: ModelContext) -> None:
        eliminate_empty_tensors(op, context, verify=False)


@dataclass(frozen=True)
class EmptyTensorToAllocTensorPass(Pass):
    """Puts `bufferization.alloc_tensor` in the place of empty tensors.

    https://mlir.llvm.org/docs/Passes/#-empty-tensor-to-alloc-tensor
    """

    name = "empty-tensor-to-alloc-tensor"

    def run(self, op: Operation, context: ModelContext) -> None:
        empty_tensor_to_alloc_tensor(op, verify=False)
