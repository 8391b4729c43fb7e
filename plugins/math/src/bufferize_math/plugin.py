"""The hooks of bufferize-math."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"math": "bufferize_math.ops:MATH"})
register_semantics = adding({"math": "bufferize_math.semantics:SEMANTICS"})
