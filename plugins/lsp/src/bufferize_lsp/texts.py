"""Texts from editors: programs, lines, and words."""

from __future__ import annotations

import re
from typing import NamedTuple

from bufferize.diagnostics import Position

_word = re.compile(r'[%@#!^]?[\w$.\-]+|"[^"]*"|.', re.ASCII).match
_line_end = re.compile(r"\r\n?")
_marker = re.compile(r"^// -----[ \t]*$", re.MULTILINE)


class TextRange(NamedTuple):
    """A range of characters in one line; lines and characters are counted from 0."""

    line: int
    start: int
    end: int

    def touches(self, first: tuple[int, int], last: tuple[int, int]) -> bool:
        """Return whether the range meets another one, given by the ends' lines and characters."""
        return first <= (self.line, self.end) and last >= (self.line, self.start)


def normalized(text: str) -> str:
    """Return the text with `\\n` line endings, in place of an editor's `\\r\\n` or `\\r`."""
    return _line_end.sub("\n", text) if "\r" in text else text


def pieces(text: str) -> list[str]:
    """Return the programs between lines `// -----`, padded to keep their line numbers."""
    found = []
    start = 0
    ends = [*_marker.finditer(text), None]
    for end in ends:
        stop = len(text) if end is None else end.start()
        piece = text[start:stop]
        if piece.strip() or len(ends) == 1:
            found.append("\n" * text.count("\n", 0, start) + piece)
        start = 0 if end is None else end.end()
    return found


class TextLines:
    """The lines of a normalized text."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")

    def word_at(self, position: Position | None) -> TextRange | None:
        """Return the word at a position counted from 1, or the last character at a line's end."""
        if position is None or not 1 <= position.line <= len(self.lines):
            return None
        line = self.lines[position.line - 1]
        start = max(0, min(position.column - 1, len(line) - 1))
        match = _word(line, start)
        return TextRange(position.line - 1, start, start if match is None else match.end())

    def of_width(self, position: Position, width: int | None) -> TextRange | None:
        """Return the range of `width` characters at a position; for None, of the word there."""
        if width is None:
            return self.word_at(position)
        start = position.column - 1
        return TextRange(position.line - 1, start, start + width)

    def text_of(self, where: TextRange) -> str:
        """Return the text in a range."""
        return self.lines[where.line][where.start : where.end]
