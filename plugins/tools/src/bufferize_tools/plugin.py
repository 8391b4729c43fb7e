"""The hooks of bufferize-tools."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_commands = adding(
    {
        "completion": "bufferize_tools.commands:COMPLETION_COMMAND",
        "new-dialect": "bufferize_tools.commands:NEW_DIALECT",
        "plugins": "bufferize_tools.commands:PLUGINS",
    }
)
register_passes = adding({"print-ir": "bufferize_tools.printing:PrintIRPass"})
register_providers = adding(
    {kind: f"bufferize_tools.providers:provide_{kind}" for kind in ("dialect", "pass", "constant")}
)
