"""The hooks of bufferize-ub."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"ub": "bufferize_ub.ops:UB"})
register_semantics = adding({"ub": "bufferize_ub.semantics:SEMANTICS"})
