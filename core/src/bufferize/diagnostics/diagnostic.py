"""Positions in source texts, and diagnostics: messages about a position."""

from __future__ import annotations

__all__ = [
    "Diagnostic", "Lines", "Position", "Severity", "SourceMap", "closest_name", "did_you_mean",
    "error", "suggestions",
]  # fmt: skip

import enum
import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol


class Position(NamedTuple):
    """A place in a file. Lines and columns count from 1; a tab is one column."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Lines:
    """The offsets where the lines of a text start."""

    __slots__ = ("_starts", "name")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Return the line and the column, from 1, of a place in the text."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


class SourceMap:
    """The texts that diagnostics quote, by file name."""

    __slots__ = ("_files",)

    def __init__(self) -> None:
        # Each as a whole until one of its lines is asked for.
        self._files: dict[str, str | list[str]] = {}

    def add(self, name: str, text: str) -> None:
        """Keep `text` as the content of the file called `name`; a later text replaces it."""
        self._files[name] = text

    def line(self, name: str, number: int) -> str | None:
        """Return line `number` (from 1) without its end, or None if there is no such line."""
        lines = self._files.get(name, [])
        if isinstance(lines, str):
            # Only "\n" ends a line: str.splitlines would also split at form feeds and the like,
            # and then disagree with the parser's positions.
            lines = self._files[name] = lines.split("\n")
        return lines[number - 1].removesuffix("\r") if 1 <= number <= len(lines) else None

    def text(self, name: str) -> str | None:
        """Return the whole text of the file, or None if there is none."""
        text = self._files.get(name)
        return "\n".join(text) if isinstance(text, list) else text


class Severity(enum.Enum):
    """The severity of a diagnostic; the value is the word that is printed."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    REMARK = "remark"


class _SourceLocation(Protocol):
    def position(self) -> Position | None: ...


class Subject(Protocol):
    """The protocol of an operation that a diagnostic is about."""

    @property
    def location(self) -> _SourceLocation:
        """The source location."""

    @property
    def path(self) -> str:
        """The path of the operation in the program, if that was not parsed from a text."""


@dataclass
class Diagnostic:
    """A message about a place in a source text. Notes belong to it and are shown below it."""

    severity: Severity
    message: str
    position: Position | None = None
    notes: list[Diagnostic] = field(default_factory=list)
    op: Any = field(default=None, compare=False, repr=False)
    """The operation that the message is about, None if there is none or it is unknown."""
    path: str | None = None
    """The path of that operation in the program, if it has no position."""

    @staticmethod
    def at(severity: Severity, message: str, place: Position | Subject | None) -> Diagnostic:
        """Return a diagnostic about an operation, or about a place in a text."""
        if place is None or isinstance(place, Position):
            return Diagnostic(severity, message, place)
        return Diagnostic(severity, message, place.location.position()).about(place)

    def about(self, op: Subject) -> Diagnostic:
        """Set the operation of the diagnostic, unless it has one. Return this diagnostic."""
        if self.op is None:
            self.op = op
            self.position = self.position or op.location.position()
            if self.position is None:
                self.path = op.path
        return self

    def note(self, message: str, place: Position | Subject | None = None) -> Diagnostic:
        """Add a note and return this diagnostic, so that calls can be chained."""
        self.notes.append(Diagnostic.at(Severity.NOTE, message, place))
        return self

    @property
    def where(self) -> str | None:
        """The text before the message: the position, or else the path of the operation."""
        return self.path if self.position is None else str(self.position)

    def __str__(self) -> str:
        """Return the message in one line, without its source line and notes."""
        where = f"{self.where}: " if self.where is not None else ""
        return f"{where}{self.severity.value}: {self.message}"


def error(
    message: str, place: Position | Subject | None = None, notes: Iterable[Diagnostic] = ()
) -> Diagnostic:
    """Return a diagnostic of severity ERROR about an operation, or about a place in a text."""
    found = Diagnostic.at(Severity.ERROR, message, place)
    found.notes += notes
    return found


def closest_name(name: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the name in `known` that is most similar to `name`, None if none is similar.

    `cutoff`, from 0 to 1, says how similar the two must be.
    """
    import difflib  # needed after a mistake only

    close = difflib.get_close_matches(name, sorted(known), 1, cutoff)
    return close[0] if close else None


def did_you_mean(name: str) -> Diagnostic:
    """Return the note that suggests `name`, quoted as given, in place of the wrong name."""
    return Diagnostic(Severity.NOTE, f"did you mean '{name}'?")


def suggestions(name: str, known: Iterable[str], prefix: str = "") -> list[Diagnostic]:
    """Return the note that suggests the name in `known` most similar to `name`, after `prefix`.

    An empty list if none is similar.
    """
    close = closest_name(name, known)
    return [] if close is None else [did_you_mean(prefix + close)]
