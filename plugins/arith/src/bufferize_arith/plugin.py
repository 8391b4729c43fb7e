"""The hooks of bufferize-arith."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"arith": "bufferize_arith.ops:ARITH"})
register_op_models = adding({"arith": "bufferize_arith.models:MODELS"})
register_semantics = adding({"arith": "bufferize_arith.semantics:SEMANTICS"})
register_constants = adding({"index": "bufferize_arith.ops:index_constant"})
