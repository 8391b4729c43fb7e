"""The formats of `bufferize explain` for other programs."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bufferize.explain import Explanation

FORMATS: Final = {
    "html": "bufferize.explain.formats.html",
    "json": "bufferize.explain.formats.json",
    "remarks": "bufferize.explain.formats.remarks",
    "sarif": "bufferize.explain.formats.sarif",
}
"""The module of each, which is imported when it is asked for."""


def writer(format: str) -> Callable[[Explanation], str]:
    """What makes the text of a format."""
    write: Callable[[Explanation], str] = import_module(FORMATS[format]).write
    return write
