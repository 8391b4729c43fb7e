"""The machine-readable formats of `bufferize explain`."""

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
"""The module of each format, imported on use."""


def writer(format: str) -> Callable[[Explanation], str]:
    """Return the function that writes a format."""
    write: Callable[[Explanation], str] = import_module(FORMATS[format]).write
    return write
