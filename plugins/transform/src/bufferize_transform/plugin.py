"""What bufferize-transform gives to bufferize."""

from __future__ import annotations

from bufferize.registration import adding

BUFFERIZE_API = 1

register_dialects = adding({"transform": "bufferize_transform.ops:TRANSFORM"})
register_passes = adding({"transform-interpreter": "bufferize_transform.passes:InterpreterPass"})
