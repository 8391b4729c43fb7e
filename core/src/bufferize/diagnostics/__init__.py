"""Source positions, diagnostics, their rendering, and the error classes that carry them."""

from __future__ import annotations

from bufferize.diagnostics.diagnostic import Diagnostic as Diagnostic
from bufferize.diagnostics.diagnostic import Lines as Lines
from bufferize.diagnostics.diagnostic import Position as Position
from bufferize.diagnostics.diagnostic import Severity as Severity
from bufferize.diagnostics.diagnostic import SourceMap as SourceMap
from bufferize.diagnostics.diagnostic import closest_name as closest_name
from bufferize.diagnostics.diagnostic import did_you_mean as did_you_mean
from bufferize.diagnostics.diagnostic import error as error
from bufferize.diagnostics.errors import DEBUG_VARIABLE as DEBUG_VARIABLE
from bufferize.diagnostics.errors import FAILURES as FAILURES
from bufferize.diagnostics.errors import DefinitionError as DefinitionError
from bufferize.diagnostics.errors import DiagnosticError as DiagnosticError
from bufferize.diagnostics.errors import OptionError as OptionError
from bufferize.diagnostics.errors import ParseError as ParseError
from bufferize.diagnostics.errors import PassError as PassError
from bufferize.diagnostics.errors import PluginError as PluginError
from bufferize.diagnostics.errors import VerifyError as VerifyError
from bufferize.diagnostics.errors import show_cause as show_cause
from bufferize.diagnostics.errors import show_traceback as show_traceback
from bufferize.diagnostics.rendering import Label as Label
from bufferize.diagnostics.rendering import render as render
