"""Dialects of which a part is declared: their other ops are as those of a dialect that is not there."""

from __future__ import annotations

import types

import pytest

from bufferize import Context
from bufferize import define as d
from bufferize.diagnostics import DiagnosticError
from bufferize.plugins import adding
from bufferize_testing import generic_text, parse_valid

PART = d.Dialect("part", partial="bufferize-part brings only part.known")
PLUGIN = types.SimpleNamespace(__name__="part", register_dialects=adding({"part": PART}))
UNDECLARED = '%0 = "part.other"() : () -> tensor<1xi8>\n'


@PART.op("known")
class KnownOp(d.Operation):
    """The declared op."""

    __slots__ = ()

    assembly_format = "attr-dict"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (UNDECLARED, "unregistered operation 'part.other' found in dialect ('part')"),
        ("%0 = part.other : () -> i8\n", "custom op 'part.other' is unknown"),
    ],
)
def test_undeclared_ops_are_unknown(text: str, message: str) -> None:
    with pytest.raises(DiagnosticError) as failure:
        parse_valid(text, Context([PLUGIN]))
    (diagnostic,) = failure.value.diagnostics
    assert diagnostic.message.startswith(message)
    assert [note.message for note in diagnostic.notes] == [PART.partial]


@pytest.fixture
def lenient() -> Context:
    context = Context([PLUGIN])
    context.allow_unregistered_dialects = True
    return context


@pytest.mark.parametrize("text", [UNDECLARED, "%0 = part.other : () -> tensor<1xi8>\n"])
def test_undeclared_ops_may_be_unregistered(text: str, lenient: Context) -> None:
    assert '"part.other"() : () -> tensor<1xi8>' in generic_text(text, lenient)


def test_other_syntax_stays_unknown(lenient: Context) -> None:
    with pytest.raises(DiagnosticError, match=r"custom op 'part\.other' is unknown"):
        parse_valid("part.other 4", lenient)
