"""Printing whole modules and single operations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TextIO

from bufferize.ir import IsolatedFromAbove, Operation
from bufferize.syntax.names import assign_names
from bufferize.syntax.printer import Printer, PrintOptions

_DEFAULT_OPTIONS = PrintOptions()


def print_module(op: Operation, options: PrintOptions = _DEFAULT_OPTIONS) -> str:
    """The text of a top-level operation, as mlir-opt prints it, with a newline at the end."""
    return "".join(_chunks(op, options))


def write_module(op: Operation, stream: TextIO, options: PrintOptions = _DEFAULT_OPTIONS) -> None:
    """Writes what `print_module` returns, in pieces."""
    for chunk in _chunks(op, options):
        stream.write(chunk)


def _chunks(op: Operation, options: PrintOptions) -> Iterator[str]:
    printer = Printer(options, assign_names(op, suggested=not options.generic))
    printer.print_operation(op)
    return printer.chunks()


def operation_text(op: Operation, options: PrintOptions = _DEFAULT_OPTIONS) -> str:
    """The text of one operation, in which values have the names that they have in its function.

    There are no aliases, whatever the options say, and no newline at the end.
    """
    scope = op
    while scope.parent_op is not None and not scope.has_trait(IsolatedFromAbove):
        scope = scope.parent_op
    options = replace(options, local_scope=True)
    printer = Printer(options, assign_names(scope, suggested=not options.generic))
    printer.print_operation(op)
    return "".join(printer.chunks()).strip("\n")
