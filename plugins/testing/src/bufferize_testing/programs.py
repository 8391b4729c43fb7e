"""Programs as text for tests: golden files, and functions to parse, print and bufferize."""

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
    """A program of a golden file, in which lines `// -----` separate programs.

    The comments before the program are notes. `// error: message` is the expected error, without
    its position. `// The reference differs…` marks a program for which MLIR's own tool prints
    another text or error.
    """

    path: Path
    index: int
    lines: range
    """The lines of the notes and the program in the file, from 1."""

    notes: tuple[str, ...]
    text: str
    """The program, without surrounding empty lines."""

    @property
    def error(self) -> str | None:
        """The expected error, or None."""
        for note in self.notes:
            if note.startswith(_ERROR):
                return note.removeprefix(_ERROR)
        return None

    @property
    def reference_differs(self) -> bool:
        """Whether MLIR's own tool is known to print another text or error."""
        return any(note.startswith(_DIFFERS) for note in self.notes)

    def update(self, *, text: str | None = None, error: str | None = None) -> None:
        """Replace the program or the error in the file, if it changed."""
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
    """Parse and verify a module. Raises DiagnosticError if it is invalid."""
    module = parse_module(text, context, "test.mlir")
    problems = ir.verify(module, context.op_attribute_problem)
    if problems:
        raise DiagnosticError(problems)
    return module


def function_ops(body: str, arguments: str = "") -> list[ir.Operation]:
    """Return the ops of a `func.func` with this body, including the added `return`.

    Needs bufferize-func. Raises DiagnosticError if the function is invalid.
    """
    text = f"func.func @f({arguments}) {{\n{body}\nreturn\n}}"
    module = parse_valid(text, _all_plugins())
    (function,) = (op for op in module.walk() if op.name == "func.func")
    return list(function.regions[0].blocks[0].ops)


def fold_last(
    body: str, arguments: str = ""
) -> tuple[list[ir.Operation], ir.Value | ir.Attribute | None]:
    """Return `function_ops`, and the fold result of the op before `return`, or None."""
    ops = function_ops(body, arguments)
    folded = ops[-2].fold()
    return ops, None if folded is None else folded[0]


@cache
def _all_plugins() -> Context:
    return Context()


def generic_text(text: str, context: d.DialectContext) -> str:
    """Return a program in generic form. Raises DiagnosticError if it is invalid."""
    return print_module(parse_valid(text, context), _GENERIC)


def first_error(text: str, context: d.DialectContext) -> Diagnostic | None:
    """Return the first error in a program; None if it is valid."""
    try:
        parse_valid(text, context)
    except DiagnosticError as failure:
        return failure.diagnostics[0]
    return None


def check_round_trip(text: str, context: d.DialectContext) -> None:
    """Check that a printed text is printed again unchanged, also through the generic form.

    Raises AssertionError if not, DiagnosticError if the text is invalid.
    """
    module = parse_valid(text, context)
    printed = print_module(module)
    assert printed == text, printed
    generic = print_module(module, _GENERIC)
    again = parse_valid(generic, context)
    assert print_module(again) == text, "the generic form means something else"
    assert print_module(again, _GENERIC) == generic, "the generic form is not stable"


def uncovered_ops(dialect: d.Dialect, text: str) -> set[str]:
    """Return the full names of the dialect's ops that are not in a text in generic form."""
    return {
        f"{dialect.name}.{mnemonic}"
        for mnemonic in dialect.op_mnemonics
        if f'"{dialect.name}.{mnemonic}"' not in text
    }


def bufferized(text: str, context: Context | None = None, /, **options: Any) -> str:
    """Run One-Shot Bufferize on a program; return the result.

    The context has all plugins by default; the options are those of OneShotOptions, but function
    boundaries are bufferized by default. Raises as `parse_module` and `one_shot_bufferize`.
    """
    if context is None:
        context = Context()
    module = parse_module(text, context)
    options.setdefault("bufferize_function_boundaries", True)
    one_shot_bufferize(module, OneShotOptions(**options), context)
    return print_module(module)
