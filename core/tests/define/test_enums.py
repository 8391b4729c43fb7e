from __future__ import annotations

from typing import ClassVar

import pytest

from bufferize import define as d
from bufferize.diagnostics import ParseError
from bufferize.ir import I64, StringAttr, i64_attr
from bufferize.syntax import parse_attribute

T = d.Dialect("t")


@T.attribute("color")
class ColorAttr(d.EnumAttr):
    """One of three."""

    cases: ClassVar = {"red": 0, "green": 1, "blue": 5}
    cpp_name: ClassVar = "::Color"


@T.attribute("fast")
class FastAttr(d.BitEnumAttr):
    """Flags, and one word for all of them."""

    cases: ClassVar = {"none": 0, "nnan": 1, "ninf": 2, "nsz": 4, "fast": 7}


@T.attribute("spaced")
class SpacedAttr(d.BitEnumAttr):
    """Flags with another separator."""

    cases: ClassVar = {"a": 1, "b": 2}
    separator: ClassVar = " | "


@T.attribute("level")
class LevelAttr(d.EnumAttr):
    """A case that is no keyword."""

    cases: ClassVar = {"none": 0, "8k": 1}


CONTEXT = d.DialectContext([T])


def test_enum() -> None:
    assert ColorAttr.of("blue") is ColorAttr(5)
    assert ColorAttr(1).keyword == "green"
    assert "green" in ColorAttr(1)
    assert "red" not in ColorAttr(1)
    assert str(ColorAttr(5)) == "#t.color<blue>"
    assert parse_attribute("#t.color<green>", CONTEXT) is ColorAttr(1)
    assert ColorAttr(5).verify() is None
    assert ColorAttr(3).verify() == "expected ::Color to be one of: red, green, blue"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "none"), (1, "nnan"), (3, "nnan,ninf"), (7, "fast")],
)
def test_bit_enum(value: int, text: str) -> None:
    assert str(FastAttr(value)) == f"#t.fast<{text}>"
    assert parse_attribute(f"#t.fast<{text}>", CONTEXT) is FastAttr(value)


def test_bit_enum_membership() -> None:
    assert FastAttr.of("nnan", "nsz") is FastAttr(5)
    assert "nnan" in FastAttr(5)
    assert "fast" not in FastAttr(5)
    assert FastAttr(8).verify() is not None
    assert FastAttr(6).verify() is None


def test_separator() -> None:
    assert str(SpacedAttr(3)) == "#t.spaced<a | b>"
    assert parse_attribute("#t.spaced<b|a>", CONTEXT) is SpacedAttr(3)


def test_wrong_case() -> None:
    with pytest.raises(Exception, match="expected ::Color to be one of: red, green, blue"):
        parse_attribute("#t.color<pink>", CONTEXT)


def test_quoted_case() -> None:
    assert str(LevelAttr.of("8k")) == '#t.level<"8k">'
    assert parse_attribute('#t.level<"8k">', CONTEXT) is LevelAttr(1)
    assert parse_attribute('#t.level<"none">', CONTEXT) is LevelAttr(0)
    with pytest.raises(ParseError, match="to be one of: none, 8k"):
        parse_attribute('#t.level<"9k">', CONTEXT)
    with pytest.raises(ParseError, match="to be one of: none, 8k"):
        parse_attribute("#t.level<8k>", CONTEXT)


def test_int_enum() -> None:
    predicate = d.int_enum("predicate", I64, {"eq": 0, "ne": 1})
    assert predicate.attr("ne") is i64_attr(1)
    assert predicate.keyword(i64_attr(0)) == "eq"
    assert predicate.check(i64_attr(1))
    assert not predicate.check(i64_attr(2))
    assert predicate.description == "allowed 64-bit signless integer cases: 0, 1"
    with pytest.raises(KeyError):
        predicate.attr("lt")


def test_str_enum() -> None:
    kind = d.str_enum("kind", ("load", "store"))
    assert kind.check(StringAttr("load"))
    assert not kind.check(StringAttr("drop"))
