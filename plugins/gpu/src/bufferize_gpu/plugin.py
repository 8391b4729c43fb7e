"""The hooks of bufferize-gpu."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"gpu": "bufferize_gpu.ops:GPU"})
register_semantics = adding({"gpu": "bufferize_gpu.semantics:SEMANTICS"})
