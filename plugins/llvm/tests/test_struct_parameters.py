"""Keywords and named bits as parameters of attributes."""

from __future__ import annotations

import types
from typing import Annotated

import pytest

from bufferize import Context
from bufferize import define as d
from bufferize.diagnostics import ParseError
from bufferize.ir import parameters
from bufferize.plugins import adding
from bufferize.syntax import parse_attribute
from bufferize_llvm.enums import Flags, Word

TOY = d.Dialect("toy")


@TOY.attribute("pair")
@parameters
class PairAttr(d.StructAttr):
    """One of each kind."""

    word: Annotated[str, Word(("one", "two"), "no word: ")]
    bits: Annotated[int, Flags("Bits", {"None": 0, "A": 1, "B": 2, "AB": 3, "C": 4})] = 0


@pytest.fixture(scope="module")
def context() -> Context:
    return Context([types.SimpleNamespace(__name__="toy", register_dialects=adding({"toy": TOY}))])


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("word = one", PairAttr("one")),
        ("word = two, bits = A", PairAttr("two", 1)),
        ('word = one, bits = "AB|C"', PairAttr("one", 7)),
    ],
)
def test_there_and_back(context: Context, text: str, attribute: PairAttr) -> None:
    assert parse_attribute(f"#toy.pair<{text}>", context) is attribute
    assert str(attribute) == f"#toy.pair<{text}>"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("word = three", "no word: three"),
        ("word = one, bits = D", "expected Bits to be one of: None, A, B, AB, C"),
    ],
)
def test_wrong_words(context: Context, text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse_attribute(f"#toy.pair<{text}>", context)
