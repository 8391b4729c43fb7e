"""What bufferize-buffers gives to bufferize."""

from __future__ import annotations

from bufferize.registration import adding

BUFFERIZE_API = 1

register_passes = adding(
    {
        "buffer-hoisting": "bufferize_buffers.passes:BufferHoistingPass",
        "buffer-loop-hoisting": "bufferize_buffers.passes:BufferLoopHoistingPass",
        "expand-realloc": "bufferize_buffers.passes:ExpandReallocPass",
        "optimize-allocation-liveness": "bufferize_buffers.passes:OptimizeAllocationLivenessPass",
        "promote-buffers-to-stack": "bufferize_buffers.passes:PromoteBuffersToStackPass",
    }
)
