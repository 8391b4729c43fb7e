"""Buffers and plans as comma-separated values, in the format of MiniMalloc.

    id,lower,upper,size,offset
    a,0,2,16,0
    b,1,3,8,16

https://github.com/google/minimalloc
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bufferize.diagnostics import (
    Diagnostic,
    DiagnosticError,
    Position,
    Severity,
    closest_name,
    did_you_mean,
    error,
)
from bufferize_planner.buffers import Buffer, Plan

_COLUMNS: Final = {
    "id": "id",
    "buffer": "id",
    "buffer_id": "id",
    "lower": "lower",
    "start": "lower",
    "begin": "lower",
    "upper": "upper",
    "end": "end",
    "size": "size",
    "alignment": "alignment",
    "gaps": "gaps",
    "offset": "offset",
    "hint": "hint",
}
"""The columns by the names that they may have; `upper` does not belong to the lifetime, `end` does."""
_NEEDED: Final = {
    "id": ("id",),
    "lower": ("lower",),
    "upper": ("upper", "end"),
    "size": ("size",),
}
_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")
_CELL: Final = re.compile(r'\s*("(?:[^"]|"")*"|[^",]*)\s*(,|$)')
_GAP: Final = re.compile(r"(-?[0-9]{1,18})-(-?[0-9]{1,18})")


@dataclass
class _Cell:
    """A value of a table, with its place."""

    text: str
    position: Position

    def number(self) -> int:
        """Return the value as a number. Raises DiagnosticError."""
        if not _NUMBER.fullmatch(self.text):
            raise DiagnosticError(error(f"'{self.text}' is no whole number", self.position))
        return int(self.text)

    def gaps(self) -> Iterator[tuple[int, int]]:
        """Yield the value as intervals, such as `2-4 7-9`. Raises DiagnosticError."""
        for part in self.text.split():
            match = _GAP.fullmatch(part)
            if match is None:
                problem = error(f"'{part}' is no gap", self.position)
                raise DiagnosticError(
                    problem.note("a gap is written as LOWER-UPPER, the upper time not included")
                )
            yield int(match[1]), int(match[2])


def read_csv(text: str, name: str = "<csv>") -> tuple[list[Buffer], list[int] | None]:
    """Return the buffers of a table, and their offsets if it has them.

    Raises DiagnosticError with all mistakes, each with its place in the file called `name`.
    """
    rows = _rows(text, name)
    header = next(rows, None)
    if header is None:
        raise DiagnosticError(
            error("there is no header", Position(name, 1, 1)).note("it is: id,lower,upper,size")
        )
    columns = _columns(header)
    buffers: list[Buffer] = []
    offsets: list[int] = []
    problems: list[Diagnostic] = []
    lines: dict[str, int] = {}
    for row in rows:
        try:
            if len(row) != len(columns):
                what = f"the header has {len(columns)} columns, and this line {len(row)}"
                raise DiagnosticError(error(what, row[0].position))
            cells = dict(zip(columns, row, strict=True))
            buffers.append(_buffer(cells))
            if "offset" in cells:
                offsets.append(cells["offset"].number())
            _require_new(cells["id"], lines)
        except DiagnosticError as problem:
            problems += problem.diagnostics
    if problems:
        raise DiagnosticError(problems)
    return buffers, offsets if "offset" in columns else None


def write_csv(buffers: Sequence[Buffer], plan: Plan | None = None) -> str:
    """Return the table of buffers, with their offsets if there is a plan."""
    columns = ["id", "lower", "upper", "size"]
    has_alignments = any(buffer.alignment > 1 for buffer in buffers)
    has_gaps = any(buffer.gaps for buffer in buffers)
    columns += ["alignment"] * has_alignments + ["gaps"] * has_gaps + ["offset"] * bool(plan)
    lines = [",".join(columns)]
    for buffer in buffers:
        row = [_quoted(str(buffer.id)), buffer.lower, buffer.upper, buffer.size]
        if has_alignments:
            row.append(buffer.alignment)
        if has_gaps:
            row.append(" ".join(f"{start}-{end}" for start, end in buffer.gaps))
        if plan is not None:
            row.append(plan.offsets[buffer.id])
        lines.append(",".join(map(str, row)))
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"{}"'.format(text.replace('"', '""')) if re.search(r'[",\s]', text) else text


def _rows(text: str, name: str) -> Iterator[list[_Cell]]:
    """Yield the cells of each line that is not empty."""
    for number, line in enumerate(text.split("\n"), 1):
        at, cells = 0, list[_Cell]()
        while line.strip():
            match = _CELL.match(line, at)
            position = Position(name, number, at + 1)
            if match is None:
                raise DiagnosticError(error("this value is not quoted as a whole", position))
            value = match[1].rstrip()
            if value.startswith('"'):
                value = value[1:-1].replace('""', '"')
            cells.append(_Cell(value, Position(name, number, match.start(1) + 1)))
            at = match.end()
            if not match[2]:
                break
        if cells:
            yield cells


def _columns(header: Sequence[_Cell]) -> list[str]:
    """Return the columns of a header by their usual names. Raises DiagnosticError."""
    problems: list[Diagnostic] = []
    found: list[str] = []
    for cell in header:
        column = _COLUMNS.get(cell.text)
        if column is None:
            problem = error(f"no column is called '{cell.text}'", cell.position)
            close = closest_name(cell.text, _COLUMNS)
            if close is not None:
                problem.notes.append(did_you_mean(close))
            problems.append(problem.note(f"there are: {', '.join(_COLUMNS)}"))
        elif column in found:
            problems.append(error(f"there are two columns for '{column}'", cell.position))
        else:
            found.append(column)
    for column, names in _NEEDED.items():
        if not problems and not any(name in found for name in names):
            problems.append(error(f"there is no column '{column}'", header[0].position))
    if "upper" in found and "end" in found:
        problems.append(error("there are both 'upper' and 'end'", header[0].position))
    if problems:
        raise DiagnosticError(problems)
    return found


def _buffer(cells: dict[str, _Cell]) -> Buffer:
    """Return the buffer of a row. Raises DiagnosticError."""
    lower, size = cells["lower"].number(), cells["size"].number()
    upper = cells["upper"].number() if "upper" in cells else cells["end"].number() + 1
    given = cells.get("alignment")
    alignment = given.number() if given is not None and given.text else 1
    gaps = tuple(cells["gaps"].gaps()) if "gaps" in cells else ()
    try:
        return Buffer(cells["id"].text, lower, upper, size, alignment, gaps)
    except DiagnosticError as problem:
        message = problem.diagnostics[0].message
        raise DiagnosticError(error(message, cells["id"].position)) from None


def _require_new(cell: _Cell, lines: dict[str, int]) -> None:
    """Raise DiagnosticError if an earlier line has a buffer of this name."""
    line = lines.setdefault(cell.text, cell.position.line)
    if line != cell.position.line:
        problem = error(f"a second buffer is called '{cell.text}'", cell.position)
        first = Position(cell.position.file, line, 1)
        problem.notes.append(Diagnostic(Severity.NOTE, "the first one is here", first))
        raise DiagnosticError(problem)
