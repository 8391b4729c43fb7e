"""The hook of bufferize-lsp: the command `lsp`."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_commands = adding({"lsp": "bufferize_lsp.command:LSP"})
