"""The core's own plugin: its dialects, their models, and the One-Shot Bufferize passes."""

from __future__ import annotations

from bufferize.plugins.hooks import API_VERSION, adding

BUFFERIZE_API = API_VERSION

_DIALECTS = ("builtin", "memref", "bufferization")
_PASSES = {
    "insert-tensor-copies": "one_shot_bufferize:InsertTensorCopiesPass",
    "one-shot-bufferize": "one_shot_bufferize:OneShotBufferizePass",
    "test-tensor-copy-insertion": "one_shot_bufferize:InsertTensorCopiesPass",
}

register_dialects = adding({name: f"bufferize.dialects.{name}:DIALECT" for name in _DIALECTS})
register_op_models = adding({"bufferization": "bufferize.models.bufferization:MODELS"})
register_passes = adding({name: f"bufferize.passes.{place}" for name, place in _PASSES.items()})
