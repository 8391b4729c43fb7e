"""Source texts split into pieces, with ids for references and numbers of alias sets."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bufferize.diagnostics import Label, SourceMap

_LONGEST: Final = 1000
_KEPT: Final = 400
"""The number of characters kept at both ends of a long text without marks, as of a constant."""

_PICTURES: Final = {code: 0x2400 + code for code in range(32) if code not in (0x9, 0xA)} | {
    0x7F: 0x2421
}
_SHOWN: Final = {**_PICTURES, **dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)}
"""Replacements for invisible and invalid characters."""


def shown(text: str) -> str:
    """Return `text` with invisible characters replaced; the length stays the same."""
    return text.translate(_SHOWN)


class Piece(NamedTuple):
    """A piece of a line."""

    text: str
    id: str | None = None
    """The id for references to the piece."""
    buffer: int | None = None
    """The number of the alias set of the value that the piece names."""
    is_definition: bool = False
    """Whether the piece is the definition of the value."""
    left_out: int = 0
    """The number of omitted characters after the piece."""


@dataclass(slots=True)
class _Mark:
    start: int
    end: int
    is_target: bool = False
    buffer: int | None = None
    is_definition: bool = False


def _first_and_longest(mark: _Mark) -> tuple[int, int]:
    return mark.start, -mark.end


@dataclass
class _File:
    name: str
    prefix: str
    """The prefix of the ids in the file."""
    marks: dict[int, dict[tuple[int, int], _Mark]] = field(default_factory=dict)
    """The marks by line and columns."""
    apart: dict[int, list[_Mark]] = field(default_factory=dict)
    """The non-overlapping marks of each line, in order; computed on use."""

    def marks_of(self, line: int) -> list[_Mark]:
        """Return the marks of a line; of overlapping ones, the first or longest represents all."""
        found = self.apart.get(line)
        if found is None:
            found = self.apart[line] = []
            for mark in sorted(self.marks.get(line, {}).values(), key=_first_and_longest):
                if found and mark.start < found[-1].end:
                    found[-1].is_target |= mark.is_target
                else:
                    found.append(mark)
        return found


class MarkedSource:
    """The text of a program with marks on the ranges that a report refers to.

    All marks must be made before any is read.
    """

    def __init__(self, name: str, sources: SourceMap) -> None:
        self._sources = sources
        self._files: dict[str, _File] = {}
        if sources.line(name, 1) is not None:
            self._files[name] = _File(name, "")

    @property
    def files(self) -> list[str]:
        """The files with a known text, that of the program first."""
        return list(self._files)

    def point_at(self, label: Label) -> None:
        """Mark the range of the label, for references."""
        mark = self._mark(label)
        if mark is not None:
            mark.is_target = True

    def name_buffer(self, label: Label, buffer: int, is_definition: bool) -> str | None:
        """Mark the range of the label as a value of an alias set; return its name in the text."""
        mark = self._mark(label)
        if mark is None:
            return None
        if mark.buffer is None:
            mark.buffer, mark.is_definition = buffer, is_definition
        return self.text_of(label)

    def _mark(self, label: Label) -> _Mark | None:
        where = label.position
        line = self._sources.line(where.file, where.line)
        if line is None:
            return None
        file = self._files.get(where.file)
        if file is None:
            file = self._files[where.file] = _File(where.file, f"F{len(self._files)}")
        start, end = label.extent(line)
        file.apart.pop(where.line, None)
        return file.marks.setdefault(where.line, {}).setdefault((start, end), _Mark(start, end))

    def text_of(self, label: Label) -> str | None:
        """Return the text of the label's range; None if it is unknown."""
        line = self._sources.line(label.position.file, label.position.line)
        return None if line is None else shown(line[slice(*label.extent(line))])

    def line_id(self, name: str, number: int) -> str | None:
        """Return the id of a line; None if there is no such line."""
        file = self._files.get(name)
        if file is None or self._sources.line(name, number) is None:
            return None
        return f"{file.prefix}L{number}"

    def id_of(self, label: Label) -> str | None:
        """Return the id of the label's range; None if its text is unknown."""
        where = label.position
        file = self._files.get(where.file)
        line = self._sources.line(where.file, where.line)
        if file is None or line is None:
            return None
        marks = file.marks_of(where.line)
        around = marks[bisect_right(marks, label.extent(line)[0], key=lambda mark: mark.start) - 1]
        return f"{file.prefix}L{where.line}-{around.start + 1}"

    def lines(self, name: str) -> Iterator[tuple[int, str, list[Piece]]]:
        """Yield the number, the id and the pieces of each line of a file."""
        file = self._files[name]
        number = 1
        while (line := self._sources.line(name, number)) is not None:
            if not line and self._sources.line(name, number + 1) is None:
                return  # the empty text after the last newline
            id = f"{file.prefix}L{number}"
            yield number, id, list(_pieces(line, id, file.marks_of(number)))
            number += 1


def _pieces(line: str, id: str, marks: Iterable[_Mark]) -> Iterator[Piece]:
    text, end = shown(line), 0
    for mark in marks:
        yield from _unmarked(text[end : mark.start])
        own = f"{id}-{mark.start + 1}" if mark.is_target else None
        yield Piece(text[mark.start : mark.end], own, mark.buffer, mark.is_definition)
        end = mark.end
    yield from _unmarked(text[end:])


def _unmarked(text: str) -> Iterator[Piece]:
    left_out = len(text) - 2 * _KEPT
    if len(text) > _LONGEST:
        yield Piece(text[:_KEPT], left_out=left_out)
        text = text[-_KEPT:]
    if text:
        yield Piece(text)
