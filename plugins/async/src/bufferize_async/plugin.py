"""What bufferize-async gives to bufferize."""

from __future__ import annotations

from bufferize.registration import adding

BUFFERIZE_API = 1

register_dialects = adding({"async": "bufferize_async.ops:ASYNC"})
