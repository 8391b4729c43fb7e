"""What bufferize-complex gives to bufferize."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"complex": "bufferize_complex.dialect:DIALECT"})
register_semantics = adding({"complex": "bufferize_complex.semantics:SEMANTICS"})
