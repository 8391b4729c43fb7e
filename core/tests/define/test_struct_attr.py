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


class Loud:
    """The syntax of a text that is written in upper case."""

    @staticmethod
    def parse(parser: d.AsmParser) -> str:
        offset, word = parser.offset, parser.parse_keyword_or_string()
        if not word.isupper():
            raise parser.error(f"not in upper case: {word}", offset)
        return word.lower()

    @staticmethod
    def print(printer: d.AsmPrinter, value: str) -> None:
        printer.write(value.upper())


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

    first_word: Annotated[str, Loud]
    inner: InnerAttr | None = None
    any: Attribute | None = None
    size: IntegerAttr | None = None
    is_on: bool = False
    text: str = ""
    pieces: tuple[InnerAttr, ...] = ()
    last: int = 0
    text_order: ClassVar = (
        "inner",
        "first_word",
        "any",
        "size",
        "is_on",
        "text",
        "pieces",
        "last",
    )


@pytest.fixture(scope="module")
def context() -> Context:
    return Context([types.SimpleNamespace(__name__="toy", register_dialects=adding({"toy": TOY}))])


@pytest.mark.parametrize(
    "parameters",
    [
        "firstWord = ONE",
        "inner = <number = 4>, firstWord = TWO",
        "inner = <number = 4, outer = <firstWord = ONE>>, firstWord = TWO",
        'firstWord = ONE, any = "x", size = 4 : i32, isOn = true, text = "t"',
        "firstWord = ONE, pieces = <number = 1>, <number = 2>, last = 3",
    ],
)
def test_there_and_back(context: Context, parameters: str) -> None:
    text = f"#toy.outer<{parameters}>"
    assert str(parse_attribute(text, context)) == text


def test_any_order(context: Context) -> None:
    attribute = parse_attribute(
        "#toy.outer<last = 3, pieces = <number = 1>, firstWord = ONE>", context
    )
    assert attribute is OuterAttr("one", pieces=(InnerAttr(1),), last=3)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("", "struct is missing required parameter: firstWord"),
        ("last = 1", "struct is missing required parameter: firstWord"),
        ("first_word = ONE", "duplicate or unknown struct parameter name: first_word"),
        ("last = 1, last = 1", "duplicate or unknown struct parameter name: last"),
        ("firstWord = three", "not in upper case: three"),
        ("firstWord = ONE, size = unit", "invalid kind of attribute specified"),
        ("firstWord = ONE, isOn = 1", "expected 'true' or 'false'"),
    ],
)
def test_wrong_parameters(context: Context, parameters: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse_attribute(f"#toy.outer<{parameters}>", context)
