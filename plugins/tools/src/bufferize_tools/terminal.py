"""What a person at a terminal sees and a pipe does not: colours, and progress of long work."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TextIO

from bufferize.diagnostics import Diagnostic, SourceMap, render

if TYPE_CHECKING:
    from rich.status import Status

_PATIENCE = 2.0
"""Seconds before a person is told that work goes on."""


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a person looks at the stream."""
    return stream is not None and not stream.closed and stream.isatty()


def wants_color(stream: TextIO | None) -> bool:
    """Return whether what is written to the stream is to be coloured, as far as the environment says.

    https://no-color.org, https://force-color.org
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return _shows_colors(stream)


def _shows_colors(stream: TextIO | None) -> bool:
    return is_terminal(stream) and os.environ.get("TERM") != "dumb"


def report(
    diagnostics: Iterable[Diagnostic], sources: SourceMap, color: bool | None = None
) -> None:
    """Write diagnostics to stderr; in colours where that is said, or else wanted."""
    colored = wants_color(sys.stderr) if color is None else color
    for diagnostic in diagnostics:
        say(render(diagnostic, sources, colored))


def say(text: str) -> None:
    """Write lines to stderr, if there is one."""
    if sys.stderr is not None:  # `2>&-` leaves none, and print would then take stdout
        print(text, file=sys.stderr)


class Progress:
    """Says on a terminal's stderr what is being done, once it has lasted two seconds.

    It does so for the length of a with statement; it is silent where stderr is no terminal.
    """

    def __init__(
        self, make_timer: Callable[[float, Callable[[], None]], Any] = threading.Timer
    ) -> None:
        self.what = "starting"
        """What is being done."""
        self.color: bool | None = None
        """Whether messages are to be coloured; None for what the environment says."""
        self._status: Status | None = None
        self._lock = threading.Lock()
        self._shows = False  # whether the patience is over and the end is not reached
        self._ended = False
        self._timer = make_timer(_PATIENCE, self._lose_patience)
        self._timer.daemon = True

    def say(self, what: str) -> None:
        """From now on `what` is being done."""
        with self._lock:
            self.what = what
            if self._shows:
                self._show()

    def _lose_patience(self) -> None:
        with self._lock:
            if not self._ended:
                self._shows = True
                self._show()

    def _show(self) -> None:
        # Imported here: only long work at a terminal pays for the library.
        from rich.console import Console
        from rich.text import Text

        if self._status is not None:
            self._status.update(Text(self.what))
        else:
            self._status = Console(stderr=True).status(Text(self.what))
            self._status.start()

    def __enter__(self) -> Progress:
        if _shows_colors(sys.stderr):  # a line that goes away takes as much of a terminal
            self._timer.start()
        return self

    def hide(self) -> None:
        """Remove the line until `say` is called again, so that something else can be written."""
        with self._lock:
            if self._status is not None:
                self._status.stop()
                self._status = None

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._ended, self._shows = True, False
        self.hide()
