"""What bufferize-stablehlo gives to bufferize."""

from __future__ import annotations

from bufferize.registration import adding

BUFFERIZE_API = 1

register_dialects = adding({"stablehlo": "bufferize_stablehlo.ops:STABLEHLO"})
