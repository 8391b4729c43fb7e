"""The hooks of bufferize-affine."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"affine": "bufferize_affine.ops:AFFINE"})
register_op_models = adding({"affine": "bufferize_affine.models:MODELS"})
register_semantics = adding({"affine": "bufferize_affine.semantics:SEMANTICS"})
