"""The hook of bufferize-lsp: the command `lsp`."""

from __future__ import annotations

from bufferize.registration import adding

BUFFERIZE_API = 1

register_commands = adding({"lsp": "bufferize_lsp.command:LSP"})
