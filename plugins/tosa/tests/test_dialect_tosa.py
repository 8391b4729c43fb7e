"""The shape ops of tosa: their syntax and verification, against golden files and mlir-opt."""

from __future__ import annotations

import pytest

from bufferize import Context
from bufferize.diagnostics import DiagnosticError
from bufferize.testing import DialectTests, generic_text, parse_valid
from bufferize_tosa.dialect import DIALECT


class TestTosa(DialectTests):
    dialect = DIALECT


UNDECLARED = '%0 = "tosa.const"() : () -> tensor<1xi8>\n'


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


@pytest.fixture
def lenient() -> Context:
    context = Context()
    context.allow_unregistered_dialects = True
    return context


@pytest.mark.parametrize("text", [UNDECLARED, "%0 = tosa.const : () -> tensor<1xi8>\n"])
def test_undeclared_ops_may_be_unregistered(text: str, lenient: Context) -> None:
    assert '"tosa.const"() : () -> tensor<1xi8>' in generic_text(text, lenient)


def test_other_syntax_stays_unknown(lenient: Context) -> None:
    with pytest.raises(DiagnosticError, match=r"custom op 'tosa\.const' is unknown"):
        parse_valid("tosa.const 4", lenient)
