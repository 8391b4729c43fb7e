"""The core's own plugin: its dialects, their models, and its passes."""

from __future__ import annotations

from bufferize.registration.hooks import API_VERSION, hookimpl
from bufferize.registration.registries import DialectRegistry, OpModelRegistry, PassRegistry

BUFFERIZE_API = API_VERSION


@hookimpl
def register_dialects(registry: DialectRegistry) -> None:
    """builtin, memref, bufferization."""
    registry.add("builtin", "bufferize.dialects.builtin.dialect:DIALECT")
    registry.add("memref", "bufferize.dialects.memref.dialect:DIALECT")
    registry.add("bufferization", "bufferize.dialects.bufferization.dialect:DIALECT")


@hookimpl
def register_op_models(registry: OpModelRegistry) -> None:
    """The models of bufferization's ops."""
    registry.add("bufferization", "bufferize.models.bufferization:MODELS")


@hookimpl
def register_passes(registry: PassRegistry) -> None:
    """one-shot-bufferize, the passes around it, canonicalize, cse."""
    registry.add(
        "buffer-results-to-out-params",
        "bufferize.passes.buffer_results:BufferResultsToOutParamsPass",
    )
    registry.add("canonicalize", "bufferize.passes.canonicalize:CanonicalizePass")
    registry.add(
        "convert-bufferization-to-memref",
        "bufferize.passes.leftovers:ConvertBufferizationToMemRefPass",
    )
    registry.add("cse", "bufferize.passes.cse:CSEPass")
    registry.add(
        "drop-equivalent-buffer-results",
        "bufferize.passes.buffer_results:DropEquivalentBufferResultsPass",
    )
    registry.add(
        "eliminate-empty-tensors", "bufferize.passes.empty_tensors:EmptyTensorEliminationPass"
    )
    registry.add(
        "empty-tensor-to-alloc-tensor",
        "bufferize.passes.empty_tensors:EmptyTensorToAllocTensorPass",
    )
    registry.add("finalizing-bufferize", "bufferize.passes.leftovers:FinalizingBufferizePass")
    for name in ("insert-tensor-copies", "test-tensor-copy-insertion"):
        registry.add(name, "bufferize.passes.insert_tensor_copies:InsertTensorCopiesPass")
    registry.add(
        "loop-iter-arg-destination-folding",
        "bufferize.passes.loop_destinations:LoopIterArgDestinationFoldingPass",
    )
    registry.add("one-shot-bufferize", "bufferize.passes.one_shot_bufferize:OneShotBufferizePass")
