"""What plugins add to the command line: sub-commands of `bufferize`, and ways to read programs."""

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
    """A line on the terminal that says what is being done, if that takes long."""

    what: str
    """What is being done."""

    def say(self, what: str) -> None:
        """Say from now on that `what` is being done."""

    def hide(self) -> None:
        """Remove the line until `say` is called again, so that something else can be written."""


@dataclass(frozen=True)
class Command:
    """A sub-command of the tool `bufferize`."""

    help: str
    """Its description; the first sentence is its line in the list of all."""
    add_arguments: Callable[[argparse.ArgumentParser], None]
    """Declares its arguments."""
    run: Callable[[argparse.Namespace, SourceMap, ProgressLine], int]
    """Does the work; the exit status. What it reads goes to the sources, so that messages can show
    it; a DiagnosticError that it raises is shown, and is status 1."""


ReadProgram: TypeAlias = Callable[[str, str, OperationSpans], Operation]
"""Reads the module of a text: `(text, file name, spans) -> module`. The places of what the text
consists of are added to the spans. Raises DiagnosticError for a text that it refuses."""


@dataclass(frozen=True)
class Reader:
    """Another way to read programs than bufferize's own: the option `--NAME[=VALUE]`."""

    help: str
    """Its line in `--help`."""
    value: str
    """What the value is called there."""
    open: Callable[[str, ModelContext], ReadProgram]
    """Makes what reads programs into a context, with this value, empty if none is given. Raises
    DiagnosticError for a value that it refuses."""
