"""How a run of a tool ends: every failure is a message and an exit status, never a traceback."""

from __future__ import annotations

import atexit
import errno
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NoReturn, TextIO

from bufferize.diagnostics import (
    DEBUG_VARIABLE,
    Diagnostic,
    DiagnosticError,
    SourceMap,
    error,
    show_cause,
    show_traceback,
)
from bufferize_tools.arguments import UsageError
from bufferize_tools.terminal import Progress, report, say

if TYPE_CHECKING:
    from bufferize.ir import Operation

FAILED: Final = 1
WRONG_USAGE: Final = 2
INTERRUPTED: Final = 130
"""As shells say it of a process that Ctrl-C ended."""
_CANNOT_WRITE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def guarded(run: Callable[[SourceMap, Progress], int], what: str = "starting") -> int:
    """Return the exit status of `run`, which may fail in any way.

    It is given what messages are made with: where to put the texts that it reads, and whom to tell
    what is being done; at first that is `what`.
    """
    sources, progress = SourceMap(), Progress()
    progress.what = what
    try:
        return run(sources, progress)
    except BrokenPipeError:
        # Whoever read our output has gone: nothing is left to say, nor anyone to say it to.
        discard(sys.stdout)
        discard(sys.stderr)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BaseException as problem:  # a plugin may even leave the process
        report(diagnostics_of(problem, progress.what), sources, progress.color)
        if isinstance(problem, UsageError):
            return WRONG_USAGE
    return FAILED


def diagnostics_of(problem: BaseException, doing: str) -> list[Diagnostic]:
    """Return what is said of an exception that arose while something was being done."""
    if isinstance(problem, DiagnosticError):
        show_cause(problem)
        return problem.diagnostics
    if isinstance(problem, OSError) and problem.errno in _CANNOT_WRITE:
        return [error(f"{doing}: {problem.strerror}")]
    show_traceback(problem)
    if isinstance(problem, RecursionError):
        return [error(f"{doing}: the program is nested too deeply")]
    if isinstance(problem, MemoryError):
        return [error(f"{doing}: there is not enough memory")]
    text = f"internal error ({doing}): {type(problem).__name__}: {problem}".rstrip(": ")
    found = error(text)
    op = _op_at_work(problem)
    if op is not None:
        found.note(f"while working on '{op.name}'", op.location.position())
    return [_where_it_arose(problem, found)]


def _op_at_work(problem: BaseException) -> Operation | None:
    """Return the operation that the code in which an exception arose was about; None for a whole module.

    Of those that its functions call `op`, or are methods of, it is the innermost.
    """
    # Imported here: only a failure pays for it.
    from bufferize.ir import Operation, SymbolTableTrait

    found = None
    traceback = problem.__traceback__
    while traceback is not None:
        for name in ("self", "op"):
            value = traceback.tb_frame.f_locals.get(name)
            if isinstance(value, Operation):
                found = value
        traceback = traceback.tb_next
    return None if found is None or found.has_trait(SymbolTableTrait) else found


def _where_it_arose(problem: BaseException, diagnostic: Diagnostic) -> Diagnostic:
    """Add who is to be told of an internal error."""
    # Imported here: only a failure pays for it.
    from bufferize.plugins import plugin_at_work

    show = f"{DEBUG_VARIABLE}=1 in the environment shows where it arose"
    found = plugin_at_work(problem)
    # The tools run all the rest: that nothing but they were at work says nothing.
    if found is None or found[1].startswith(f"{__package__}."):
        return diagnostic.note(
            "this is a bug of bufferize or of a plugin: please report it, with the program and "
            f"the command line; {show}"
        )
    record, where = found
    return diagnostic.note(
        f"this arose in plugin '{record.name}' of {record.distribution} {record.version} "
        f"({where}): please report it there, with the program and the command line; {show}"
    )


def discard(stream: TextIO | None) -> None:
    """Let what the stream still holds go nowhere, so that Python does not fail again at its end."""
    try:
        descriptor = stream.fileno() if stream is not None else None
    except (OSError, ValueError):  # a stream in memory
        return
    if descriptor is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, descriptor)
        os.close(nowhere)


def leave(status: int) -> NoReturn:
    """End the process, and lets the system free at once what Python would free one by one."""
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except OSError as problem:
            status = status or FAILED
            if stream is sys.stdout and not isinstance(problem, BrokenPipeError):
                say(f"error: cannot write to stdout: {problem.strerror}")
    os._exit(status)
