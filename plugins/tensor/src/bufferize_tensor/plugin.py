"""The hooks of bufferize-tensor."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"tensor": "bufferize_tensor.ops:TENSOR"})
register_op_models = adding({"tensor": "bufferize_tensor.models:MODELS"})
register_semantics = adding({"tensor": "bufferize_tensor.semantics:SEMANTICS"})
