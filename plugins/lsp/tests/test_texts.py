"""Texts: their programs, their words, and positions in an editor's units."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.workspace import PositionCodec

from bufferize.diagnostics import Position
from bufferize_lsp.presentation import ClientLines
from bufferize_lsp.texts import TextLines, TextRange, normalized, pieces


def test_pieces_keep_their_lines() -> None:
    assert pieces("a\n// -----\nb\n// -----\t\n\n// -----\nc") == ["a\n", "\n\nb\n", "\n" * 6 + "c"]
    assert pieces("// ------\na // -----\n  // -----\n") == ["// ------\na // -----\n  // -----\n"]
    assert pieces("") == [""]
    assert pieces("// -----\n// -----") == []


def test_lines_end_as_editors_end_them() -> None:
    assert normalized("a\r\nb\rc\nd\x0be\r\r\n") == "a\nb\nc\nd\x0be\n\n"


@pytest.mark.parametrize(
    ("place", "found"),
    [
        (Position("f", 1, 1), TextRange(0, 0, 2)),
        (Position("f", 1, 6), TextRange(0, 5, 14)),
        (Position("f", 1, 20), TextRange(0, 14, 15)),
        (Position("f", 2, 1), TextRange(1, 0, 0)),
        (Position("f", 0, 0), None),
        (Position("f", 4, 1), None),
        (None, None),
    ],
)
def test_words(place: Position | None, found: TextRange | None) -> None:
    assert TextLines('%a = "test.op"(\n\n').word_at(place) == found


@pytest.mark.parametrize(
    ("encoding", "start"),
    [
        (types.PositionEncodingKind.Utf8, 8),
        (types.PositionEncodingKind.Utf16, 5),
        (types.PositionEncodingKind.Utf32, 4),
    ],
)
def test_places_are_counted_as_the_editor_does(
    encoding: types.PositionEncodingKind, start: int
) -> None:
    lines = ClientLines("\r\n\U0001d11eé %t\x0c%u\r\n", PositionCodec(encoding))
    found = lines.range(TextRange(1, 4, 6))
    assert (found.start, found.end) == (types.Position(1, start), types.Position(1, start + 2))
    assert lines.place(found.start) == (1, 4)
    assert lines.place(found.end) == (1, 6)
    assert lines.line_end == "\r\n"
    assert lines.range(None) == types.Range(types.Position(0, 0), types.Position(0, 0))
