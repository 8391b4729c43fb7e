"""The hooks of bufferize-omp."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"omp": "bufferize_omp.ops:OMP"})
register_semantics = adding({"omp": "bufferize_omp.semantics:SEMANTICS"})
