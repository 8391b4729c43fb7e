"""The shape ops of tosa: their syntax and verification, against golden files and mlir-opt."""

from __future__ import annotations

import pytest

from bufferize import Context
from bufferize.diagnostics import DiagnosticError
from bufferize.syntax import print_module
from bufferize.testing import DialectTests, parse_valid
from bufferize_tosa.dialect import DIALECT


class TestTosa(DialectTests):
    dialect = DIALECT


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


def test_undeclared_ops_may_be_unregistered() -> None:
    context = TestTosa.make_context()
    assert '"tosa.const"() : () -> tensor<1xi8>' in print_module(parse_valid(UNDECLARED, context))


def test_undeclared_syntax_is_unknown() -> None:
    with pytest.raises(DiagnosticError, match=r"custom op 'tosa\.const' is unknown"):
        parse_valid("tosa.const 4", TestTosa.make_context())
