"""The hooks of bufferize-pdl."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding(
    {"pdl": "bufferize_pdl.ops:PDL", "pdl_interp": "bufferize_pdl.ops_interp:PDL_INTERP"}
)
