"""What bufferize-index gives to bufferize."""

from __future__ import annotations

from bufferize.registration import adding

BUFFERIZE_API = 1

register_dialects = adding({"index": "bufferize_index.ops:INDEX"})
register_semantics = adding({"index": "bufferize_index.semantics:SEMANTICS"})
