"""The hooks of bufferize-transform."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"transform": "bufferize_transform.ops:TRANSFORM"})
register_passes = adding({"transform-interpreter": "bufferize_transform.passes:InterpreterPass"})
