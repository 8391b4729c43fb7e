"""The formats of `bufferize explain` for other programs."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bufferize_explain import Explanation

FORMATS: Final = {
    "html": "bufferize_explain.formats.html",
    "json": "bufferize_explain.formats.json",
    "remarks": "bufferize_explain.formats.remarks",
    "sarif": "bufferize_explain.formats.sarif",
}
"""The module of each, which is imported when it is asked for."""


def writer(format: str) -> Callable[[Explanation], str]:
    """Return what makes the text of a format."""
    write: Callable[[Explanation], str] = import_module(FORMATS[format]).write
    return write
