"""The messages that an editor sends, each with a header that pygls can read.

A message is `Content-Length: N`, maybe other fields, an empty line, and N bytes. What pygls makes of
another header ends the server, or lets it wait for ever: here such a message is skipped.
"""

from __future__ import annotations

import logging
import re
from typing import BinaryIO, Final

MAX_LENGTH: Final = 2**28
"""The number of bytes of the longest message that is read."""

_MAX_LINE: Final = 2**16
"""The number of bytes after which a line of a header ends."""

_length = re.compile(rb"content-length\s*:([^\r\n]*)\s*\Z", re.IGNORECASE).search
"""A field at the end of a line: it may follow the rest of a message whose length was wrong."""

_logger = logging.getLogger(__name__)


class MessageStream:
    """The standard input of a server. pygls calls `readline` for headers and `read` for messages."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._header: list[bytes] = []

    def readline(self) -> bytes:
        """Return the next line of a header, which has one field; nothing at the end."""
        if not self._header:
            length = self._next_length()
            if length is not None:
                self._header = [b"\r\n", b"Content-Length: %d\r\n" % length]
        return self._header.pop() if self._header else b""

    def read(self, count: int) -> bytes:
        """Return the next `count` bytes, or fewer at the end."""
        return self._stream.read(count)

    def _next_length(self) -> int | None:
        """Read headers up to one with a valid length, and return that; None at the end."""
        length: int | None = None
        while line := self._stream.readline(_MAX_LINE):
            field = _length(line)
            if field is not None:
                text = field.group(1).strip()
                length = int(text) if text.isdigit() and len(text) < 20 else None
                if length is None or not 0 < length <= MAX_LENGTH:
                    length = None
                    _logger.warning("a message is skipped: its Content-Length is %r", text)
            elif not line.strip() and length is not None:
                return length
        return None
