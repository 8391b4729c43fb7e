"""What bufferize-omp gives to bufferize."""

from __future__ import annotations

from bufferize.registration import adding

BUFFERIZE_API = 1

register_dialects = adding({"omp": "bufferize_omp.ops:OMP"})
