"""What bufferize-buffers gives to bufferize."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

_FREEING = "bufferize_buffers.deallocation.passes"

register_passes = adding(
    {
        "buffer-deallocation": "bufferize_buffers.passes:BufferDeallocationPass",
        "buffer-deallocation-pipeline": f"{_FREEING}:BufferDeallocationPipelinePass",
        "buffer-deallocation-simplification": f"{_FREEING}:BufferDeallocationSimplificationPass",
        "buffer-hoisting": "bufferize_buffers.passes:BufferHoistingPass",
        "buffer-loop-hoisting": "bufferize_buffers.passes:BufferLoopHoistingPass",
        "bufferization-lower-deallocations": f"{_FREEING}:LowerDeallocationsPass",
        "convert-bufferization-to-memref": f"{_FREEING}:ConvertBufferizationToMemRefPass",
        "copy-removal": "bufferize_buffers.passes:CopyRemovalPass",
        "expand-realloc": "bufferize_buffers.passes:ExpandReallocPass",
        "optimize-allocation-liveness": "bufferize_buffers.passes:OptimizeAllocationLivenessPass",
        "ownership-based-buffer-deallocation": f"{_FREEING}:OwnershipBasedBufferDeallocationPass",
        "promote-buffers-to-stack": "bufferize_buffers.passes:PromoteBuffersToStackPass",
    }
)
register_instrumentations = adding(
    {
        "buffer-statistics": (
            "bufferize_buffers.statistics.instrumentation:BufferStatisticsInstrumentation"
        )
    }
)
