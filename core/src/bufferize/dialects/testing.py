"""Checks for the tests of a dialect's syntax and verification, in any distribution.

Golden files hold IR as it is printed, or invalid IR with the errors that it must give. MLIR's own
mlir-opt can confirm both where it is installed; nothing but such tests looks for it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass

from bufferize.define import Context, Dialect
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation
from bufferize.ir.verifier import verify
from bufferize.syntax import PrintOptions, parse_module, print_module, split_input

REFERENCE_TOOL = "mlir-opt-22"

_OTHER_WORDS = "// The reference says it in other words."
_OP_PREFIX = re.compile(r"^'[\w.]+' op ")
_ERROR = re.compile(r"^// error: (.*)$", re.MULTILINE)
_GENERIC = PrintOptions(generic=True)


def parse_valid(text: str, context: Context) -> Operation:
    """The module of a text. Raises DiagnosticError if it does not parse or verify."""
    module = parse_module(text, context, "test.mlir")
    problems = verify(module)
    if problems:
        raise DiagnosticError(problems)
    return module


def check_round_trip(text: str, context: Context) -> None:
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


def generic_text(text: str, context: Context) -> str:
    """A text in generic form."""
    return print_module(parse_valid(text, context), _GENERIC)


@dataclass(frozen=True)
class InvalidCase:
    """Invalid IR and the error that it must give, without its place."""

    text: str
    error: str
    same_words: bool = True
    """Whether MLIR's own tool gives this error too, if perhaps without the name of the op."""

    def first_error(self, context: Context) -> str | None:
        """The first error that there is, None if the text is valid."""
        try:
            parse_valid(self.text, context)
        except DiagnosticError as failure:
            return failure.diagnostics[0].message
        return None

    def is_rejected_by_reference(self) -> bool:
        """Whether MLIR's own tool gives the error, or any where it has other words for it.

        Raises FileNotFoundError where the tool is not installed.
        """
        try:
            reference_output(self.text)
        except ValueError as failure:
            return not self.same_words or _OP_PREFIX.sub("", self.error) in str(failure)
        return False


def invalid_cases(text: str) -> Iterator[InvalidCase]:
    """The parts of a text between lines `// -----`, each with a line `// error: message`.

    A line "// The reference says it in other words." goes with an error that MLIR words otherwise.
    """
    for part in split_input(text):
        match = _ERROR.search(part)
        if match is None:
            raise ValueError(f"no '// error:' in:\n{part.strip()}")
        text = _ERROR.sub("", part).replace(_OTHER_WORDS, "").strip()
        yield InvalidCase(text, match[1], _OTHER_WORDS not in part)


def reference_output(text: str, *flags: str) -> str:
    """What MLIR's own tool prints for a text. Raises ValueError with its errors if it rejects it.

    Raises FileNotFoundError where the tool is not installed.
    """
    tool = shutil.which(REFERENCE_TOOL)
    if tool is None:
        raise FileNotFoundError(f"{REFERENCE_TOOL} is not on PATH")
    command = [tool, "--allow-unregistered-dialect", "-", *flags]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(done.stderr)
    # mlir-opt ends its output with an empty line.
    return done.stdout.rstrip("\n") + "\n"
