"""What an op's own syntax can ask of the parser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bufferize.define import DialectContext
from bufferize.diagnostics import ParseError
from bufferize.ir import DYNAMIC, F32, I32, UNIT, FunctionType, i64_attr
from bufferize.syntax import Parser


def parser(text: str) -> Parser:
    return Parser(text, DialectContext(allow_unregistered_dialects=True), "<input>")


def error_of(text: str, parse: Callable[[Parser], object]) -> str:
    with pytest.raises(ParseError) as caught:
        parse(parser(text))
    return str(caught.value.diagnostics[0]).removeprefix("<input>:")


def test_punctuation() -> None:
    p = parser(" ( -> - : /* ")
    assert p.parse_optional_punctuation("(")
    assert not p.parse_optional_punctuation("-")
    p.parse_punctuation("->")
    p.parse_punctuation("-")
    assert not p.parse_optional_punctuation(",")
    p.parse_punctuation(":")
    assert p.peek() == "/"
    assert error_of("x", lambda p: p.parse_punctuation(",")) == "1:1: error: expected ','"


def test_errors_after_a_line_end_are_at_the_line_end() -> None:
    p = parser("a // comment\n\n  b")
    p.parse_keyword("a")
    with pytest.raises(ParseError, match="1:2: error: expected ','"):
        p.parse_punctuation(",")
    assert str(p.error("m")) == "<input>:3:3: error: m"
    assert str(p.error("m", 0)) == "<input>:1:1: error: m"


def test_keywords() -> None:
    p = parser("into intox a.b$ word 5")
    assert p.parse_optional_keyword("into")
    assert not p.parse_optional_keyword("into")
    assert p.parse_optional_any_keyword(["a", "b"]) is None
    assert p.parse_optional_any_keyword(["intox"]) == "intox"
    assert p.parse_any_keyword() == "a.b$"
    p.parse_keyword("word")
    assert p.parse_optional_any_keyword() is None
    assert error_of("5", Parser.parse_any_keyword) == "1:1: error: expected valid keyword"
    assert error_of("x", lambda p: p.parse_keyword("y")) == "1:1: error: expected 'y'"
    assert parser('"a b"').parse_keyword_or_string() == "a b"
    assert parser("a").parse_keyword_or_string() == "a"
    assert error_of("1", Parser.parse_keyword_or_string) == "1:1: error: expected keyword or string"


def test_type_before_bracket() -> None:
    p = parser("f32<")
    assert p.parse_type() is F32
    assert p.parse_optional_punctuation("<")


def test_numbers() -> None:
    p = parser("5 -3 0x1F -0x1 1.5 -2.5e1 x")
    assert [p.parse_integer() for _ in range(4)] == [5, -3, 31, -1]
    assert p.parse_optional_integer() is None
    assert p.parse_float() == 1.5
    assert p.parse_float() == -25.0
    assert p.parse_optional_integer() is None
    assert error_of("x", Parser.parse_integer) == "1:1: error: expected integer value"
    assert error_of("-x", Parser.parse_float) == "1:1: error: expected floating point literal"
    assert parser("0x3FF8000000000000").parse_float() == 1.5
    assert "add a trailing dot to make the literal a float" in error_of("3", Parser.parse_float)
    for text in ("9" * 9999, "9223372036854775808", "-9223372036854775809", "0x10000000000000000"):
        assert error_of(text, Parser.parse_integer) == "1:1: error: integer value too large"
    assert parser("-9223372036854775808").parse_integer() == -(1 << 63)


def test_unsigned_numbers() -> None:
    p = parser("5 -1 18446744073709551615 x")
    assert [p.parse_integer(unsigned=True) for _ in range(3)] == [5, 2**64 - 1, 2**64 - 1]
    assert p.parse_optional_integer(unsigned=True) is None
    for text in ("18446744073709551616", "-9223372036854775809"):
        found = error_of(text, lambda p: p.parse_integer(unsigned=True))
        assert found == "1:1: error: integer value too large"


def test_strings_and_symbols() -> None:
    p = parser(r'"a\n" @b @"c d" e')
    assert p.parse_string() == "a\n"
    assert p.parse_symbol_name() == "b"
    assert p.parse_optional_symbol_name() == "c d"
    assert p.parse_optional_symbol_name() is None
    assert p.parse_optional_string() is None
    assert error_of("a", Parser.parse_string) == "1:1: error: expected string literal"
    assert error_of('"a', Parser.parse_string) == "1:1: error: expected '\"' in string literal"
    assert error_of(r'"\q"', Parser.parse_string) == "1:2: error: unknown escape in string literal"
    assert error_of(r'@"\q"', Parser.parse_symbol_name).startswith("1:3: error: unknown escape")
    assert (
        error_of("a", Parser.parse_symbol_name)
        == "1:1: error: expected valid '@'-identifier for symbol name"
    )
    assert error_of("@1", Parser.parse_symbol_name).startswith("1:1: error: @ identifier expected")


def test_dimension_lists() -> None:
    p = parser("4x?xf32 2x3 x")
    assert p.parse_dimension_list() == [4, DYNAMIC]
    assert p.parse_type() is F32
    assert p.parse_dimension_list(with_trailing_x=False) == [2, 3]
    assert error_of("?x", lambda p: p.parse_dimension_list(False)).endswith("expected static shape")
    assert error_of("[4]x", Parser.parse_dimension_list).endswith("dimension without brackets")
    assert error_of("f", lambda p: p.parse_dimension_list(True, False)) == (
        "1:1: error: expected integer or '?' in dimension list"
    )


def test_lists() -> None:
    p = parser("[1, 2] () < 3 > 4, 5 x")
    assert p.parse_comma_separated_list("[", p.parse_integer) == [1, 2]
    assert p.parse_comma_separated_list("(", p.parse_integer) == []
    assert p.parse_comma_separated_list("{", p.parse_integer, optional=True) == []
    assert p.parse_comma_separated_list("<", p.parse_integer) == [3]
    assert p.parse_comma_separated_list(None, p.parse_integer) == [4, 5]

    def integers(p: Parser) -> object:
        return p.parse_comma_separated_list("[", p.parse_integer)

    assert error_of("x", integers) == "1:1: error: expected '['"
    assert error_of("[1 2]", integers) == "1:4: error: expected ',' or ']'"
    assert error_of("[1,]", integers) == "1:4: error: expected integer value"


def test_types() -> None:
    p = parser("i32, f32 : i32 -> i32 -> (i32, f32) -> () : i32, f32 (i32) -> f32 x")
    assert p.parse_type_list() == [I32, F32]
    assert p.parse_colon_type() is I32
    assert p.parse_arrow_type_list() == [I32]
    assert p.parse_optional_arrow_type_list() == [I32, F32]
    assert p.parse_arrow_type_list() == []
    assert p.parse_optional_arrow_type_list() == []
    assert p.parse_optional_colon_type_list() == [I32, F32]
    assert p.parse_optional_colon_type_list() == []
    assert p.parse_function_type() is FunctionType((I32,), (F32,))
    assert p.parse_optional_type() is None
    assert error_of("x", Parser.parse_function_type) == "1:1: error: expected function type"
    assert error_of("x", Parser.parse_arrow_type_list) == "1:1: error: expected '->'"


def test_attributes_and_dictionaries() -> None:
    p = parser("5 {a} attributes {b = 1} <{c}> < {d = 2} > x")
    assert p.parse_attribute() is i64_attr(5)
    assert p.parse_optional_attr_dict() == {"a": UNIT}
    assert p.parse_optional_attr_dict() == {}
    assert p.parse_optional_attr_dict_with_keyword() == {"b": i64_attr(1)}
    assert p.parse_optional_attr_dict_with_keyword() == {}
    assert p.parse_optional_prop_dict() == {"c": UNIT}
    assert p.parse_optional_prop_dict() == {"d": i64_attr(2)}
    assert p.parse_optional_prop_dict() == {}
    assert error_of("attributes x", Parser.parse_optional_attr_dict_with_keyword) == (
        "1:12: error: expected '{'"
    )


def test_maps_and_sets_without_their_keyword() -> None:
    p = parser("(d0)[s0] -> (d0 + s0) (d0) : (d0 >= 0) x")
    assert str(p.parse_affine_map()) == "(d0)[s0] -> (d0 + s0)"
    assert str(p.parse_integer_set()) == "(d0) : (d0 >= 0)"
    assert "expected integer set" in error_of("(d0) -> ()", Parser.parse_integer_set)


def test_operands() -> None:
    p = parser("%a %b#2, %0 (%x, %y) []")
    operands = [p.parse_operand(), *p.parse_operand_list()]
    assert [(o.name, o.number, o.offset) for o in operands] == [
        ("a", 0, 0),
        ("b", 2, 3),
        ("0", 0, 9),
    ]
    assert [o.name for o in p.parse_operand_list("(")] == ["x", "y"]
    assert p.parse_operand_list("[") == []
    assert p.parse_operand_list() == []
    assert p.parse_optional_operand() is None
    assert error_of("x", Parser.parse_operand) == "1:1: error: expected SSA operand"
    assert error_of("%a#1", lambda p: p.parse_operand(False)) == (
        "1:3: error: result number not allowed in argument list"
    )


def test_operands_and_types_must_be_as_many() -> None:
    p = parser("%a, %b")
    operands = p.parse_operand_list()
    with pytest.raises(ParseError) as caught:
        p.resolve_operands(operands, [I32])
    assert str(caught.value) == (
        "<input>:1:1: error: number of operands and types do not match: got 2 operands and 1 types"
    )


def test_arguments() -> None:
    p = parser('%a: i32 {x.y} loc("l") %b (%c, %d) ')
    argument = p.parse_argument(allow_type=True, allow_attrs=True)
    assert (argument.name, argument.type, argument.attributes) == ("a", I32, {"x.y": UNIT})
    assert str(argument.location) == 'loc("l")'
    assert p.parse_argument().type is None
    assert [a.name for a in p.parse_argument_list("(")] == ["c", "d"]
    assert p.parse_optional_argument() is None
    assert p.parse_argument_list() == []
    assert error_of("x", Parser.parse_argument) == "1:1: error: expected SSA operand"


def test_regions_successors_and_locations() -> None:
    p = parser('x {} loc("a") y')
    assert p.parse_optional_region() is None
    assert p.parse_optional_location() is None
    p.parse_keyword("x")
    assert p.parse_region().blocks == []
    assert str(p.parse_optional_location()) == 'loc("a")'
    assert p.parse_optional_successor() is None


def test_region_arguments_need_types() -> None:
    p = parser("%a {}")
    argument = p.parse_argument()
    with pytest.raises(ParseError, match="1:1: error: argument '%a' needs a type"):
        p.parse_region([argument])


def test_peek() -> None:
    p = parser("->")
    assert p.peek() == "->"
    p.parse_punctuation("->")
    assert p.peek() == ""
    assert p.at_end()
