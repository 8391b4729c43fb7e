"""What bufferize-interpreter gives to bufferize."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

SEMANTICS_OF_CORE = ("builtin", "memref", "bufferization")
"""The dialects of the core, whose semantics are here."""

register_semantics = adding(
    {name: f"bufferize_interpreter.semantics.{name}:SEMANTICS" for name in SEMANTICS_OF_CORE}
)
register_commands = adding(
    {
        "reduce": "bufferize_interpreter.reducer.command:REDUCE",
        "check": "bufferize_interpreter.validation.command:CHECK",
        "run": "bufferize_interpreter.command:RUN",
    }
)
