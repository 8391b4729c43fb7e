"""The core's own plugin: its dialects, their models, and its passes."""

from __future__ import annotations

from bufferize.plugins.hooks import API_VERSION, hookimpl
from bufferize.plugins.registries import DialectRegistry, OpModelRegistry, PassRegistry

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
    """one-shot-bufferize, canonicalize, cse."""
    registry.add("canonicalize", "bufferize.passes.canonicalize:CanonicalizePass")
    registry.add("cse", "bufferize.passes.cse:CSEPass")
    registry.add("one-shot-bufferize", "bufferize.passes.one_shot_bufferize:OneShotBufferizePass")
