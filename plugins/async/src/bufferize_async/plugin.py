"""What bufferize-async gives to bufferize."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"async": "bufferize_async.ops:ASYNC"})
