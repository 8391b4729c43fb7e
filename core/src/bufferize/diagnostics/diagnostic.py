"""One message for the user, with its severity, place and notes."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from bufferize.diagnostics.spans import Position


class Severity(enum.Enum):
    """How serious a diagnostic is; the value is the word that is printed."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    REMARK = "remark"


class _SourceLocation(Protocol):
    def position(self) -> Position | None: ...


class Subject(Protocol):
    """What a diagnostic may be about: an operation."""

    @property
    def location(self) -> _SourceLocation:
        """Where it comes from."""

    @property
    def path(self) -> str:
        """Where it is in the program, for programs that are not written in any text."""


@dataclass
class Diagnostic:
    """A message about a place in a source text. Notes belong to it and are shown below it."""

    severity: Severity
    message: str
    position: Position | None = None
    notes: list[Diagnostic] = field(default_factory=list)
    op: Any = field(default=None, compare=False, repr=False)
    """The operation that it is about, None for none or where nobody knows."""
    path: str | None = None
    """Where that operation was in the program, if it has no position."""

    @staticmethod
    def at(severity: Severity, message: str, place: Position | Subject | None) -> Diagnostic:
        """A diagnostic about an operation, or about a place in a text."""
        if place is None or isinstance(place, Position):
            return Diagnostic(severity, message, place)
        return Diagnostic(severity, message, place.location.position()).about(place)

    def about(self, op: Subject) -> Diagnostic:
        """This diagnostic; if it names no operation, `op` is the one that it is about."""
        if self.op is None:
            self.op = op
            if self.position is None and op.location.position() is None:
                self.path = op.path
        return self

    def note(self, message: str, place: Position | Subject | None = None) -> Diagnostic:
        """Adds a note and returns this diagnostic, so that calls can be chained."""
        self.notes.append(Diagnostic.at(Severity.NOTE, message, place))
        return self

    @property
    def where(self) -> str | None:
        """The position, or the path where there is none: what stands before the message."""
        return self.path if self.position is None else str(self.position)

    def __str__(self) -> str:
        """The message in one line, without its source line and notes."""
        where = f"{self.where}: " if self.where is not None else ""
        return f"{where}{self.severity.value}: {self.message}"


def error(
    message: str, place: Position | Subject | None = None, notes: Iterable[Diagnostic] = ()
) -> Diagnostic:
    """A diagnostic of severity ERROR about an operation, or about a place in a text."""
    found = Diagnostic.at(Severity.ERROR, message, place)
    found.notes += notes
    return found


def closest_name(name: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The one of `known` that is most like `name`, None if none is.

    `cutoff`, from 0 to 1, says how much alike the two must be.
    """
    import difflib  # only a mistake pays for it

    close = difflib.get_close_matches(name, sorted(known), 1, cutoff)
    return close[0] if close else None


def did_you_mean(name: str) -> Diagnostic:
    """The note that suggests `name`, as it is written, in place of what was given."""
    return Diagnostic(Severity.NOTE, f"did you mean '{name}'?")
