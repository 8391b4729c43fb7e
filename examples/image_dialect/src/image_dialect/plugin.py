"""What this distribution gives to bufferize."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"image": "image_dialect.dialect:DIALECT"})
register_passes = adding({"image-bufferize": "image_dialect.passes:ImageBufferizePass"})
