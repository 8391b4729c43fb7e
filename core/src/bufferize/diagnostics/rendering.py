"""Diagnostics as text: `file:line:col: error: message`, the source line, a caret, the notes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bufferize.diagnostics.diagnostic import Diagnostic, Severity
from bufferize.diagnostics.spans import Position, SourceMap

Paint = Callable[[str, str], str]
"""Gives a text a colour, by its name."""

LONGEST_LINE: Final = 240
"""A source line longer than this is cut to a window around what it is quoted for."""

_COLORS = {
    Severity.ERROR: "red",
    Severity.WARNING: "magenta",
    Severity.NOTE: "cyan",
    Severity.REMARK: "blue",
}


def render(diagnostic: Diagnostic, sources: SourceMap, color: bool = False) -> str:
    """The diagnostic and its notes as lines without a final line end.

    With `color`, ANSI colours are written.
    """
    paint = painter(color)
    lines: list[str] = []
    pending = [diagnostic]
    while pending:
        current = pending.pop(0)
        lines += _render_one(current, sources, paint)
        pending[:0] = current.notes
    return "\n".join(lines)


def _render_one(diagnostic: Diagnostic, sources: SourceMap, paint: Paint) -> list[str]:
    shade = _COLORS[diagnostic.severity]
    where = f"{diagnostic.where}: " if diagnostic.where is not None else ""
    label = paint(f"{diagnostic.severity.value}:", shade)
    lines = [f"{where}{label} {diagnostic.message}"]
    if diagnostic.position is not None:
        excerpt = _excerpt(diagnostic.position, sources)
        if excerpt is not None:
            source_line, margin = excerpt
            lines += [source_line, margin + paint("^", "green")]
    return lines


def _excerpt(position: Position, sources: SourceMap) -> tuple[str, str] | None:
    """The source line and the white space that brings a caret below the position."""
    line = sources.line(position.file, position.line)
    if line is None:
        return None
    # A position may lie one past the end of its line: that is where the line end was unexpected.
    column = max(0, min(position.column - 1, len(line)))
    line, shift = cut(line, column, column)
    column += shift
    # Tabs are kept in the margin: so the caret stands right whatever the width of a tab is.
    margin = "".join("\t" if character == "\t" else " " for character in line[:column])
    return line, margin


def cut(line: str, start: int, end: int) -> tuple[str, int]:
    """`line` with what stands from `start` to `end`, and by how much it is shifted to the right."""
    if len(line) <= LONGEST_LINE:
        return line, 0
    first = (start + end - LONGEST_LINE) // 2
    first = max(0, min(first, start, len(line) - LONGEST_LINE))
    last = first + LONGEST_LINE
    prefix = "..." if first else ""
    suffix = "..." if last < len(line) else ""
    return prefix + line[first:last] + suffix, len(prefix) - first


def painter(color: bool) -> Paint:
    """What writes ANSI colours, or leaves texts as they are."""
    return _colored() if color else _plain


def _plain(text: str, _shade: str) -> str:
    return text


def _colored() -> Paint:
    # Imported here: most runs write no colours and start faster without the library.
    from rich.color import ColorSystem
    from rich.style import Style

    def paint(text: str, shade: str) -> str:
        return Style(color=shade, bold=True).render(text, color_system=ColorSystem.STANDARD)

    return paint
