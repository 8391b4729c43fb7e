"""Attributes whose parameters are written by their names."""

from __future__ import annotations

import types
from typing import Annotated, ClassVar

import pytest

from bufferize import Context
from bufferize import define as d
from bufferize.diagnostics import ParseError
from bufferize.ir import Attribute, IntegerAttr, parameters
from bufferize.plugins import adding
from bufferize.syntax import parse_attribute

TOY = d.Dialect("toy")


@TOY.attribute("inner")
@parameters
class InnerAttr(d.StructAttr):
    """Refers to an attribute that is declared below it."""

    number: int
    outer: OuterAttr | None = None


@TOY.attribute("outer")
@parameters
class OuterAttr(d.StructAttr):
    """One of each kind."""

    first_word: Annotated[str, d.Word(("one", "two"), "no word: ")]
    inner: InnerAttr | None = None
    any: Attribute | None = None
    size: IntegerAttr | None = None
    is_on: bool = False
    text: str = ""
    bits: Annotated[int, d.Flags("Bits", {"None": 0, "A": 1, "B": 2, "AB": 3, "C": 4})] = 0
    pieces: tuple[InnerAttr, ...] = ()
    last: int = 0
    text_order: ClassVar = (
        "inner",
        "first_word",
        "any",
        "size",
        "is_on",
        "text",
        "bits",
        "pieces",
        "last",
    )


@pytest.fixture(scope="module")
def context() -> Context:
    return Context([types.SimpleNamespace(__name__="toy", register_dialects=adding({"toy": TOY}))])


@pytest.mark.parametrize(
    "parameters",
    [
        "firstWord = one",
        "inner = <number = 4>, firstWord = two",
        "inner = <number = 4, outer = <firstWord = one>>, firstWord = two",
        'firstWord = one, any = "x", size = 4 : i32, isOn = true, text = "t", bits = A',
        'firstWord = one, bits = "AB|C"',
        "firstWord = one, pieces = <number = 1>, <number = 2>, last = 3",
    ],
)
def test_there_and_back(context: Context, parameters: str) -> None:
    text = f"#toy.outer<{parameters}>"
    assert str(parse_attribute(text, context)) == text


def test_any_order(context: Context) -> None:
    attribute = parse_attribute(
        "#toy.outer<last = 3, pieces = <number = 1>, firstWord = one>", context
    )
    assert attribute is OuterAttr("one", pieces=(InnerAttr(1),), last=3)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("", "struct is missing required parameter: firstWord"),
        ("last = 1", "struct is missing required parameter: firstWord"),
        ("first_word = one", "duplicate or unknown struct parameter name: first_word"),
        ("last = 1, last = 1", "duplicate or unknown struct parameter name: last"),
        ("firstWord = three", "no word: three"),
        ("firstWord = one, bits = D", "expected Bits to be one of: None, A, B, AB, C"),
        ("firstWord = one, size = unit", "invalid kind of attribute specified"),
        ("firstWord = one, isOn = 1", "expected 'true' or 'false'"),
    ],
)
def test_wrong_parameters(context: Context, parameters: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse_attribute(f"#toy.outer<{parameters}>", context)
