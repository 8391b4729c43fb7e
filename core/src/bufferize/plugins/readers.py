"""Other ways to read programs, which plugins bring to the sub-commands of `bufferize`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from bufferize.driver import ModelContext
from bufferize.ir import Operation
from bufferize.syntax import OperationSpans

ReadProgram: TypeAlias = Callable[[str, str, OperationSpans], Operation]
"""The module of a text: `(text, file name, spans) -> module`. What the text consists of is added to
the spans. A DiagnosticError says what is wrong with it."""


@dataclass(frozen=True)
class Reader:
    """A way to read programs other than bufferize's own: the option `--NAME[=VALUE]`."""

    help: str
    """Its line in `--help`."""
    value: str
    """What the value is called there."""
    open: Callable[[str, ModelContext], ReadProgram]
    """Reads programs into a context, with this value, empty if none is given. A DiagnosticError says
    what is wrong with the value."""
