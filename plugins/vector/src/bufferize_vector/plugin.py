"""The hooks of bufferize-vector."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"vector": "bufferize_vector.ops:VECTOR"})
register_op_models = adding({"vector": "bufferize_vector.models:MODELS"})
register_semantics = adding({"vector": "bufferize_vector.semantics:SEMANTICS"})
