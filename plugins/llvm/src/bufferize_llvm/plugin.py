"""What bufferize-llvm gives to bufferize."""

from __future__ import annotations

from bufferize.registration import adding

BUFFERIZE_API = 1

register_dialects = adding({"llvm": "bufferize_llvm.ops:LLVM"})
