"""The passes, under the names and with the options of mlir-opt."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bufferize import ir
from bufferize.passes import Pass, PassPipeline
from bufferize_buffers.analysis.origins import ReturnedArguments
from bufferize_buffers.deallocation.earliest import free_after_last_use, free_early
from bufferize_buffers.deallocation.ownership import DeallocationOptions, place_deallocations
from bufferize_buffers.deallocation.reference_counting import count_references
from bufferize_buffers.deallocation.simplification import simplify_deallocations
from bufferize_buffers.deallocation.static import deallocate_buffers
from bufferize_buffers.lowering import expand_reallocs, lower_bufferization_ops, lower_deallocations
from bufferize_buffers.placement.copy_removal import remove_copies
from bufferize_buffers.placement.hoisting import hoist_above_branches, hoist_out_of_loops
from bufferize_buffers.placement.loop_merging import merge_loop_buffers
from bufferize_buffers.placement.promotion import PromotionOptions, promote
from bufferize_transforms.passes import CanonicalizePass, CSEPass

if TYPE_CHECKING:
    from bufferize.driver import ModelContext


@dataclass(frozen=True)
class BufferHoistingPass(Pass):
    """Moves allocations out of branches, to a place before all uses of their buffers.

    https://mlir.llvm.org/docs/Passes/#-buffer-hoisting
    """

    name = "buffer-hoisting"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        hoist_above_branches(op, context.buffer_log)


@dataclass(frozen=True)
class BufferLoopHoistingPass(Pass):
    """Moves allocations out of loops whose iterations can share one buffer.

    https://mlir.llvm.org/docs/Passes/#-buffer-loop-hoisting
    """

    name = "buffer-loop-hoisting"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        hoist_out_of_loops(op, context.buffer_log)


@dataclass(frozen=True)
class PromoteBuffersToStackPass(Pass):
    """Allocates small buffers on the stack if they are not needed when their scope ends.

    https://mlir.llvm.org/docs/Passes/#-promote-buffers-to-stack
    """

    name = "promote-buffers-to-stack"
    options: PromotionOptions = field(default_factory=PromotionOptions)

    @classmethod
    def options_class(cls) -> type[PromotionOptions]:
        return PromotionOptions

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        promote(op, self.options, context.buffer_log)


@dataclass(frozen=True)
class OptimizeAllocationLivenessPass(Pass):
    """Frees buffers right after their last use, if the block that allocates them frees them.

    https://mlir.llvm.org/docs/Passes/#-optimize-allocation-liveness
    """

    name = "optimize-allocation-liveness"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        free_after_last_use(op, context.buffer_log)


@dataclass(frozen=True)
class BufferDeallocationPass(Pass):
    """Frees each buffer in a place that is known beforehand; clones what may be several buffers.

    Nothing is left to run time. The pass of MLIR before there was one that is based on ownership.
    """

    name = "buffer-deallocation"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        deallocate_buffers(op, context, verify=False, log=context.buffer_log)


@dataclass(frozen=True)
class CopyRemovalPass(Pass):
    """Uses one buffer in place of two, if one is copied to the other.

    The pass of MLIR before copies were removed by canonicalization.
    """

    name = "copy-removal"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        remove_copies(op, verify=False, log=context.buffer_log)


@dataclass(frozen=True)
class BufferLoopMergingPass(Pass):
    """Uses one buffer in place of several that a loop carries, if one is enough.

    https://github.com/llvm/llvm-project/pull/213183 has a pass of that name for MLIR.
    """

    name = "buffer-loop-merging"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        merge_loop_buffers(op, context, verify=False, log=context.buffer_log)


@dataclass(frozen=True)
class ExpandReallocPass(Pass):
    """Expands `memref.realloc` into an allocation, a copy and a deallocation.

    https://mlir.llvm.org/docs/Passes/#-expand-realloc
    """

    name = "expand-realloc"
    emit_deallocs: bool = True
    """Whether the buffer that a new one replaces is freed."""

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        expand_reallocs(op, context, self.emit_deallocs, context.buffer_log)


@dataclass(frozen=True)
class OwnershipBasedBufferDeallocationPass(Pass):
    """Frees what functions allocate: each block what it owns and does not pass on.

    https://mlir.llvm.org/docs/Passes/#-ownership-based-buffer-deallocation
    """

    name = "ownership-based-buffer-deallocation"
    options: DeallocationOptions = field(default_factory=DeallocationOptions)

    @classmethod
    def options_class(cls) -> type[DeallocationOptions]:
        return DeallocationOptions

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        place_deallocations(op, context, self.options, verify=False, log=context.buffer_log)


@dataclass(frozen=True)
class ReferenceCountingDeallocationPass(Pass):
    """Frees what functions allocate: a buffer that may have several owners with the last reference
    to it, which a counter beside the buffer tells.
    """

    name = "reference-counting-deallocation"
    private_function_dynamic_ownership: bool = False
    """Whether private functions get and return a counter with each buffer that they may return, so
    that they need not copy what is not theirs."""

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        options = DeallocationOptions(self.private_function_dynamic_ownership)
        count_references(op, context, options, verify=False, log=context.buffer_log)


@dataclass(frozen=True)
class BufferDeallocationSimplificationPass(Pass):
    """Removes what `bufferization.dealloc` need not find out at run time, and those without effect.

    https://mlir.llvm.org/docs/Passes/#-buffer-deallocation-simplification
    """

    name = "buffer-deallocation-simplification"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        simplify_deallocations(op, context, verify=False, log=context.buffer_log)


class _SimplificationByBodies(BufferDeallocationSimplificationPass):
    """The simplification that knows from the bodies of functions which arguments they return."""

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        returned = ReturnedArguments(op)
        simplify_deallocations(op, context, verify=False, log=context.buffer_log, returned=returned)


@dataclass(frozen=True)
class LowerDeallocationsPass(Pass):
    """Lowers `bufferization.dealloc` to `memref.dealloc` under conditions that the program computes.

    https://mlir.llvm.org/docs/Passes/#-bufferization-lower-deallocations
    """

    name = "bufferization-lower-deallocations"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        lower_deallocations(op, context, verify=False)


@dataclass(frozen=True)
class ConvertBufferizationToMemRefPass(Pass):
    """Lowers `bufferization.clone` and `bufferization.dealloc` to the memref dialect.

    https://mlir.llvm.org/docs/Passes/#-convert-bufferization-to-memref
    """

    name = "convert-bufferization-to-memref"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        lower_bufferization_ops(op, context, verify=False)


@dataclass(frozen=True)
class EarliestDeallocationPass(Pass):
    """Frees right after the last access what blocks free at their ends."""

    name = "earliest-deallocation"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        free_early(op, context, context.buffer_log)


@dataclass(frozen=True)
class PipelineOptions(DeallocationOptions):
    """The options of the deallocation pipeline."""

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
        by_bodies = self.options.omit_known_ownership
        return [
            ExpandReallocPass(emit_deallocs=False),
            CanonicalizePass(),
            OwnershipBasedBufferDeallocationPass(self.options),
            CanonicalizePass(),
            _SimplificationByBodies() if by_bodies else BufferDeallocationSimplificationPass(),
            *earliest,
            LowerDeallocationsPass(),
            CSEPass(),
            CanonicalizePass(),
        ]
