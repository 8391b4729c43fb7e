"""The hooks of bufferize-llvm."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"llvm": "bufferize_llvm.ops:LLVM"})
