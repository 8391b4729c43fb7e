"""What goes wrong in a declaration, as opposed to in the IR."""

from __future__ import annotations

from bufferize.diagnostics import PluginError


class DefinitionError(PluginError):
    """A dialect, op, type or attribute is declared wrongly; the message names it."""
