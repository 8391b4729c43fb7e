"""Output on terminals: colors and the progress of long work."""

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
"""The seconds before progress is shown."""


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether the stream is a terminal."""
    return stream is not None and not stream.closed and stream.isatty()


def wants_color(stream: TextIO | None) -> bool:
    """Return whether to color output to the stream, according to the environment.

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
    """Write diagnostics to stderr, in color if `color` is true or, by default, wanted."""
    colored = wants_color(sys.stderr) if color is None else color
    for diagnostic in diagnostics:
        say(render(diagnostic, sources, colored))


def say(text: str) -> None:
    """Write lines to stderr, if there is one."""
    if sys.stderr is not None:  # with `2>&-` stderr is None, and print would use stdout
        print(text, file=sys.stderr)


class Progress:
    """A context manager that shows the current activity on stderr after two seconds.

    It shows nothing if stderr is not a terminal.
    """

    def __init__(
        self, make_timer: Callable[[float, Callable[[], None]], Any] = threading.Timer
    ) -> None:
        self.what = "starting"
        """The current activity."""
        self.color: bool | None = None
        """Whether to color messages; None to ask the environment."""
        self._status: Status | None = None
        self._lock = threading.Lock()
        self._shows = False  # whether to show: after the patience and before the end
        self._ended = False
        self._timer = make_timer(_PATIENCE, self._lose_patience)
        self._timer.daemon = True

    def say(self, what: str) -> None:
        """Make `what` the current activity."""
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
        # Imported here because only long work at a terminal needs the library.
        from rich.console import Console
        from rich.text import Text

        if self._status is not None:
            self._status.update(Text(self.what))
        else:
            self._status = Console(stderr=True).status(Text(self.what))
            self._status.start()

    def __enter__(self) -> Progress:
        if _shows_colors(sys.stderr):  # removing a line takes control sequences, as colors do
            self._timer.start()
        return self

    def hide(self) -> None:
        """Remove the line until the next `say`, so that other output is not garbled."""
        with self._lock:
            if self._status is not None:
                self._status.stop()
                self._status = None

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._ended, self._shows = True, False
        self.hide()
