"""The end of a run: every failure becomes a message and an exit status, not a traceback."""

from __future__ import annotations

import atexit
import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    from importlib_metadata import EntryPoint

    from bufferize.ir import Operation

FAILED: Final = 1
WRONG_USAGE: Final = 2
INTERRUPTED: Final = 130
"""The exit status after Ctrl-C, as shells report it."""
_CANNOT_WRITE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def guarded(run: Callable[[SourceMap, Progress], int], what: str = "starting") -> int:
    """Call `run` and return its exit status; report any exception as a message.

    `run` is given the sources, to which it adds the texts that it reads, and the progress line, on
    which `what` is the first activity.
    """
    sources, progress = SourceMap(), Progress()
    progress.what = what
    try:
        with _kept_open(sys.stdout):
            return run(sources, progress)
    except BrokenPipeError:
        # The reader of the output is gone: end silently.
        discard(sys.stdout)
        discard(sys.stderr)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BaseException as problem:  # a plugin may even raise SystemExit
        report(diagnostics_of(problem, progress.what), sources, progress.color)
        if isinstance(problem, UsageError):
            return WRONG_USAGE
    return FAILED


@contextmanager
def _kept_open(stream: TextIO | None) -> Iterator[None]:
    """Context manager: closing the stream is an error of whoever does it, such as a plugin."""
    if stream is None or "close" in vars(stream):
        yield
        return

    def refuse() -> NoReturn:
        raise OSError("stdout must stay open, as the results are written there")

    vars(stream)["close"] = refuse
    try:
        yield
    finally:
        del vars(stream)["close"]


def diagnostics_of(problem: BaseException, doing: str) -> list[Diagnostic]:
    """Return the diagnostics of an exception that arose during the activity `doing`."""
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
    """Return the operation in work when an exception arose; None if it is unknown or a module.

    It is the innermost `op` or `self` in the traceback that is an operation.
    """
    # Imported here because only failures need it.
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
    """Add a note that names the plugin, or else bufferize, as the origin of an internal error."""
    show = f"{DEBUG_VARIABLE}=1 in the environment shows where it arose"
    found = _plugin_at_work(problem)
    # The tools call everything else, so being in the traceback does not make them the origin.
    if found is None or found[1].startswith(f"{__package__}."):
        return diagnostic.note(
            "this is a bug of bufferize or of a plugin: please report it, with the program and "
            f"the command line; {show}"
        )
    plugin, where = found
    version = f"{plugin.dist.name} {plugin.dist.version}" if plugin.dist else "?"
    return diagnostic.note(
        f"this arose in plugin '{plugin.name}' of {version} ({where}): please report it "
        f"there, with the program and the command line; {show}"
    )


def _plugin_at_work(problem: BaseException) -> tuple[EntryPoint, str] | None:
    """Return the installed plugin in whose code an exception arose, with the module and line.

    Of several plugins in the traceback, the innermost; None if there is none.
    """
    from importlib_metadata import entry_points  # only failures need it

    plugins = {entry.module.partition(".")[0]: entry for entry in entry_points(group="bufferize")}
    found = None
    traceback = problem.__traceback__
    while traceback is not None:
        module = str(traceback.tb_frame.f_globals.get("__name__", ""))
        plugin = plugins.get(module.partition(".")[0])
        if plugin is not None:
            found = plugin, f"{module}, line {traceback.tb_lineno}"
        traceback = traceback.tb_next
    return found


def discard(stream: TextIO | None) -> None:
    """Discard the buffer of a stream, so that flushing it at exit does not fail again."""
    try:
        descriptor = stream.fileno() if stream is not None else None
    except (OSError, ValueError):  # a stream without a file descriptor
        return
    if descriptor is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, descriptor)
        os.close(nowhere)


def leave(status: int) -> NoReturn:
    """End the process without freeing objects, which the system does faster."""
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
