"""Source positions, diagnostics, their rendering, and the error classes that carry them."""

from __future__ import annotations

from bufferize.diagnostics.diagnostic import Diagnostic, Severity, error
from bufferize.diagnostics.errors import (
    DiagnosticError,
    OptionError,
    ParseError,
    PassError,
    PluginError,
    VerifyError,
)
from bufferize.diagnostics.rendering import render
from bufferize.diagnostics.snippets import Label, render_labels
from bufferize.diagnostics.spans import Lines, Position, SourceMap
from bufferize.diagnostics.suggestions import closest_name, did_you_mean

__all__ = [
    "Diagnostic",
    "DiagnosticError",
    "Label",
    "Lines",
    "OptionError",
    "ParseError",
    "PassError",
    "PluginError",
    "Position",
    "Severity",
    "SourceMap",
    "VerifyError",
    "closest_name",
    "did_you_mean",
    "error",
    "render",
    "render_labels",
]
