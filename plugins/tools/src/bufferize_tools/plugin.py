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
    {
        "constant": "bufferize_tools.providers:provide_constant",
        "dialect": "bufferize_tools.providers:provide_dialect",
        "operation": "bufferize_tools.older_syntax:provide_operation",
        "pass": "bufferize_tools.providers:provide_pass",
    }
)
