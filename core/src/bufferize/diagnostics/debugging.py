"""Exceptions of code that is not ours: what is caught, and its traceback for those who ask."""

from __future__ import annotations

import os
import sys
from typing import Final

from bufferize.diagnostics.errors import DiagnosticError

FAILURES: Final = (Exception, SystemExit)
"""What the code of a plugin may raise, so that it counts as failed; Ctrl-C is no such thing."""

DEBUG_VARIABLE: Final = "BUFFERIZE_DEBUG"
"""The environment variable that asks for tracebacks."""


def show_traceback(problem: BaseException) -> None:
    """Prints the traceback of an exception to stderr if the environment asks for it."""
    if os.environ.get(DEBUG_VARIABLE, "0") in ("", "0") or sys.stderr is None:
        return
    import traceback  # only a failure pays for it

    traceback.print_exception(problem)


def show_cause(problem: DiagnosticError) -> None:
    """Prints, likewise, the traceback of the failure that an error was made of, if there is one."""
    cause = problem.__cause__
    if cause is not None and not isinstance(cause, DiagnosticError):
        show_traceback(cause)
