"""Golden files: programs between lines `// -----`, with notes on them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import Diagnostic, DiagnosticError
from bufferize.driver import OneShotOptions, one_shot_bufferize
from bufferize.plugins import Context
from bufferize.syntax import PrintOptions, parse_module, print_module

_SEPARATOR = re.compile(r"^// -----[ \t]*\n", re.MULTILINE)
_NOTE = re.compile(r"\s*^//.*$\n?", re.MULTILINE)
_ERROR = "// error: "
_DIFFERS = "// The reference differs"


@dataclass(frozen=True)
class GoldenPart:
    """One program of a golden file; the comments before it are notes, not part of it.

    A note `// error: message` states the error that the program must give, without its place. A
    note that begins with `// The reference differs` goes with a program that MLIR's own tool prints
    otherwise, or rejects in other words.
    """

    path: Path
    index: int
    lines: range
    """The lines of the file, counted from 1, that the notes and the program stand in."""

    notes: tuple[str, ...]
    text: str
    """The program, without empty lines around it."""

    @property
    def error(self) -> str | None:
        """The error that the program must give."""
        for note in self.notes:
            if note.startswith(_ERROR):
                return note.removeprefix(_ERROR)
        return None

    @property
    def reference_differs(self) -> bool:
        """Whether MLIR's own tool is known to print, or say, something else."""
        return any(note.startswith(_DIFFERS) for note in self.notes)

    def update(self, *, text: str | None = None, error: str | None = None) -> None:
        """Write another program or another error into the file, if it is another."""
        if text is not None and text != self.text:
            self._replace(self.text, text)
        if error is not None and error != self.error:
            self._replace(f"{_ERROR}{self.error}\n", f"{_ERROR}{error}\n")

    def _replace(self, old: str, new: str) -> None:
        whole = self.path.read_text(encoding="utf-8")
        parts = _SEPARATOR.split(whole)
        separators = [*_SEPARATOR.findall(whole), ""]
        parts[self.index] = parts[self.index].replace(old, new, 1)
        pairs = zip(parts, separators, strict=True)
        self.path.write_text("".join(a + b for a, b in pairs), encoding="utf-8")


def golden_parts(path: Path) -> list[GoldenPart]:
    """Return the programs of a golden file. Raises OSError if it cannot be read."""
    parts: list[GoldenPart] = []
    line = 1
    for index, raw in enumerate(_SEPARATOR.split(path.read_text(encoding="utf-8"))):
        notes: list[str] = []
        start = 0
        while match := _NOTE.match(raw, start):
            notes.append(match[0].strip())
            start = match.end()
        lines = range(line, line + raw.count("\n") + 1)
        text = raw[start:].strip("\n") + "\n"
        parts.append(GoldenPart(path, index, lines, tuple(notes), text))
        line = lines.stop
    return parts


_GENERIC = PrintOptions(generic=True)


def parse_valid(text: str, context: d.DialectContext) -> ir.Operation:
    """Return the module of a text. Raises DiagnosticError if it does not parse or verify."""
    module = parse_module(text, context, "test.mlir")
    problems = ir.verify(module, context.op_attribute_problem)
    if problems:
        raise DiagnosticError(problems)
    return module


def function_ops(body: str, arguments: str = "") -> list[ir.Operation]:
    """Return the ops of a `func.func` with this body, the `return` that is added to it last.

    Takes the plugin for func. Raises DiagnosticError if the function does not parse or verify.
    """
    text = f"func.func @f({arguments}) {{\n{body}\nreturn\n}}"
    module = parse_valid(text, _all_plugins())
    (function,) = (op for op in module.walk() if op.name == "func.func")
    return list(function.regions[0].blocks[0].ops)


def fold_last(
    body: str, arguments: str = ""
) -> tuple[list[ir.Operation], ir.Value | ir.Attribute | None]:
    """`function_ops`, and what the last one before the `return` folds to, None if to nothing."""
    ops = function_ops(body, arguments)
    folded = ops[-2].fold()
    return ops, None if folded is None else folded[0]


@cache
def _all_plugins() -> Context:
    return Context()


def generic_text(text: str, context: d.DialectContext) -> str:
    """Return a text in generic form. Raises DiagnosticError if it does not parse or verify."""
    return print_module(parse_valid(text, context), _GENERIC)


def first_error(text: str, context: d.DialectContext) -> Diagnostic | None:
    """Return the first error that there is, None if the text is valid."""
    try:
        parse_valid(text, context)
    except DiagnosticError as failure:
        return failure.diagnostics[0]
    return None


def check_round_trip(text: str, context: d.DialectContext) -> None:
    """Raise AssertionError unless a text, as printed, prints as itself: also by the generic form.

    Raises DiagnosticError if it does not parse or verify.
    """
    module = parse_valid(text, context)
    printed = print_module(module)
    assert printed == text, printed
    generic = print_module(module, _GENERIC)
    again = parse_valid(generic, context)
    assert print_module(again) == text, "the generic form means something else"
    assert print_module(again, _GENERIC) == generic, "the generic form is not stable"


def uncovered_ops(dialect: d.Dialect, text: str) -> set[str]:
    """Return the full names of the dialect's ops that a text in generic form does not hold."""
    return {
        f"{dialect.name}.{mnemonic}"
        for mnemonic in dialect.op_mnemonics
        if f'"{dialect.name}.{mnemonic}"' not in text
    }


def bufferized(text: str, context: Context | None = None, /, **options: Any) -> str:
    """Return a program after One-Shot Bufferize.

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
