"""The hooks of bufferize-buffers."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

_PASSES = "bufferize_buffers.passes"

register_passes = adding(
    {
        "buffer-deallocation": f"{_PASSES}:BufferDeallocationPass",
        "buffer-deallocation-pipeline": f"{_PASSES}:BufferDeallocationPipelinePass",
        "buffer-deallocation-simplification": f"{_PASSES}:BufferDeallocationSimplificationPass",
        "buffer-hoisting": f"{_PASSES}:BufferHoistingPass",
        "buffer-loop-hoisting": f"{_PASSES}:BufferLoopHoistingPass",
        "buffer-loop-merging": f"{_PASSES}:BufferLoopMergingPass",
        "bufferization-lower-deallocations": f"{_PASSES}:LowerDeallocationsPass",
        "convert-bufferization-to-memref": f"{_PASSES}:ConvertBufferizationToMemRefPass",
        "copy-removal": f"{_PASSES}:CopyRemovalPass",
        "expand-realloc": f"{_PASSES}:ExpandReallocPass",
        "optimize-allocation-liveness": f"{_PASSES}:OptimizeAllocationLivenessPass",
        "ownership-based-buffer-deallocation": f"{_PASSES}:OwnershipBasedBufferDeallocationPass",
        "promote-buffers-to-stack": f"{_PASSES}:PromoteBuffersToStackPass",
        "reference-counting-deallocation": f"{_PASSES}:ReferenceCountingDeallocationPass",
    }
)
register_instrumentations = adding(
    {"buffer-statistics": ("bufferize_buffers.statistics.report:BufferStatisticsInstrumentation")}
)
