"""One-Shot Bufferize for Python."""

from __future__ import annotations

# Ctrl-C ends the tools quietly as soon as this is imported: so it imports nothing at first.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bufferize.analysis import AnalysisState as AnalysisState
    from bufferize.diagnostics import Diagnostic as Diagnostic
    from bufferize.diagnostics import DiagnosticError as DiagnosticError
    from bufferize.driver import OneShotOptions as OneShotOptions
    from bufferize.driver import Report as Report
    from bufferize.driver import analyze as analyze
    from bufferize.driver import make_copies_explicit as make_copies_explicit
    from bufferize.driver import one_shot_bufferize as one_shot_bufferize
    from bufferize.ir import verify as verify
    from bufferize.passes import pipeline_from_text as pipeline_from_text
    from bufferize.plugins import Context as Context
    from bufferize.plugins import hookimpl as hookimpl
    from bufferize.record import Decision as Decision
    from bufferize.record import Reason as Reason
    from bufferize.record import TensorCopy as TensorCopy
    from bufferize.syntax import parse_module
    from bufferize.syntax import print_module as print_module

    parse = parse_module

__version__ = "0.1.0"

# Imported when first asked for: `bufferize-opt --version` needs none of them.
_PUBLIC = {
    "AnalysisState": "bufferize.analysis:AnalysisState",
    "Context": "bufferize.plugins:Context",
    "Decision": "bufferize.record:Decision",
    "Diagnostic": "bufferize.diagnostics:Diagnostic",
    "DiagnosticError": "bufferize.diagnostics:DiagnosticError",
    "OneShotOptions": "bufferize.driver:OneShotOptions",
    "Reason": "bufferize.record:Reason",
    "Report": "bufferize.driver:Report",
    "TensorCopy": "bufferize.record:TensorCopy",
    "analyze": "bufferize.driver:analyze",
    "hookimpl": "bufferize.plugins:hookimpl",
    "make_copies_explicit": "bufferize.driver:make_copies_explicit",
    "one_shot_bufferize": "bufferize.driver:one_shot_bufferize",
    "parse": "bufferize.syntax:parse_module",
    "pipeline_from_text": "bufferize.passes:pipeline_from_text",
    "print_module": "bufferize.syntax:print_module",
    "verify": "bufferize.ir:verify",
}

if not TYPE_CHECKING:  # where they are the names above
    __all__ = ["__version__", *_PUBLIC]


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'bufferize' has no attribute '{name}'")
    import importlib

    module, _, attribute = _PUBLIC[name].partition(":")
    return getattr(importlib.import_module(module), attribute)
