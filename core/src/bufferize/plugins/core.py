"""The core's own plugin: its dialects, their models, and its passes."""

from __future__ import annotations

from bufferize.plugins.hooks import API_VERSION, adding

BUFFERIZE_API = API_VERSION

_PASSES = {
    "buffer-results-to-out-params": "transformations:BufferResultsToOutParamsPass",
    "canonicalize": "canonicalize:CanonicalizePass",
    "cse": "cse:CSEPass",
    "drop-equivalent-buffer-results": "transformations:DropEquivalentBufferResultsPass",
    "eliminate-empty-tensors": "transformations:EmptyTensorEliminationPass",
    "empty-tensor-to-alloc-tensor": "transformations:EmptyTensorToAllocTensorPass",
    "finalizing-bufferize": "transformations:FinalizingBufferizePass",
    "inline": "general:InlinerPass",
    "insert-tensor-copies": "one_shot_bufferize:InsertTensorCopiesPass",
    "loop-iter-arg-destination-folding": "transformations:LoopIterArgDestinationFoldingPass",
    "loop-invariant-code-motion": "general:LoopInvariantCodeMotionPass",
    "one-shot-bufferize": "one_shot_bufferize:OneShotBufferizePass",
    "print-ir": "general:PrintIRPass",
    "symbol-dce": "general:SymbolDCEPass",
    "test-tensor-copy-insertion": "one_shot_bufferize:InsertTensorCopiesPass",
}
_DIALECTS = ("builtin", "memref", "bufferization")

register_dialects = adding({name: f"bufferize.dialects.{name}:DIALECT" for name in _DIALECTS})
register_op_models = adding({"bufferization": "bufferize.models.bufferization:MODELS"})
register_passes = adding({name: f"bufferize.passes.{place}" for name, place in _PASSES.items()})
