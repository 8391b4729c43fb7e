"""What bufferize-interpreter gives to bufferize."""

from __future__ import annotations

from bufferize.registration import adding

BUFFERIZE_API = 1

_DIALECTS = ("builtin", "memref", "bufferization")

register_semantics = adding(
    {name: f"bufferize_interpreter.semantics.{name}:SEMANTICS" for name in _DIALECTS}
)
register_commands = adding(
    {
        "check": "bufferize_interpreter.validation.command:CHECK",
        "run": "bufferize_interpreter.command:RUN",
    }
)
