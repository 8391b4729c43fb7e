"""The core's own plugin: its dialects, their models, and its passes."""

from __future__ import annotations

from bufferize.registration.hooks import API_VERSION, adding

BUFFERIZE_API = API_VERSION

register_dialects = adding(
    {
        "builtin": "bufferize.dialects.builtin.dialect:DIALECT",
        "memref": "bufferize.dialects.memref.dialect:DIALECT",
        "bufferization": "bufferize.dialects.bufferization.dialect:DIALECT",
    }
)
register_op_models = adding({"bufferization": "bufferize.models.bufferization:MODELS"})
register_passes = adding(
    {
        "buffer-results-to-out-params": "bufferize.passes.buffer_results:BufferResultsToOutParamsPass",
        "canonicalize": "bufferize.passes.canonicalize:CanonicalizePass",
        "convert-bufferization-to-memref": "bufferize.passes.leftovers:ConvertBufferizationToMemRefPass",
        "cse": "bufferize.passes.cse:CSEPass",
        "drop-equivalent-buffer-results": "bufferize.passes.buffer_results:DropEquivalentBufferResultsPass",
        "eliminate-empty-tensors": "bufferize.passes.empty_tensors:EmptyTensorEliminationPass",
        "empty-tensor-to-alloc-tensor": "bufferize.passes.empty_tensors:EmptyTensorToAllocTensorPass",
        "finalizing-bufferize": "bufferize.passes.leftovers:FinalizingBufferizePass",
        "insert-tensor-copies": "bufferize.passes.insert_tensor_copies:InsertTensorCopiesPass",
        "loop-iter-arg-destination-folding": "bufferize.passes.loop_destinations:LoopIterArgDestinationFoldingPass",
        "one-shot-bufferize": "bufferize.passes.one_shot_bufferize:OneShotBufferizePass",
        "test-tensor-copy-insertion": "bufferize.passes.insert_tensor_copies:InsertTensorCopiesPass",
    }
)
