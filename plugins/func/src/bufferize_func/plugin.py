"""The hooks of bufferize-func."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"func": "bufferize_func.ops:FUNC"})
register_op_models = adding({"func": "bufferize_func.models:MODELS"})
register_semantics = adding({"func": "bufferize_func.semantics:SEMANTICS"})
