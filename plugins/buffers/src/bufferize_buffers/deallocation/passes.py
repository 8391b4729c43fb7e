"""The passes that place, simplify and lower the freeing of buffers, and all of them in a row."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bufferize.ir import Operation
from bufferize.passes import Pass, PassPipeline
from bufferize_buffers.deallocation.earliest import free_early
from bufferize_buffers.deallocation.functions import DeallocationOptions
from bufferize_buffers.deallocation.ownership import place_deallocations
from bufferize_buffers.deallocation.simplification import simplify_deallocations
from bufferize_buffers.passes import ExpandReallocPass
from bufferize_buffers.to_memref import lower_bufferization_ops, lower_deallocations
from bufferize_transforms.passes import CanonicalizePass, CSEPass

if TYPE_CHECKING:
    from bufferize.driver import ModelContext


@dataclass(frozen=True)
class OwnershipBasedBufferDeallocationPass(Pass):
    """Frees what functions allocate: each block what it owns and does not hand on.

    https://mlir.llvm.org/docs/Passes/#-ownership-based-buffer-deallocation
    """

    name = "ownership-based-buffer-deallocation"
    options: DeallocationOptions = field(default_factory=DeallocationOptions)

    @classmethod
    def options_class(cls) -> type[DeallocationOptions]:
        return DeallocationOptions

    def run(self, op: Operation, context: ModelContext) -> None:
        place_deallocations(op, context, self.options, verify=False, log=context.buffer_log)


@dataclass(frozen=True)
class BufferDeallocationSimplificationPass(Pass):
    """Removes what `bufferization.dealloc` need not find out at run time, and those without effect.

    https://mlir.llvm.org/docs/Passes/#-buffer-deallocation-simplification
    """

    name = "buffer-deallocation-simplification"

    def run(self, op: Operation, context: ModelContext) -> None:
        simplify_deallocations(op, context, verify=False, log=context.buffer_log)


@dataclass(frozen=True)
class LowerDeallocationsPass(Pass):
    """Lowers `bufferization.dealloc` to `memref.dealloc` under conditions that the program computes.

    https://mlir.llvm.org/docs/Passes/#-bufferization-lower-deallocations
    """

    name = "bufferization-lower-deallocations"

    def run(self, op: Operation, context: ModelContext) -> None:
        lower_deallocations(op, context, verify=False)


@dataclass(frozen=True)
class ConvertBufferizationToMemRefPass(Pass):
    """Lowers `bufferization.clone` and `bufferization.dealloc` to the memref dialect.

    https://mlir.llvm.org/docs/Passes/#-convert-bufferization-to-memref
    """

    name = "convert-bufferization-to-memref"

    def run(self, op: Operation, context: ModelContext) -> None:
        lower_bufferization_ops(op, context, verify=False)


@dataclass(frozen=True)
class EarliestDeallocationPass(Pass):
    """Frees right after the last access what blocks free at their ends."""

    name = "earliest-deallocation"

    def run(self, op: Operation, context: ModelContext) -> None:
        free_early(op, context, context.buffer_log)


@dataclass(frozen=True)
class PipelineOptions(DeallocationOptions):
    """What the pipeline may do."""

    earliest_deallocation: bool = False
    """Whether buffers are freed as early as their last use allows, instead of where mlir-opt does:
    in the middle of blocks, and in each of several branches."""


@dataclass(frozen=True)
class BufferDeallocationPipelinePass(PassPipeline):
    """Frees all buffers of a bufferized program: ownership, simplification, lowering and clean-up.

    There may be no deallocations before but those of `memref.realloc`.
    """

    name = "buffer-deallocation-pipeline"
    options: PipelineOptions = field(default_factory=PipelineOptions)

    @classmethod
    def options_class(cls) -> type[PipelineOptions]:
        return PipelineOptions

    def make_steps(self) -> list[Pass]:
        earliest = [EarliestDeallocationPass()] if self.options.earliest_deallocation else []
        return [
            ExpandReallocPass(emit_deallocs=False),
            CanonicalizePass(),
            OwnershipBasedBufferDeallocationPass(self.options),
            CanonicalizePass(),
            BufferDeallocationSimplificationPass(),
            *earliest,
            LowerDeallocationsPass(),
            CSEPass(),
            CanonicalizePass(),
        ]
