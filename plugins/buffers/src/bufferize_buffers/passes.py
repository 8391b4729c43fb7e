"""The passes, under the names and with the options of mlir-opt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bufferize.interfaces import AllocationOpInterface, FunctionOpInterface
from bufferize.ir import Operation
from bufferize.passes import Pass
from bufferize.record import BufferAction
from bufferize_buffers.copy_removal import remove_copies
from bufferize_buffers.liveness import free_after_last_use
from bufferize_buffers.placement import Placement, place
from bufferize_buffers.promotion import is_small, promote
from bufferize_buffers.realloc import expand_reallocs
from bufferize_buffers.static_deallocation import deallocate_buffers

if TYPE_CHECKING:
    from bufferize.driver import ModelContext


@dataclass(frozen=True)
class BufferHoistingPass(Pass):
    """Moves allocations out of branches, to a place before all uses of their buffers.

    https://mlir.llvm.org/docs/Passes/#-buffer-hoisting
    """

    name = "buffer-hoisting"

    def run(self, op: Operation, context: ModelContext) -> None:
        placement = Placement(op)
        for allocation in _allocations(op):
            if not allocation.is_automatic:
                target = placement.above_branches(allocation)
                _note(context, allocation, place(allocation, target), placement.why)


@dataclass(frozen=True)
class BufferLoopHoistingPass(Pass):
    """Moves allocations out of loops whose iterations can share one buffer.

    https://mlir.llvm.org/docs/Passes/#-buffer-loop-hoisting
    """

    name = "buffer-loop-hoisting"

    def run(self, op: Operation, context: ModelContext) -> None:
        placement = Placement(op)
        for allocation in sorted(_allocations(op), key=lambda found: found.is_automatic):
            target = placement.outside_loops(allocation)
            _note(context, allocation, place(allocation, target), placement.why)


@dataclass(frozen=True)
class PromoteBuffersToStackPass(Pass):
    """Allocates small buffers on the stack if they are not needed when their scope ends.

    https://mlir.llvm.org/docs/Passes/#-promote-buffers-to-stack
    """

    name = "promote-buffers-to-stack"
    max_alloc_size_in_bytes: int = 1024
    """How large a buffer of static shape may be."""
    max_rank_of_allocated_memref: int = 1
    """How many dimensions a buffer may have whose extents are ranks of other buffers."""

    def run(self, op: Operation, context: ModelContext) -> None:
        size, rank = self.max_alloc_size_in_bytes, self.max_rank_of_allocated_memref
        promote(op, lambda allocation: is_small(allocation, size, rank), context.buffer_log)


@dataclass(frozen=True)
class OptimizeAllocationLivenessPass(Pass):
    """Frees buffers right after their last use, if the block that allocates them frees them.

    https://mlir.llvm.org/docs/Passes/#-optimize-allocation-liveness
    """

    name = "optimize-allocation-liveness"

    def run(self, op: Operation, context: ModelContext) -> None:
        free_after_last_use(op, context.buffer_log)


@dataclass(frozen=True)
class BufferDeallocationPass(Pass):
    """Frees each buffer in a place that is known beforehand; clones what may be several buffers.

    Nothing is left to run time. The pass of MLIR before there was one that is based on ownership.
    """

    name = "buffer-deallocation"

    def run(self, op: Operation, context: ModelContext) -> None:
        deallocate_buffers(op, context, verify=False, log=context.buffer_log)


@dataclass(frozen=True)
class CopyRemovalPass(Pass):
    """Uses one buffer in place of two, if one is copied to the other.

    The pass of MLIR before copies were removed by canonicalization.
    """

    name = "copy-removal"

    def run(self, op: Operation, context: ModelContext) -> None:
        remove_copies(op, verify=False, log=context.buffer_log)


@dataclass(frozen=True)
class ExpandReallocPass(Pass):
    """Expands `memref.realloc` into an allocation, a copy and a deallocation.

    https://mlir.llvm.org/docs/Passes/#-expand-realloc
    """

    name = "expand-realloc"
    emit_deallocs: bool = True
    """Whether the buffer that a new one replaces is freed."""

    def run(self, op: Operation, context: ModelContext) -> None:
        expand_reallocs(op, context, self.emit_deallocs, context.buffer_log)


def _note(context: ModelContext, allocation: Operation, anchor: Operation | None, why: str) -> None:
    """Says that an allocation was moved to before `anchor`, or not moved, and why not further."""
    if isinstance(allocation.parent_op, FunctionOpInterface) and anchor is None:
        return  # there is nowhere to go
    if anchor is None:
        context.buffer_log.note(BufferAction.KEPT, allocation, why)
    else:
        text = "it can be allocated there, but not further up: {}"
        context.buffer_log.note(BufferAction.MOVED, allocation, text, why, where=anchor)


def _allocations(op: Operation) -> list[AllocationOpInterface]:
    return [found for found in op.walk() if isinstance(found, AllocationOpInterface)]
