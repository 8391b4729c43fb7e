"""What bufferize-conversion gives to bufferize."""

from __future__ import annotations

BUFFERIZE_API = 1
