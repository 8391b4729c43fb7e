"""Printing whole modules and single operations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TextIO

from bufferize.define.context import Resources
from bufferize.ir import IsolatedFromAbove, Operation
from bufferize.ir.process import deep_recursion
from bufferize.syntax.names import Names, assign_names
from bufferize.syntax.print_options import PrintOptions
from bufferize.syntax.printer import Printer
from bufferize.syntax.spelling import keyword_or_string

_DEFAULT_OPTIONS = PrintOptions()


def print_module(
    op: Operation,
    options: PrintOptions = _DEFAULT_OPTIONS,
    resources: Resources | None = None,
    external_resources: Resources | None = None,
) -> str:
    """The text of a top-level operation, as mlir-opt prints it, with a newline at the end.

    Of the resources of dialects (`Context.resources_of`) those that are mentioned follow, and all of
    those of tools (`Context.external_resources_of`), except in local scope.
    """
    return "".join(_chunks(op, options, resources, external_resources))


def write_module(
    op: Operation,
    stream: TextIO,
    options: PrintOptions = _DEFAULT_OPTIONS,
    resources: Resources | None = None,
    external_resources: Resources | None = None,
) -> None:
    """Writes what `print_module` returns, in pieces."""
    for chunk in _chunks(op, options, resources, external_resources):
        stream.write(chunk)


def _chunks(
    op: Operation,
    options: PrintOptions,
    resources: Resources | None,
    external_resources: Resources | None,
) -> Iterator[str]:
    printer = Printer(options, _names(op, options))
    with deep_recursion():
        printer.print_operation(op)
    yield from printer.chunks()
    if not options.local_scope:
        mentioned = _mentioned(resources or {}, printer.resource_keys)
        sections = {"dialect_resources": mentioned, "external_resources": external_resources or {}}
        yield _resources_text(sections, options.elide_resources_if_larger)


def _names(op: Operation, options: PrintOptions) -> Names:
    # The generic form has unique numbers in MLIR, whether asked for or not.
    unique = options.generic or options.unique_ssa_ids
    return assign_names(
        op,
        suggested=not options.generic,
        unique=unique,
        by_location=options.nameloc_as_prefix,
        number_operations=options.value_users,
    )


def _mentioned(resources: Resources, keys: Iterable[str]) -> Resources:
    """The builtin dialect's resources that are mentioned, and all of other dialects."""
    builtin = resources.get("builtin", {})
    return {
        "builtin": {key: builtin[key] for key in keys if key in builtin},
        **{dialect: entries for dialect, entries in resources.items() if dialect != "builtin"},
    }


def _resources_text(sections: Mapping[str, Resources], limit: int | None) -> str:
    """`{-# section: … #-}`, without resources longer than the limit and what is empty then."""
    if not any(entries for owners in sections.values() for entries in owners.values()):
        return ""
    texts = []
    for section, owners in sections.items():
        kept = {owner: _entries(entries, limit) for owner, entries in owners.items()}
        bodies = [f"    {o}: {{\n" + ",\n".join(e) + "\n    }" for o, e in kept.items() if e]
        if bodies:
            texts.append(f"  {section}: {{\n" + ",\n".join(bodies) + "\n  }")
    return "\n{-#\n" + ",\n".join(texts) + "\n#-}\n"


def _entries(entries: Mapping[str, str], limit: int | None) -> list[str]:
    return [
        f"      {keyword_or_string(key)}: {literal}"
        for key, literal in entries.items()
        if limit is None or len(literal) <= limit
    ]


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
