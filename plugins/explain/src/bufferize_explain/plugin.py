"""The hooks of bufferize-explain."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_commands = adding(
    {
        "explain": "bufferize_explain.commands:EXPLAIN",
        "fix": "bufferize_explain.commands:FIX",
    }
)
