"""The shape ops of tosa: their syntax and verification, against golden files and mlir-opt."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bufferize import Context
from bufferize.diagnostics import DiagnosticError
from bufferize.dialects.testing import (
    REFERENCE_TOOL,
    InvalidCase,
    check_round_trip,
    generic_text,
    invalid_cases,
    parse_valid,
    reference_output,
    uncovered_ops,
)
from bufferize.syntax import print_module
from bufferize_tosa.dialect import DIALECT

GOLDEN = Path(__file__).parent / "golden"
PRINTED = (GOLDEN / "printed.mlir").read_text(encoding="utf-8")
INVALID = list(invalid_cases((GOLDEN / "invalid.mlir").read_text(encoding="utf-8")))

needs_reference = pytest.mark.skipif(
    shutil.which(REFERENCE_TOOL) is None, reason=f"{REFERENCE_TOOL} is not on PATH"
)


@pytest.fixture(scope="module")
def context() -> Context:
    context = Context()
    context.allow_unregistered_dialects = True
    return context


def test_declarations() -> None:
    DIALECT.check()


def test_prints_what_it_reads(context: Context) -> None:
    check_round_trip(PRINTED, context)


def test_every_op_is_covered(context: Context) -> None:
    assert uncovered_ops(DIALECT, generic_text(PRINTED, context)) == set()


@pytest.mark.parametrize("case", INVALID, ids=[case.error for case in INVALID])
def test_invalid(case: InvalidCase, context: Context) -> None:
    assert case.first_error(context) == case.error


@needs_reference
@pytest.mark.reference
def test_reference_prints_the_same(context: Context) -> None:
    assert reference_output(PRINTED) == PRINTED
    assert reference_output(PRINTED, "--mlir-print-op-generic") == generic_text(PRINTED, context)


@needs_reference
@pytest.mark.reference
@pytest.mark.parametrize("case", INVALID, ids=[case.error for case in INVALID])
def test_reference_rejects_the_same(case: InvalidCase) -> None:
    assert case.is_rejected_by_reference()


UNDECLARED = 'func.func @f() {\n  %0 = "tosa.const"() : () -> tensor<1xi8>\n  return\n}\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (UNDECLARED, "unregistered operation 'tosa.const' found in dialect ('tosa')"),
        ("%0 = tosa.const : () -> i8\n", "custom op 'tosa.const' is unknown"),
    ],
)
def test_undeclared_ops_are_unknown(text: str, message: str) -> None:
    with pytest.raises(DiagnosticError) as failure:
        parse_valid(text, Context())
    (diagnostic,) = failure.value.diagnostics
    assert diagnostic.message.startswith(message)
    assert [note.message for note in diagnostic.notes] == [DIALECT.partial]


def test_undeclared_ops_may_be_unregistered(context: Context) -> None:
    assert '"tosa.const"() : () -> tensor<1xi8>' in print_module(parse_valid(UNDECLARED, context))


def test_undeclared_syntax_is_unknown(context: Context) -> None:
    with pytest.raises(DiagnosticError, match=r"custom op 'tosa\.const' is unknown"):
        parse_valid("tosa.const 4", context)
