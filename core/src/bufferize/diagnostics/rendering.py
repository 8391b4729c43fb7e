"""Diagnostics as text: `file:line:col: error: message`, the source line, a caret, the notes."""

from __future__ import annotations

from collections.abc import Callable

from bufferize.diagnostics.diagnostic import Diagnostic, Severity
from bufferize.diagnostics.spans import Position, SourceMap

_COLORS = {
    Severity.ERROR: "red",
    Severity.WARNING: "magenta",
    Severity.NOTE: "cyan",
    Severity.REMARK: "blue",
}

# A source line longer than this is cut to a window around its caret.
_LONGEST_LINE = 240


def render(diagnostic: Diagnostic, sources: SourceMap, color: bool = False) -> str:
    """The diagnostic and its notes as lines without a final line end.

    With `color`, ANSI colours are written.
    """
    paint = _painter() if color else _plain
    lines: list[str] = []
    pending = [diagnostic]
    while pending:
        current = pending.pop(0)
        lines += _render_one(current, sources, paint)
        pending[:0] = current.notes
    return "\n".join(lines)


def _render_one(
    diagnostic: Diagnostic, sources: SourceMap, paint: Callable[[str, str], str]
) -> list[str]:
    shade = _COLORS[diagnostic.severity]
    where = f"{diagnostic.position}: " if diagnostic.position is not None else ""
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
    if len(line) > _LONGEST_LINE:
        start = max(0, min(column - _LONGEST_LINE // 2, len(line) - _LONGEST_LINE))
        end = start + _LONGEST_LINE
        prefix = "..." if start else ""
        suffix = "..." if end < len(line) else ""
        line, column = prefix + line[start:end] + suffix, column - start + len(prefix)
    # Tabs are kept in the margin: so the caret stands right whatever the width of a tab is.
    margin = "".join("\t" if character == "\t" else " " for character in line[:column])
    return line, margin


def _plain(text: str, _shade: str) -> str:
    return text


def _painter() -> Callable[[str, str], str]:
    # Imported here: most runs write no colours and start faster without the library.
    from rich.color import ColorSystem
    from rich.style import Style

    def paint(text: str, shade: str) -> str:
        return Style(color=shade, bold=True).render(text, color_system=ColorSystem.STANDARD)

    return paint
