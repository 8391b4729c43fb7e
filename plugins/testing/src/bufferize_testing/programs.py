"""What tests do with a program given as text: read, verify, print, bufferize."""

from __future__ import annotations

from functools import cache
from typing import Any

from bufferize.define import Dialect, DialectContext
from bufferize.diagnostics import Diagnostic, DiagnosticError
from bufferize.driver import OneShotOptions, one_shot_bufferize
from bufferize.ir import Attribute, Operation, Value, verify
from bufferize.plugins import Context
from bufferize.syntax import PrintOptions, parse_module, print_module

_GENERIC = PrintOptions(generic=True)


def parse_valid(text: str, context: DialectContext) -> Operation:
    """The module of a text. Raises DiagnosticError if it does not parse or verify."""
    module = parse_module(text, context, "test.mlir")
    problems = verify(module, context.op_attribute_problem)
    if problems:
        raise DiagnosticError(problems)
    return module


def function_ops(body: str, arguments: str = "") -> list[Operation]:
    """The ops of a `func.func` with this body, the `return` that is added to it last.

    Takes the plugin for func. Raises DiagnosticError if the function does not parse or verify.
    """
    text = f"func.func @f({arguments}) {{\n{body}\nreturn\n}}"
    module = parse_valid(text, _all_plugins())
    (function,) = (op for op in module.walk() if op.name == "func.func")
    return list(function.regions[0].blocks[0].ops)


def fold_last(body: str, arguments: str = "") -> tuple[list[Operation], Value | Attribute | None]:
    """`function_ops`, and what the last one before the `return` folds to, None if to nothing."""
    ops = function_ops(body, arguments)
    folded = ops[-2].fold()
    return ops, None if folded is None else folded[0]


@cache
def _all_plugins() -> Context:
    return Context()


def generic_text(text: str, context: DialectContext) -> str:
    """A text in generic form. Raises DiagnosticError if it does not parse or verify."""
    return print_module(parse_valid(text, context), _GENERIC)


def first_error(text: str, context: DialectContext) -> Diagnostic | None:
    """The first error that there is, None if the text is valid."""
    try:
        parse_valid(text, context)
    except DiagnosticError as failure:
        return failure.diagnostics[0]
    return None


def check_round_trip(text: str, context: DialectContext) -> None:
    """Raises AssertionError unless a text, as printed, prints as itself: also by the generic form.

    Raises DiagnosticError if it does not parse or verify.
    """
    module = parse_valid(text, context)
    printed = print_module(module)
    assert printed == text, printed
    generic = print_module(module, _GENERIC)
    again = parse_valid(generic, context)
    assert print_module(again) == text, "the generic form means something else"
    assert print_module(again, _GENERIC) == generic, "the generic form is not stable"


def uncovered_ops(dialect: Dialect, text: str) -> set[str]:
    """The full names of the dialect's ops that a text in generic form does not hold."""
    return {
        f"{dialect.name}.{mnemonic}"
        for mnemonic in dialect.op_mnemonics
        if f'"{dialect.name}.{mnemonic}"' not in text
    }


def bufferized(text: str, context: Context | None = None, /, **options: Any) -> str:
    """A program after One-Shot Bufferize.

    The context is one of all plugins unless it is given; the options are those of OneShotOptions,
    except that function boundaries are bufferized if nothing is said. Raises DiagnosticError as
    `parse` and `one_shot_bufferize` do.
    """
    if context is None:
        context = Context()
    module = parse_module(text, context)
    options.setdefault("bufferize_function_boundaries", True)
    one_shot_bufferize(module, OneShotOptions(**options), context)
    return print_module(module)
