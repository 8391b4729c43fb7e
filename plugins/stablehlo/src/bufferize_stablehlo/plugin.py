"""The hooks of bufferize-stablehlo."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"stablehlo": "bufferize_stablehlo.ops:STABLEHLO"})
