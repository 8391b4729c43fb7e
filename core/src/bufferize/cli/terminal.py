"""What a person at a terminal sees and a pipe does not: colours, and progress of long work."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bufferize.diagnostics import Diagnostic, SourceMap, render

if TYPE_CHECKING:
    from rich.status import Status

_PATIENCE = 2.0
"""Seconds before a person is told that work goes on."""


def report(diagnostics: Iterable[Diagnostic], sources: SourceMap) -> None:
    """Writes diagnostics to stderr."""
    for diagnostic in diagnostics:
        print(render(diagnostic, sources, color=sys.stderr.isatty()), file=sys.stderr)


class Progress:
    """Says on a terminal's stderr what is being done, once it has lasted two seconds."""

    def __init__(self) -> None:
        self._status: Status | None = None
        self._what = ""
        self._lock = threading.Lock()
        self._timer = threading.Timer(_PATIENCE, self._show)
        self._timer.daemon = True

    def say(self, what: str) -> None:
        """From now on `what` is being done."""
        with self._lock:
            self._what = what
            if self._status is not None:
                self._status.update(what)

    def _show(self) -> None:
        # Imported here: only long work at a terminal pays for the library.
        from rich.console import Console

        with self._lock:
            self._status = Console(stderr=True).status(self._what)
            self._status.start()

    def start(self) -> None:
        """Begins to wait."""
        self._timer.start()

    def stop(self) -> None:
        """Removes the line."""
        self._timer.cancel()
        with self._lock:
            if self._status is not None:
                self._status.stop()


@contextmanager
def progress() -> Iterator[Progress]:
    """Progress for the length of a with statement; silent unless stderr is a terminal."""
    line = Progress()
    if sys.stderr.isatty():
        line.start()
    try:
        yield line
    finally:
        line.stop()
