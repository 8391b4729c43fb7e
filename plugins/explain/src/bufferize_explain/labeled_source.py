"""Source lines with labels below them, at several places at once, as compilers show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bufferize.diagnostics import Label, SourceMap
from bufferize.diagnostics.rendering import LONGEST_LINE, Paint, cut, painter
from bufferize.record import TensorCopy, label_of, texts_of
from bufferize.syntax import OperationSpans


def labels_of(copy: TensorCopy, spans: OperationSpans | None = None) -> dict[str, Label]:
    """Return the source labels of a copy, by field; the copied operand comes first.

    `spans` are the source ranges of operands and results; without them, labels mark operations.
    """
    found = {}
    for party, text in texts_of(copy).items():
        place = getattr(copy, party)
        label = None if place is None else label_of(place, text, spans, party == "place")
        if label is not None:
            found[party] = label
    return found


def render_labels(labels: Sequence[Label], sources: SourceMap, color: bool = False) -> str:
    """Return the labeled lines with their numbers, those of the first label's file first.

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
            yield from [f"{margin} {bar} {below}" for below in _below(row, shift, paint)]


class _Mark(NamedTuple):
    """The columns of a label in its line, from 0, with all texts about them."""

    start: int
    end: int
    texts: tuple[str, ...]
    primary: bool


def _rows(line: str, labels: list[Label]) -> list[list[_Mark]]:
    """Return the marks of one line, in order.

    Those too far apart to be shown at once are in several rows.
    """
    found: dict[tuple[int, int], list[Label]] = {}
    for label in labels:
        found.setdefault(label.extent(line), []).append(label)
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


def _below(marks: list[_Mark], shift: int, paint: Paint) -> Iterable[str]:
    """Return the lines below a source line: carets with the last text, then the other texts."""
    carets = _Row(shift, paint)
    for mark in marks:
        carets.put(mark.start, ("^" if mark.primary else "-") * (mark.end - mark.start), mark)
    last = marks[-1]
    if last.texts:
        carets.put(last.end + 1, "; ".join(last.texts), last)
    yield carets.text
    waiting = [mark for mark in marks[:-1] if mark.texts]
    for count in range(len(waiting), -1, -1):
        stems = _Row(shift, paint)
        for mark in waiting[:count]:
            stems.put(mark.start, "|", mark)
        if count < len(waiting):
            stems.put(waiting[count].start, "; ".join(waiting[count].texts), waiting[count])
        if waiting:
            yield stems.text


class _Row:
    """A line that is written from left to right; color codes take no width."""

    def __init__(self, shift: int, paint: Paint) -> None:
        self.text = ""
        self._paint = paint
        self._end = -shift

    def put(self, column: int, text: str, mark: _Mark) -> None:
        """Write `text` at `column` of the source line, or after the text that is there already."""
        visible = text[max(0, self._end - column) :] if set(text) <= {"^", "-"} else text
        gap = max(0, column - self._end)
        self.text += " " * gap + self._paint(visible, "red" if mark.primary else "cyan")
        self._end += gap + len(visible)


def _plain_blanks(line: str) -> str:
    """Return `text` with blanks for tabs, which count as one column."""
    return line.replace("\t", " ")
