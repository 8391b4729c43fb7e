"""The hooks of bufferize-index."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"index": "bufferize_index.ops:INDEX"})
register_semantics = adding({"index": "bufferize_index.semantics:SEMANTICS"})
