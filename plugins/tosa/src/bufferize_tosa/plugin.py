"""The hooks of bufferize-tosa."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"tosa": "bufferize_tosa.ops:TOSA"})
register_semantics = adding({"tosa": "bufferize_tosa.semantics:SEMANTICS"})
