"""Source positions, diagnostics, their rendering, and the error classes that carry them."""

from __future__ import annotations

from bufferize.diagnostics.debugging import DEBUG_VARIABLE as DEBUG_VARIABLE
from bufferize.diagnostics.debugging import FAILURES as FAILURES
from bufferize.diagnostics.debugging import show_cause as show_cause
from bufferize.diagnostics.debugging import show_traceback as show_traceback
from bufferize.diagnostics.diagnostic import Diagnostic as Diagnostic
from bufferize.diagnostics.diagnostic import Severity as Severity
from bufferize.diagnostics.diagnostic import error as error
from bufferize.diagnostics.errors import DiagnosticError as DiagnosticError
from bufferize.diagnostics.errors import OptionError as OptionError
from bufferize.diagnostics.errors import ParseError as ParseError
from bufferize.diagnostics.errors import PassError as PassError
from bufferize.diagnostics.errors import PluginError as PluginError
from bufferize.diagnostics.errors import VerifyError as VerifyError
from bufferize.diagnostics.rendering import render as render
from bufferize.diagnostics.snippets import Label as Label
from bufferize.diagnostics.snippets import render_labels as render_labels
from bufferize.diagnostics.spans import Lines as Lines
from bufferize.diagnostics.spans import Position as Position
from bufferize.diagnostics.spans import SourceMap as SourceMap
from bufferize.diagnostics.suggestions import closest_name as closest_name
from bufferize.diagnostics.suggestions import did_you_mean as did_you_mean
