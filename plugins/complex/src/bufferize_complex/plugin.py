"""The hooks of bufferize-complex."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"complex": "bufferize_complex.ops:COMPLEX"})
register_semantics = adding({"complex": "bufferize_complex.semantics:SEMANTICS"})
