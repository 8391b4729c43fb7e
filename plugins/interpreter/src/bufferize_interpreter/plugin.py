"""The hooks of bufferize-interpreter: semantics of the core's dialects, and two commands."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

SEMANTICS_OF_CORE = {
    "builtin": "bufferize_interpreter.semantics.bufferization:BUILTIN_SEMANTICS",
    "memref": "bufferize_interpreter.semantics.memref:SEMANTICS",
    "bufferization": "bufferize_interpreter.semantics.bufferization:SEMANTICS",
}
"""The modules with the semantics of the core's own dialects, by dialect."""

register_semantics = adding(SEMANTICS_OF_CORE)
register_commands = adding(
    {
        "reduce": "bufferize_interpreter.reducer.command:REDUCE",
        "check": "bufferize_interpreter.validation.command:CHECK",
        "run": "bufferize_interpreter.command:RUN",
    }
)
