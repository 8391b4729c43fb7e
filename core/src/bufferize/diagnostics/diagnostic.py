"""One message for the user, with its severity, place and notes."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, field

from bufferize.diagnostics.spans import Position


class Severity(enum.Enum):
    """How serious a diagnostic is; the value is the word that is printed."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    REMARK = "remark"


@dataclass
class Diagnostic:
    """A message about a place in a source text. Notes belong to it and are shown below it."""

    severity: Severity
    message: str
    position: Position | None = None
    notes: list[Diagnostic] = field(default_factory=list)

    def note(self, message: str, position: Position | None = None) -> Diagnostic:
        """Adds a note and returns this diagnostic, so that calls can be chained."""
        self.notes.append(Diagnostic(Severity.NOTE, message, position))
        return self

    def __str__(self) -> str:
        """The message in one line, without its source line and notes."""
        where = f"{self.position}: " if self.position is not None else ""
        return f"{where}{self.severity.value}: {self.message}"


def error(
    message: str, position: Position | None = None, notes: Iterable[Diagnostic] = ()
) -> Diagnostic:
    """A diagnostic of severity ERROR."""
    return Diagnostic(Severity.ERROR, message, position, list(notes))
