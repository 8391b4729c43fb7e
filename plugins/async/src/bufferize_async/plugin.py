"""The hooks of bufferize-async."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"async": "bufferize_async.ops:ASYNC"})
register_semantics = adding({"async": "bufferize_async.semantics:SEMANTICS"})
