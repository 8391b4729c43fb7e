"""The hooks of bufferize-cf."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"cf": "bufferize_cf.ops:CF"})
register_op_models = adding({"cf": "bufferize_cf.models:MODELS"})
register_semantics = adding({"cf": "bufferize_cf.semantics:SEMANTICS"})
