"""Source lines with labels below what they speak of, as compilers show several places at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bufferize.diagnostics.rendering import LONGEST_LINE, Paint, cut, painter
from bufferize.diagnostics.spans import Position, SourceMap

_token = re.compile(r'[%@#!^]?[\w$.\-]+|"[^"]*"|.', re.ASCII).match


class Label(NamedTuple):
    """What is to be said of some characters of a line."""

    position: Position
    text: str
    width: int | None = None
    """How many characters are meant, None for the word that stands there."""
    primary: bool = False
    """Whether it is what all the others are about."""


def render_labels(labels: Sequence[Label], sources: SourceMap, color: bool = False) -> str:
    """The lines that are labelled, with their numbers; the file of the first label comes first.

    Labels on the same characters are joined. Of a file that `sources` does not hold, the places are
    listed. There is no final line end.
    """
    paint = painter(color)
    files = dict.fromkeys(label.position.file for label in labels)
    number_width = max(len(str(label.position.line)) for label in labels)
    margin = " " * number_width
    lines: list[str] = []
    for file in files:
        own = [label for label in labels if label.position.file == file]
        head = next((label for label in own if label.primary), own[0])
        arrow = paint("-->" if not lines else ":::", "blue")
        lines.append(f"{margin}{arrow} {head.position}")
        lines += _render_file(own, sources, number_width, paint)
    return "\n".join(lines)


def _render_file(
    labels: list[Label], sources: SourceMap, number_width: int, paint: Paint
) -> Iterable[str]:
    bar = paint("|", "blue")
    margin = " " * number_width
    yield f"{margin} {bar}"
    previous: int | None = None
    for number in sorted({label.position.line for label in labels}):
        here = [label for label in labels if label.position.line == number]
        line = sources.line(here[0].position.file, number)
        if line is None:
            for label in here:
                yield f"{margin} {paint('=', 'blue')} {label.position}: {label.text}"
            continue
        if previous is not None and number == previous + 2:
            between = sources.line(here[0].position.file, previous + 1) or ""
            text, _ = cut(_plain_blanks(between), 0, 0)
            yield f"{paint(f'{previous + 1:>{number_width}}', 'blue')} {bar} {text}".rstrip()
        elif previous is not None and number > previous + 2:
            yield paint("...", "blue")
        previous = number
        for row in _rows(line, here):
            start = min(mark.start for mark in row)
            text, shift = cut(_plain_blanks(line), start, max(mark.end for mark in row))
            yield f"{paint(f'{number:>{number_width}}', 'blue')} {bar} {text}".rstrip()
            for below in _below([mark.shifted(shift) for mark in row], paint):
                yield f"{margin} {bar} {below}"


class _Mark(NamedTuple):
    """A label's place in its line, from 0, with all that is said of it."""

    start: int
    end: int
    texts: tuple[str, ...]
    primary: bool

    def shifted(self, shift: int) -> _Mark:
        return _Mark(self.start + shift, self.end + shift, self.texts, self.primary)


def _rows(line: str, labels: list[Label]) -> list[list[_Mark]]:
    """The marks of one line, in order; those too far apart to be shown at once are in several rows."""
    found: dict[tuple[int, int], list[Label]] = {}
    for label in labels:
        start = max(0, min(label.position.column - 1, len(line)))
        width = label.width
        if width is None:
            token = _token(line, start)
            width = len(token.group()) if token else 1
        found.setdefault((start, start + width), []).append(label)
    rows: list[list[_Mark]] = []
    for (start, end), here in sorted(found.items(), key=lambda item: item[0]):
        texts = tuple(dict.fromkeys(label.text for label in here if label.text))
        mark = _Mark(start, end, texts, any(label.primary for label in here))
        fits = rows and (len(line) <= LONGEST_LINE or end - rows[-1][0].start <= LONGEST_LINE // 2)
        if fits:
            rows[-1].append(mark)
        else:
            rows.append([mark])
    return rows


def _below(marks: list[_Mark], paint: Paint) -> Iterable[str]:
    """The carets, the text of the last mark beside them, and those of the others on lines below."""
    carets = _Row()
    for mark in marks:
        sign = "^" if mark.primary else "-"
        carets.put(mark.start, sign * (mark.end - mark.start), paint, mark)
    last = marks[-1]
    if last.texts:
        carets.put(last.end + 1, "; ".join(last.texts), paint, last)
    yield carets.text
    waiting = [mark for mark in marks[:-1] if mark.texts]
    if waiting:
        yield _stems(waiting, paint).text
    while waiting:
        mark = waiting.pop()
        row = _stems(waiting, paint)
        row.put(mark.start, "; ".join(mark.texts), paint, mark)
        yield row.text


class _Row:
    """A line that is written from left to right, with colours that take no width."""

    def __init__(self) -> None:
        self.text = ""
        self._width = 0

    def put(self, column: int, text: str, paint: Paint, mark: _Mark) -> None:
        """Write `text` at `column`, or behind what stands there already."""
        visible = text[max(0, self._width - column) :] if set(text) <= {"^", "-"} else text
        gap = max(0, column - self._width)
        self.text += " " * gap + paint(visible, "red" if mark.primary else "cyan")
        self._width += gap + len(visible)


def _stems(marks: list[_Mark], paint: Paint) -> _Row:
    row = _Row()
    for mark in marks:
        row.put(mark.start, "|", paint, mark)
    return row


def _plain_blanks(line: str) -> str:
    """Tabs count as one column everywhere."""
    return line.replace("\t", " ")
