"""Sub-commands of the tool `bufferize` that plugins bring."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from bufferize.diagnostics import SourceMap


@dataclass(frozen=True)
class Command:
    """A sub-command. `help` is its line in the list of all."""

    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    """Declares its arguments."""
    run: Callable[[argparse.Namespace, SourceMap], int]
    """Does the work; the exit status. What it reads goes to the sources, so that messages can show
    it; a DiagnosticError that it raises is shown, and is status 1."""
