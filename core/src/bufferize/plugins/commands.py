"""Extensions of the command line: sub-commands of `bufferize` and readers of programs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bufferize.diagnostics import SourceMap
from bufferize.driver import ModelContext
from bufferize.ir import Operation
from bufferize.syntax import OperationSpans


class ProgressLine(Protocol):
    """A line on the terminal that names the current activity if it takes long."""

    what: str
    """The current activity."""

    def say(self, what: str) -> None:
        """Make `what` the current activity."""

    def hide(self) -> None:
        """Remove the line until the next `say`, so that other output is not garbled."""


@dataclass(frozen=True)
class Command:
    """A sub-command of the tool `bufferize`."""

    help: str
    """The description; the first sentence is shown in the list of all sub-commands."""
    add_arguments: Callable[[argparse.ArgumentParser], None]
    """Declares its arguments."""
    run: Callable[[argparse.Namespace, SourceMap, ProgressLine], int]
    """Runs the sub-command and returns the exit status. It adds the files that it reads to the
    sources, which messages quote; a DiagnosticError that it raises is printed, with status 1."""


ReadProgram: TypeAlias = Callable[[str, str, OperationSpans], Operation]
"""A parser: `(text, file name, spans) -> module`. It adds the ranges of operations to the spans,
and raises DiagnosticError for an invalid text."""


@dataclass(frozen=True)
class Reader:
    """An alternative to bufferize's own parser: the option `--NAME[=VALUE]`."""

    help: str
    """The text in `--help`."""
    value: str
    """The name of the value in `--help`."""
    open: Callable[[str, ModelContext], ReadProgram]
    """Makes the parser from the value, empty if none is given, and the context. Raises
    DiagnosticError for a wrong value."""
