"""The transformations before and after One-Shot Bufferize as passes."""

from __future__ import annotations

from dataclasses import dataclass, field

from bufferize.driver.context import ModelContext
from bufferize.ir import Operation
from bufferize.passes.base import Pass, PassResult
from bufferize.passes.measurements import Statistic
from bufferize.transforms import (
    OutParamOptions,
    buffer_results_to_out_params,
    drop_equivalent_buffer_results,
    eliminate_empty_tensors,
    empty_tensor_to_alloc_tensor,
    finalize_bufferization,
    fold_loop_destinations,
)


@dataclass(frozen=True)
class EmptyTensorEliminationPass(Pass):
    """Computes a new tensor right in the part of the tensor that it is inserted into.

    https://mlir.llvm.org/docs/Passes/#-eliminate-empty-tensors
    """

    name = "eliminate-empty-tensors"

    def run(self, op: Operation, context: ModelContext) -> None:
        eliminate_empty_tensors(op, context, verify=False)


@dataclass(frozen=True)
class EmptyTensorToAllocTensorPass(Pass):
    """Replaces empty tensors by `bufferization.alloc_tensor`.

    https://mlir.llvm.org/docs/Passes/#-empty-tensor-to-alloc-tensor
    """

    name = "empty-tensor-to-alloc-tensor"

    def run(self, op: Operation, context: ModelContext) -> None:
        empty_tensor_to_alloc_tensor(op, verify=False)


@dataclass(frozen=True)
class LoopIterArgDestinationFoldingPass(Pass):
    """Lets loops write what they yield into the tensor that they carry, not into an empty one.

    The idea is that of llvm-project PR 213207, which mlir-opt does not have.
    """

    name = "loop-iter-arg-destination-folding"
    statistics = (Statistic("num-folded", "Number of carried tensors that are written in place"),)

    def run(self, op: Operation, context: ModelContext) -> PassResult:
        return PassResult({"num-folded": fold_loop_destinations(op, context, verify=False)})


@dataclass(frozen=True)
class DropEquivalentBufferResultsPass(Pass):
    """Functions no longer return what they are given: callers use the argument instead.

    https://mlir.llvm.org/docs/Passes/#-drop-equivalent-buffer-results
    """

    name = "drop-equivalent-buffer-results"
    modify_public_functions: bool = False
    """Whether to change public functions as well, whose callers may be elsewhere."""

    def run(self, op: Operation, context: ModelContext) -> None:
        drop_equivalent_buffer_results(
            op, modify_public_functions=self.modify_public_functions, verify=False
        )


@dataclass(frozen=True)
class BufferResultsToOutParamsPass(Pass):
    """Functions write results to buffers that their callers pass, and no longer return them.

    https://mlir.llvm.org/docs/Passes/#-buffer-results-to-out-params
    """

    name = "buffer-results-to-out-params"
    options: OutParamOptions = field(default_factory=OutParamOptions)

    def run(self, op: Operation, context: ModelContext) -> None:
        buffer_results_to_out_params(op, self.options, verify=False, log=context.buffer_log)

    @classmethod
    def options_class(cls) -> type[OutParamOptions]:
        return OutParamOptions


@dataclass(frozen=True)
class FinalizingBufferizePass(Pass):
    """Drops `to_tensor` and `to_buffer` between buffers; any other tensor is an error.

    It ends a bufferization in several steps. mlir-opt had it up to version 19.
    """

    name = "finalizing-bufferize"

    def run(self, op: Operation, context: ModelContext) -> None:
        finalize_bufferization(op, context, verify=False)
