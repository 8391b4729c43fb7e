"""The exceptions that carry diagnostics; every user error becomes one of them.

Exceptions in the code of plugins are caught, and their tracebacks printed on request.
"""

from __future__ import annotations

__all__ = [
    "DEBUG_VARIABLE", "FAILURES", "DefinitionError", "DiagnosticError", "OptionError",
    "ParseError", "PassError", "PluginError", "VerifyError", "show_cause", "show_traceback",
]  # fmt: skip

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from bufferize.diagnostics.diagnostic import Diagnostic, Subject, error

if TYPE_CHECKING:
    from typing_extensions import Self

FAILURES: Final = (Exception, SystemExit)
"""The exceptions that count as a failure of a plugin's code; Ctrl-C is not among them."""

DEBUG_VARIABLE: Final = "BUFFERIZE_DEBUG"
"""The environment variable that turns tracebacks on."""


class DiagnosticError(Exception):
    """Base of all user errors: carries at least one diagnostic.

    A plain message becomes a diagnostic without a position.
    """

    diagnostics: list[Diagnostic]

    def __init__(self, diagnostics: Diagnostic | Iterable[Diagnostic] | str) -> None:
        if isinstance(diagnostics, str):
            self.diagnostics = [error(diagnostics)]
        elif isinstance(diagnostics, Diagnostic):
            self.diagnostics = [diagnostics]
        else:
            self.diagnostics = list(diagnostics)
        super().__init__(self.diagnostics)

    def about(self, op: Subject) -> Self:
        """Make `op` the operation of all diagnostics that have none. Return this error."""
        for diagnostic in self.diagnostics:
            diagnostic.about(op)
        return self

    def __str__(self) -> str:
        return "\n".join(
            str(line) for diagnostic in self.diagnostics for line in (diagnostic, *diagnostic.notes)
        )


class ParseError(DiagnosticError):
    """The error that a text is not valid MLIR."""


class VerifyError(DiagnosticError):
    """The error that the IR breaks a rule of one of its ops, types or attributes."""


class PassError(DiagnosticError):
    """The error that a pass could not do its work on this IR."""


class PluginError(DiagnosticError):
    """The error that a plugin is missing, broken, or in conflict with another one."""


class DefinitionError(PluginError):
    """The error that a dialect, op, type or attribute is declared wrongly; the message names it."""


class OptionError(DiagnosticError):
    """The error that an option or a pipeline text is wrong."""


def show_traceback(problem: BaseException) -> None:
    """Print the traceback of an exception to stderr, if the environment variable is set."""
    if os.environ.get(DEBUG_VARIABLE, "0") in ("", "0") or sys.stderr is None:
        return
    import traceback  # needed after a failure only

    traceback.print_exception(problem)


def show_cause(problem: DiagnosticError) -> None:
    """Print the traceback of the exception that caused an error, if any, as `show_traceback` does."""
    cause = problem.__cause__
    if cause is not None and not isinstance(cause, DiagnosticError):
        show_traceback(cause)
