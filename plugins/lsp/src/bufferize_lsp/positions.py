"""Places in a text in the units in which an editor counts."""

from __future__ import annotations

import re

from lsprotocol import types
from pygls.workspace import PositionCodec

from bufferize_lsp.findings import TextRange
from bufferize_lsp.texts import normalized

_line_end = re.compile(r"\r\n?|\n")


class ClientLines:
    """The lines of a text, for an editor that counts characters in units of its own."""

    def __init__(self, text: str, codec: PositionCodec) -> None:
        self.lines = normalized(text).split("\n")
        self.codec = codec
        found = _line_end.search(text)
        self.line_end = "\n" if found is None else found.group()
        """What ends a line in it."""

    def range(self, where: TextRange | None) -> types.Range:
        """The range for the editor; the beginning of the text for None."""
        line, start, end = where or TextRange(0, 0, 0)
        return types.Range(self.position(line, start), self.position(line, end))

    def place(self, position: types.Position) -> tuple[int, int]:
        """Line and character that the editor means, both from 0."""
        found = self.codec.position_from_client_units(
            self.lines, types.Position(position.line, position.character)
        )
        return found.line, found.character

    def position(self, line: int, character: int) -> types.Position:
        """A place for the editor."""
        return self.codec.position_to_client_units(self.lines, types.Position(line, character))
