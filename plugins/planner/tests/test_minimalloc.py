"""Files of MiniMalloc's format: what is read and written, and the place of each mistake."""

from __future__ import annotations

import pytest

from bufferize.diagnostics import DiagnosticError
from bufferize_planner import Buffer, plan, read_csv, write_csv

from .plans import random_buffers


def test_buffers() -> None:
    assert read_csv("id,lower,upper,size\na,0,2,16\nb,1,3,8\n") == (
        [Buffer("a", 0, 2, 16), Buffer("b", 1, 3, 8)],
        None,
    )


def test_all_columns_in_any_order_with_spaces_and_empty_lines() -> None:
    text = "size, id,lower,upper,offset,alignment,gaps,hint\r\n\n16,a,0,9,32,8,2-4 6-7,0\r\n8,b,0,9,48,,,\n"
    assert read_csv(text) == (
        [Buffer("a", 0, 9, 16, 8, ((2, 4), (6, 7))), Buffer("b", 0, 9, 8)],
        [32, 48],
    )


@pytest.mark.parametrize(
    "header", ["buffer,begin,end,size", "buffer_id,start,end,size", "id,lower,end,size"]
)
def test_other_names_of_columns(header: str) -> None:
    """`end` is the last time of the lifetime, `upper` the first one behind it."""
    assert read_csv(f"{header}\na,0,2,16\n")[0] == [Buffer("a", 0, 3, 16)]


@pytest.mark.parametrize("seed", range(12))
def test_what_is_written_is_read_back(seed: int) -> None:
    buffers = random_buffers(seed, 8)
    assert read_csv(write_csv(buffers)) == (buffers, None)
    found = plan(buffers)
    offsets = [found.offsets[buffer.id] for buffer in buffers]
    assert read_csv(write_csv(buffers, found)) == (buffers, offsets)


def test_what_is_written() -> None:
    buffers = [Buffer('a "x", y', 0, 2, 16), Buffer("b", 1, 3, 8, 4)]
    text = 'id,lower,upper,size,alignment,offset\n"a ""x"", y",0,2,16,1,0\nb,1,3,8,4,16\n'
    assert write_csv(buffers, plan(buffers)) == text
    assert read_csv(text)[0] == buffers


def test_no_buffers() -> None:
    assert write_csv([]) == "id,lower,upper,size\n"
    assert write_csv([], plan([])) == "id,lower,upper,size,offset\n"
    assert read_csv("id,lower,upper,size\n") == ([], None)


HEADER = "id,lower,upper,size"
WRONG = [
    ("", "in.csv:1:1: error: there is no header", "it is: id,lower,upper,size"),
    ("id,lower,upper", "in.csv:1:1: error: there is no column 'size'", None),
    ("id,lower,size", "in.csv:1:1: error: there is no column 'upper'", None),
    (
        "id, lowr,upper,size",
        "in.csv:1:5: error: no column is called 'lowr'",
        "did you mean 'lower'?",
    ),
    ("id,lower,start,upper,size", "in.csv:1:10: error: there are two columns for 'lower'", None),
    ("id,lower,upper,end,size", "in.csv:1:1: error: there are both 'upper' and 'end'", None),
    (f"{HEADER}\na,0,2", "in.csv:2:1: error: the header has 4 columns, and this line 3", None),
    (f"{HEADER}\n\na,0, x,1", "in.csv:3:6: error: 'x' is no whole number", None),
    (f"{HEADER}\na,0,2,1.5", "in.csv:2:7: error: '1.5' is no whole number", None),
    (f"{HEADER}\na,0,2,", "in.csv:2:7: error: '' is no whole number", None),
    (
        f"{HEADER}\na,2,2,1",
        "in.csv:2:1: error: buffer 'a': the lifetime from 2 to before 2 is",
        None,
    ),
    (f'{HEADER}\n"a"b,2,3,1', "in.csv:2:1: error: this value is not quoted as a whole", None),
    (f"{HEADER},gaps\na,0,9,1,2:4", "in.csv:2:9: error: '2:4' is no gap", "a gap is written as"),
    (
        f"{HEADER}\na,0,2,1\n\na,3,4,1",
        "in.csv:4:1: error: a second buffer is called 'a'",
        "the first",
    ),
]


@pytest.mark.parametrize(("text", "message", "note"), WRONG)
def test_mistakes_have_a_place(text: str, message: str, note: str | None) -> None:
    with pytest.raises(DiagnosticError) as caught:
        read_csv(text, "in.csv")
    (problem,) = caught.value.diagnostics
    assert f"{problem.position}: error: {problem.message}".startswith(message)
    assert note is None or problem.notes[0].message.startswith(note)


def test_all_mistakes_are_reported_at_once() -> None:
    with pytest.raises(DiagnosticError) as caught:
        read_csv(f"{HEADER}\na,0,x,1\nb,3,1,1\nc,0,1\n", "in.csv")
    assert [problem.position and problem.position.line for problem in caught.value.diagnostics] == [
        2,
        3,
        4,
    ]
