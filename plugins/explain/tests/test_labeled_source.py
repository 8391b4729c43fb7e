from __future__ import annotations

import re

from bufferize.diagnostics import Label, Position, SourceMap
from bufferize_explain.labeled_source import render_labels

TEXT = """\
one = first(value)
two
three = second(one, value)
four
five
six = third(one)
"""


def sources() -> SourceMap:
    found = SourceMap()
    found.add("f", TEXT)
    return found


def label(line: int, column: int, text: str, *, primary: bool = False) -> Label:
    return Label(Position("f", line, column), text, None, primary)


def test_lines_are_numbered_and_gaps_are_shown() -> None:
    labels = [
        label(6, 7, "used here", primary=True),
        label(1, 1, "defined here"),
        label(3, 9, "changed here"),
    ]
    assert (
        render_labels(labels, sources())
        == """\
 --> f:6:7
  |
1 | one = first(value)
  | --- defined here
2 | two
3 | three = second(one, value)
  |         ------ changed here
...
6 | six = third(one)
  |       ^^^^^ used here"""
    )


def test_several_labels_of_one_line() -> None:
    labels = [label(3, 16, "the first", primary=True), label(3, 21, "the second"), label(3, 1, "")]
    assert (
        render_labels(labels, sources())
        == """\
 --> f:3:16
  |
3 | three = second(one, value)
  | -----          ^^^  ----- the second
  |                |
  |                the first"""
    )


def test_labels_of_the_same_place_are_joined() -> None:
    labels = [label(2, 1, "this"), label(2, 1, "and that"), label(2, 1, "this")]
    assert render_labels(labels, sources()).splitlines()[-1] == "  | --- this; and that"


def test_a_file_that_is_not_there_is_listed() -> None:
    elsewhere = Label(Position("g", 12, 3), "set here")
    lines = render_labels([label(1, 1, "read here", primary=True), elsewhere], sources())
    assert lines.splitlines()[-3:] == ["  ::: g:12:3", "   |", "   = g:12:3: set here"]


def test_long_lines_are_cut_around_each_label() -> None:
    found = SourceMap()
    found.add("f", "a" * 10 + " " * 1000 + "target" + " " * 1000 + "end")
    rows = render_labels(
        [Label(Position("f", 1, 1), "start"), Label(Position("f", 1, 1011), "middle")], found
    ).splitlines()
    assert max(map(len, rows)) < 300
    carets = {row.split(" ", 1)[1].strip("| -"): row for row in rows if "-- " in row}
    assert set(carets) == {"start", "middle"}
    quoted = rows[rows.index(carets["middle"]) - 1]
    start = carets["middle"].index("------")
    assert quoted[start : start + 6] == "target"


def test_tabs_are_one_column() -> None:
    found = SourceMap()
    found.add("f", "\t\tvalue")
    rows = render_labels([Label(Position("f", 1, 3), "here")], found).splitlines()
    assert rows[-2:] == ["1 |   value", "  |   ----- here"]


def test_colours_change_nothing_else() -> None:
    labels = [label(3, 16, "the first", primary=True), label(3, 21, "the second")]
    colored = render_labels(labels, sources(), color=True)
    assert "\x1b[" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render_labels(labels, sources())
