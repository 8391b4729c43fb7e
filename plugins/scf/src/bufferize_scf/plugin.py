"""The hooks of bufferize-scf."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"scf": "bufferize_scf.ops:SCF"})
register_op_models = adding({"scf": "bufferize_scf.models:MODELS"})
register_semantics = adding({"scf": "bufferize_scf.semantics:SEMANTICS"})
