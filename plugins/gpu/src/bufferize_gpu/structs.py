"""Named parameters of attributes: MLIR's `struct(…)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bufferize import define as d


def parse_struct(parser: d.AsmParser, readers: Mapping[str, Callable[[], Any]]) -> dict[str, Any]:
    """Reads `name = value, …` in any order, each once; `readers` read the values."""
    found: dict[str, Any] = {}
    while True:
        offset = parser.offset
        name = parser.parse_any_keyword()
        if name in found or name not in readers:
            raise parser.error(f"duplicate or unknown struct parameter name: {name}", offset)
        parser.parse_punctuation("=")
        found[name] = readers[name]()
        if not parser.parse_optional_punctuation(","):
            return found
