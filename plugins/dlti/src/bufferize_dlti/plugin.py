"""The hooks of bufferize-dlti."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"dlti": "bufferize_dlti.attributes:DLTI"})
