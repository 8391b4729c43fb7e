"""The hooks of bufferize-transforms."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

_PASSES = {
    "buffer-results-to-out-params": "BufferResultsToOutParamsPass",
    "canonicalize": "CanonicalizePass",
    "cse": "CSEPass",
    "drop-equivalent-buffer-results": "DropEquivalentBufferResultsPass",
    "eliminate-empty-tensors": "EmptyTensorEliminationPass",
    "empty-tensor-to-alloc-tensor": "EmptyTensorToAllocTensorPass",
    "finalizing-bufferize": "FinalizingBufferizePass",
    "inline": "InlinerPass",
    "loop-invariant-code-motion": "LoopInvariantCodeMotionPass",
    "loop-iter-arg-destination-folding": "LoopIterArgDestinationFoldingPass",
    "reuse-buffers": "ReuseBuffersPass",
    "scf-loop-bufferization-preprocessing": "SCFLoopBufferizationPreprocessingPass",
    "symbol-dce": "SymbolDCEPass",
    "tensor-results-to-out-params": "TensorResultsToOutParamsPass",
}

register_passes = adding(
    {name: f"bufferize_transforms.passes:{pass_}" for name, pass_ in _PASSES.items()}
)
