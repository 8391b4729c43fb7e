"""The ops of the tensor dialect: their syntax, their verification, and the reference's opinion of both.

`data/ops.mlir` holds every op as the printer writes it. It is what mlir-opt-22 prints, except that
nothing is lost: attributes of terminators that need not be written are written all the same.
`data/rejected.mlir` has a program for each error, `data/accepted.mlir` some that border on one.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import verify
from bufferize.syntax import PrintOptions, print_module
from bufferize_tensor.dialect import DIALECT

_DATA = Path(__file__).parent / "data"
_SEPARATOR = "// -----\n"
_REFERENCE = shutil.which("mlir-opt-22")

needs_reference = pytest.mark.skipif(_REFERENCE is None, reason="mlir-opt-22 is not installed")


def _context() -> bufferize.Context:
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    return context


_CONTEXT = _context()


def _chunks(name: str) -> list[str]:
    return (_DATA / name).read_text().split(_SEPARATOR)


def _read(text: str) -> str:
    """The text of the parsed and verified module."""
    module = bufferize.parse(text, _CONTEXT)
    problems = verify(module)
    if problems:
        raise DiagnosticError(problems)
    return print_module(module)


def _generic(text: str) -> str:
    return print_module(bufferize.parse(text, _CONTEXT), PrintOptions(generic=True))


def _reference(text: str, *flags: str) -> subprocess.CompletedProcess[str]:
    assert _REFERENCE is not None
    command = [_REFERENCE, "-allow-unregistered-dialect", *flags]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def test_declarations_are_sound() -> None:
    DIALECT.check()


def test_every_op_is_in_the_golden_text() -> None:
    text = (_DATA / "ops.mlir").read_text()
    missing = [name for name in DIALECT.ops if f"{DIALECT.name}.{name} " not in text]
    assert [name for name in missing if f"{DIALECT.name}.{name}(" not in text] == []


def test_golden_text_round_trips() -> None:
    text = (_DATA / "ops.mlir").read_text()
    assert _read(text).rstrip() == text.rstrip()


def test_generic_form_round_trips() -> None:
    text = (_DATA / "ops.mlir").read_text()
    generic = _generic(text)
    assert re.search(rf"(?<!\"){DIALECT.name}\.\w+ [%(\[]", generic) is None
    assert _generic(generic) == generic
    assert _read(generic).rstrip() == text.rstrip()


@pytest.mark.parametrize("text", _chunks("accepted.mlir"))
def test_accepted(text: str) -> None:
    assert _read(_read(text)) == _read(text)


@pytest.mark.parametrize("text", _chunks("rejected.mlir"))
def test_rejected(text: str) -> None:
    first, _, program = text.partition("\n")
    with pytest.raises(DiagnosticError) as caught:
        _read(program)
    problem = caught.value.diagnostics[0]
    assert problem.message == first.removeprefix("// error: ")
    assert problem.position is not None
    assert problem.position.line <= len(program.splitlines())


@pytest.mark.reference
@needs_reference
def test_reference_reads_the_same_from_every_form() -> None:
    text = (_DATA / "ops.mlir").read_text()
    expected = _reference(text, "--mlir-print-op-generic")
    assert expected.returncode == 0, expected.stderr
    assert _reference(_generic(text), "--mlir-print-op-generic").stdout == expected.stdout
    assert _read(expected.stdout).rstrip() == text.rstrip()


@pytest.mark.reference
@needs_reference
def test_reference_accepts_the_accepted() -> None:
    result = _reference((_DATA / "accepted.mlir").read_text(), "-split-input-file")
    assert result.returncode == 0, result.stderr


@pytest.mark.reference
@needs_reference
def test_reference_rejects_the_rejected() -> None:
    text = (_DATA / "rejected.mlir").read_text()
    result = _reference(text, "-split-input-file")
    failed = {int(line) for line in re.findall(r"^\S*?:(\d+):\d+: error:", result.stderr, re.M)}
    start = 1
    for chunk in _chunks("rejected.mlir"):
        end = start + chunk.count("\n")
        assert any(start <= line <= end for line in failed), chunk
        start = end + 1
