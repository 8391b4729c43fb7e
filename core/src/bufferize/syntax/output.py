"""Printing whole modules and single operations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TextIO

from bufferize.define.context import Resources
from bufferize.ir import IsolatedFromAbove, Operation
from bufferize.ir.process import deep_recursion
from bufferize.syntax.names import Names, assign_names
from bufferize.syntax.printer import Printer, PrintOptions
from bufferize.syntax.spelling import keyword_or_string

_DEFAULT_OPTIONS = PrintOptions()


def print_module(
    op: Operation,
    options: PrintOptions = _DEFAULT_OPTIONS,
    resources: Resources | None = None,
) -> str:
    """The text of a top-level operation, as mlir-opt prints it, with a newline at the end.

    Of the resources (`Context.resources_of`) those that are mentioned follow, except in local scope.
    """
    return "".join(_chunks(op, options, resources))


def write_module(
    op: Operation,
    stream: TextIO,
    options: PrintOptions = _DEFAULT_OPTIONS,
    resources: Resources | None = None,
) -> None:
    """Writes what `print_module` returns, in pieces."""
    for chunk in _chunks(op, options, resources):
        stream.write(chunk)


def _chunks(op: Operation, options: PrintOptions, resources: Resources | None) -> Iterator[str]:
    printer = Printer(options, _names(op, options))
    with deep_recursion():
        printer.print_operation(op)
    yield from printer.chunks()
    if resources and not options.local_scope:
        yield _resources_text(resources, printer.resource_keys)


def _names(op: Operation, options: PrintOptions) -> Names:
    # The generic form has unique numbers in MLIR, whether asked for or not.
    unique = options.generic or options.unique_ssa_ids
    return assign_names(op, suggested=not options.generic, unique=unique)


def _resources_text(resources: Resources, mentioned: Iterable[str]) -> str:
    """`{-# dialect_resources: … #-}`: the builtin dialect's that are mentioned, all of others."""
    builtin = resources.get("builtin", {})
    kept: dict[str, Mapping[str, str]] = {
        "builtin": {key: builtin[key] for key in mentioned if key in builtin},
        **{dialect: entries for dialect, entries in resources.items() if dialect != "builtin"},
    }
    sections = [
        f"    {dialect}: {{\n"
        + ",\n".join([f"      {keyword_or_string(k)}: {v}" for k, v in entries.items()])
        + "\n    }"
        for dialect, entries in kept.items()
        if entries
    ]
    if not sections:
        return ""
    return "\n{-#\n  dialect_resources: {\n" + ",\n".join(sections) + "\n  }\n#-}\n"


def text_of(op: Operation) -> str:
    """The text of an operation, also of one that is not complete or not valid."""
    print_op = operation_text if op.parent_op is not None else print_module
    try:
        return print_op(op).rstrip("\n")
    except Exception:  # a form of its own may rely on all that verification ensures
        return print_op(op, PrintOptions(generic=True)).rstrip("\n")


def operation_text(op: Operation, options: PrintOptions = _DEFAULT_OPTIONS) -> str:
    """The text of one operation, in which values have the names that they have in its function.

    There are no aliases, whatever the options say, and no newline at the end.
    """
    scope = op
    while scope.parent_op is not None and not scope.has_trait(IsolatedFromAbove):
        scope = scope.parent_op
    options = replace(options, local_scope=True)
    printer = Printer(options, _names(scope, options))
    with deep_recursion():
        printer.print_operation(op)
    return "".join(printer.chunks()).strip("\n")
