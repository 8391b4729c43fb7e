"""The option `--verify-diagnostics`: compares diagnostics with comments in the input.

`// expected-error@+1 {{text}}` expects an error that contains the text on the next line; `@above`,
`@below`, `@-2`, `@unknown`, `expected-warning`, `-note`, `-remark` and `expected-error-re` (with
regular expressions in `{{…}}`) work as in mlir-opt.
https://mlir.llvm.org/docs/Diagnostics/#sourcemgr-diagnostic-verifier-handler
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bufferize.diagnostics import Diagnostic, DiagnosticError, Position, Severity, error

_EXPECTED = re.compile(
    r"expected-(error|note|remark|warning)(-re)? *(?:@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}"
)


@dataclass
class Expectation:
    """An expected diagnostic of one comment; line 0 means no position."""

    severity: Severity
    line: int
    text: str
    pattern: re.Pattern[str]
    comment: Position
    met: bool = False

    def meets(self, diagnostic: Diagnostic) -> bool:
        """Return whether `diagnostic` matches."""
        line = diagnostic.position.line if diagnostic.position is not None else 0
        return (
            diagnostic.severity is self.severity
            and line == self.line
            and self.pattern.search(diagnostic.message) is not None
        )


def expectations(text: str, file: str = "<input>") -> list[Expectation]:
    """Return all expectations in the comments of `text`, the content of `file`.

    Raises DiagnosticError for an invalid regular expression.
    """
    found: list[Expectation] = []
    previous_code_line = 1
    pending: list[Expectation] = []  # those for the next line without a comment
    for number, line in enumerate(text.split("\n"), 1):
        match = _EXPECTED.search(line)
        if match is None:
            for expectation in pending:
                expectation.line = number
            pending = []
            previous_code_line = number
            continue
        kind, regular, where, body = match.groups()
        comment = Position(file, number, match.start() + 1)
        pattern = _regular(body, comment) if regular else re.compile(re.escape(body))
        expectation = Expectation(Severity(kind), number, body, pattern, comment)
        found.append(expectation)
        if where == "unknown":
            expectation.line = 0
        elif where == "above":
            expectation.line = previous_code_line
        elif where == "below":
            pending.append(expectation)
        elif where:
            expectation.line = number + int(where)
        else:
            previous_code_line = number
    return found


def _regular(body: str, comment: Position) -> re.Pattern[str]:
    """Compile `text {{regex}} text`, in which only the braces have a regular expression."""
    parts = re.split(r"\{\{(.*?)\}\}", body)
    try:
        return re.compile("".join(p if i % 2 else re.escape(p) for i, p in enumerate(parts)))
    except re.error as problem:
        raise DiagnosticError(error(f"wrong regular expression: {problem}", comment)) from None


def mismatches(
    diagnostics: Iterable[Diagnostic], expected: list[Expectation], strict: bool = True
) -> list[Diagnostic]:
    """Return errors about missing diagnostics and, if `strict`, unexpected ones."""
    wrong: list[Diagnostic] = []
    for diagnostic in _flat(diagnostics):
        met = [expectation for expectation in expected if expectation.meets(diagnostic)]
        if met:  # an expectation may be met several times
            next((expectation for expectation in met if not expectation.met), met[0]).met = True
        elif strict and diagnostic.severity is not Severity.NOTE:  # unexpected notes are not errors
            message = f"unexpected {diagnostic.severity.value}: {diagnostic.message}"
            wrong.append(error(message, diagnostic.position))
    for expectation in expected:
        if not expectation.met:
            message = f'expected {expectation.severity.value} "{expectation.text}" was not produced'
            wrong.append(error(message, expectation.comment))
    return wrong


def _flat(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    for diagnostic in diagnostics:
        yield diagnostic
        yield from _flat(diagnostic.notes)
