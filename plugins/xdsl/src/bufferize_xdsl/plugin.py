"""The hook of bufferize-xdsl: a reader of programs, which imports xDSL at its first use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bufferize.plugins import Reader, adding

if TYPE_CHECKING:
    from bufferize.driver import ModelContext
    from bufferize.plugins import ReadProgram

BUFFERIZE_API = 2


def _open(target: str, context: ModelContext) -> ReadProgram:
    from bufferize_xdsl.reading import reader

    return reader(target, context)


register_readers = adding(
    {
        "xdsl": Reader(
            "let xDSL read the program, with all dialects of xDSL that are installed; MODULE, a Python "
            "module, or an OBJECT in it, adds dialects and models",
            "MODULE[:OBJECT]",
            _open,
        )
    }
)
