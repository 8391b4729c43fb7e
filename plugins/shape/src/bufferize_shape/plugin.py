"""The hooks of bufferize-shape."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"shape": "bufferize_shape.ops:SHAPE_DIALECT"})
register_op_models = adding({"shape": "bufferize_shape.models:MODELS"})
register_semantics = adding({"shape": "bufferize_shape.semantics:SEMANTICS"})
