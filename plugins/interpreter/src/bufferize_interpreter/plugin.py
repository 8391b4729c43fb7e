"""What bufferize-interpreter gives to bufferize."""

from __future__ import annotations

from bufferize.registration import adding

BUFFERIZE_API = 1

register_semantics = adding({"memref": "bufferize_interpreter.semantics.memref:SEMANTICS"})

register_passes = adding({})
