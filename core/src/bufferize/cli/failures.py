"""How a run of a tool ends: every failure is a message and an exit status, never a traceback."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable
from typing import Final, NoReturn, TextIO

from bufferize.cli.arguments import UsageError
from bufferize.cli.terminal import report
from bufferize.diagnostics import Diagnostic, DiagnosticError, Severity, SourceMap, error

FAILED: Final = 1
WRONG_USAGE: Final = 2
INTERRUPTED: Final = 130
"""As shells say it of a process that Ctrl-C ended."""

DEBUG_VARIABLE: Final = "BUFFERIZE_DEBUG"


def guarded(run: Callable[[], int], sources: SourceMap, doing: Callable[[], str]) -> int:
    """The exit status of `run`, which may fail in any way.

    `doing` says, for the message about an internal error, what is being done.
    """
    try:
        return run()
    except UsageError as problem:
        report(problem.diagnostics, sources)
        return WRONG_USAGE
    except DiagnosticError as problem:
        report(problem.diagnostics, sources)
    except BrokenPipeError:
        # Whoever read our output has gone: nothing is left to say, nor anyone to say it to.
        discard(sys.stdout)
        discard(sys.stderr)
    except KeyboardInterrupt:
        return INTERRUPTED
    except RecursionError as problem:
        _internal(problem, sources, f"{doing()}: the program is nested too deeply")
    except MemoryError as problem:
        _internal(problem, sources, f"{doing()}: there is not enough memory")
    except Exception as problem:
        kind = type(problem).__name__
        text = f"internal error ({doing()}): {kind}: {problem}".rstrip(": ")
        advice = (
            "this is a bug of bufferize or of a plugin: please report it, with the program and "
            f"the command line; {DEBUG_VARIABLE}=1 in the environment shows where it arose"
        )
        _internal(problem, sources, text, Diagnostic(Severity.NOTE, advice))
    return FAILED


def _internal(problem: BaseException, sources: SourceMap, message: str, *notes: Diagnostic) -> None:
    if os.environ.get(DEBUG_VARIABLE, "0") not in ("", "0"):
        import traceback  # only a failure pays for it

        traceback.print_exception(problem)
    report([error(message, notes=notes)], sources)


def discard(stream: TextIO | None) -> None:
    """Lets what the stream still holds go nowhere, so that Python does not fail again at its end."""
    try:
        descriptor = stream.fileno() if stream is not None else None
    except (OSError, ValueError):  # a stream in memory
        return
    if descriptor is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, descriptor)
        os.close(nowhere)


def leave(status: int) -> NoReturn:
    """Ends the process, and lets the system free at once what Python would free one by one."""
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except OSError:  # also a reader that has gone
            status = status or FAILED
    os._exit(status)
