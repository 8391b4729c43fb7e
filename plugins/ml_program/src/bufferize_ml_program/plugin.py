"""The hooks of bufferize-ml-program."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"ml_program": "bufferize_ml_program.ops:ML_PROGRAM"})
register_op_models = adding({"ml_program": "bufferize_ml_program.models:MODELS"})
register_semantics = adding({"ml_program": "bufferize_ml_program.semantics:SEMANTICS"})
