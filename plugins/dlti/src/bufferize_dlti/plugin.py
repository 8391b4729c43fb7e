"""What bufferize-dlti gives to bufferize."""

from __future__ import annotations

from bufferize.registration import adding

BUFFERIZE_API = 1

register_dialects = adding({"dlti": "bufferize_dlti.attributes:DLTI"})
