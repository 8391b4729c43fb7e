"""Golden files: programs between lines `// -----`, with notes on them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_SEPARATOR = re.compile(r"^// -----[ \t]*\n", re.MULTILINE)
_NOTE = re.compile(r"\s*^//.*$\n?", re.MULTILINE)
_ERROR = "// error: "
_DIFFERS = "// The reference differs"


@dataclass(frozen=True)
class GoldenPart:
    """One program of a golden file; the comments before it are notes, not part of it.

    A note `// error: message` states the error that the program must give, without its place. A
    note that begins with `// The reference differs` goes with a program that MLIR's own tool prints
    otherwise, or rejects in other words.
    """

    path: Path
    index: int
    lines: range
    """The lines of the file, counted from 1, that the notes and the program stand in."""

    notes: tuple[str, ...]
    text: str
    """The program, without empty lines around it."""

    @property
    def error(self) -> str | None:
        """The error that the program must give."""
        for note in self.notes:
            if note.startswith(_ERROR):
                return note.removeprefix(_ERROR)
        return None

    @property
    def reference_differs(self) -> bool:
        """Whether MLIR's own tool is known to print, or say, something else."""
        return any(note.startswith(_DIFFERS) for note in self.notes)

    def update(self, *, text: str | None = None, error: str | None = None) -> None:
        """Writes another program or another error into the file, if it is another."""
        if text is not None and text != self.text:
            self._replace(self.text, text)
        if error is not None and error != self.error:
            self._replace(f"{_ERROR}{self.error}\n", f"{_ERROR}{error}\n")

    def _replace(self, old: str, new: str) -> None:
        whole = self.path.read_text(encoding="utf-8")
        parts = _SEPARATOR.split(whole)
        separators = [*_SEPARATOR.findall(whole), ""]
        parts[self.index] = parts[self.index].replace(old, new, 1)
        pairs = zip(parts, separators, strict=True)
        self.path.write_text("".join(a + b for a, b in pairs), encoding="utf-8")


def golden_parts(path: Path) -> list[GoldenPart]:
    """The programs of a golden file. Raises OSError if it cannot be read."""
    parts: list[GoldenPart] = []
    line = 1
    for index, raw in enumerate(_SEPARATOR.split(path.read_text(encoding="utf-8"))):
        notes: list[str] = []
        start = 0
        while match := _NOTE.match(raw, start):
            notes.append(match[0].strip())
            start = match.end()
        lines = range(line, line + raw.count("\n") + 1)
        text = raw[start:].strip("\n") + "\n"
        parts.append(GoldenPart(path, index, lines, tuple(notes), text))
        line = lines.stop
    return parts
