"""Diagnostics as text: `file:line:col: error: message`, the source line, a caret, the notes.

Also source lines with several labels.
"""

from __future__ import annotations

__all__ = ["Label", "render"]

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from bufferize.diagnostics.diagnostic import Diagnostic, Position, Severity, SourceMap

Paint = Callable[[str, str], str]
"""A function that colors a text, given the name of the color."""

LONGEST_LINE: Final = 240
"""The length beyond which a source line is cut to a window around the quoted part."""

_token = re.compile(r'[%@#!^]?[\w$.\-]+|"[^"]*"|.', re.ASCII).match

_COLORS = {
    Severity.ERROR: "red",
    Severity.WARNING: "magenta",
    Severity.NOTE: "cyan",
    Severity.REMARK: "blue",
}


def render(diagnostic: Diagnostic, sources: SourceMap, color: bool = False) -> str:
    """Return the diagnostic and its notes as lines without a final line end.

    With `color`, ANSI colors are written.
    """
    return "\n".join(_lines(diagnostic, sources, painter(color)))


def _lines(diagnostic: Diagnostic, sources: SourceMap, paint: Paint) -> list[str]:
    shade = _COLORS[diagnostic.severity]
    where = f"{diagnostic.where}: " if diagnostic.where is not None else ""
    label = paint(f"{diagnostic.severity.value}:", shade)
    lines = [f"{where}{label} {diagnostic.message}"]
    position = diagnostic.position
    line = None if position is None else sources.line(position.file, position.line)
    if position is not None and line is not None:
        # A position may lie one past the end of its line: there the line end was unexpected.
        column = max(0, min(position.column - 1, len(line)))
        line, shift = cut(line, column, column)
        # Tabs are kept in the margin: so the caret stands right whatever the width of a tab is.
        margin = re.sub(r"[^\t]", " ", line[: column + shift])
        lines += [line, margin + paint("^", "green")]
    for note in diagnostic.notes:
        lines += _lines(note, sources, paint)
    return lines


def cut(line: str, start: int, end: int) -> tuple[str, int]:
    """Return a window of `line` around `start` to `end`, and by how many columns it is shifted."""
    if len(line) <= LONGEST_LINE:
        return line, 0
    first = (start + end - LONGEST_LINE) // 2
    first = max(0, min(first, start, len(line) - LONGEST_LINE))
    last = first + LONGEST_LINE
    prefix = "..." if first else ""
    suffix = "..." if last < len(line) else ""
    return prefix + line[first:last] + suffix, len(prefix) - first


_SHADES: Final = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36}


def painter(color: bool) -> Paint:
    """Return a function that writes ANSI colors, or one that returns texts unchanged."""
    if not color:
        return lambda text, _shade: text
    # Imported here: most runs write no colors and start faster without the library.
    from rich.color import ColorSystem
    from rich.style import Style

    def paint(text: str, shade: str) -> str:
        return Style(color=shade, bold=True).render(text, color_system=ColorSystem.STANDARD)

    return paint


# Several places at once, as compilers show them.


class Label(NamedTuple):
    """A text about some characters of a line."""

    position: Position
    text: str
    width: int | None = None
    """The number of characters, None for the word that starts there."""
    primary: bool = False
    """Whether it is the main label, which the other labels explain."""

    def extent(self, line: str) -> tuple[int, int]:
        """Return the start and the end of the label's characters in `line`."""
        start = max(0, min(self.position.column - 1, len(line)))
        return start, start + (word_width(line, start) if self.width is None else self.width)


def word_width(line: str, start: int) -> int:
    """Return the length of the word that starts at a column (from 0) of a line."""
    token = _token(line, start)
    return len(token.group()) if token else 1
