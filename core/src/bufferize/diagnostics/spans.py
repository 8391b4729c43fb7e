"""Where something stands in a source text, and the texts themselves."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple


class Position(NamedTuple):
    """A place in a file. Lines and columns count from 1; a tab is one column."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Lines:
    """Where the lines of a text start."""

    __slots__ = ("_starts", "name")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """The line and the column, from 1, of a place in the text."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


class SourceMap:
    """The texts that diagnostics quote, by file name."""

    __slots__ = ("_files",)

    def __init__(self) -> None:
        # Each as a whole until one of its lines is asked for.
        self._files: dict[str, str | list[str]] = {}

    def add(self, name: str, text: str) -> None:
        """Keeps `text` as the content of the file called `name`; a later text replaces it."""
        self._files[name] = text

    def line(self, name: str, number: int) -> str | None:
        """Line `number` (from 1) without its end, or None if there is no such line."""
        lines = self._files.get(name, [])
        if isinstance(lines, str):
            # Only "\n" ends a line: str.splitlines would also split at form feeds and the like,
            # and then disagree with the parser's positions.
            lines = self._files[name] = lines.split("\n")
        return lines[number - 1].removesuffix("\r") if 1 <= number <= len(lines) else None

    def text(self, name: str) -> str | None:
        """The whole text of the file, or None if there is none."""
        text = self._files.get(name)
        return "\n".join(text) if isinstance(text, list) else text
