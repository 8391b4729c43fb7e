"""The hooks of bufferize-quant."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"quant": "bufferize_quant.ops:QUANT"})
