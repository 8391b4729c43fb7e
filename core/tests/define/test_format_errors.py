from __future__ import annotations

import pytest

from bufferize import define as d
from bufferize.define.assembly.format import Spacing


def compile_format(text: str) -> None:
    @d.Dialect("t").op("bad")
    class BadOp(d.Operation):
        """One field of each kind."""

        __slots__ = ()

        source = d.operand()
        indices = d.variadic_operand(d.INDEX)
        label = d.optional_attr(d.STR_ATTR)
        result = d.result(d.INDEX)
        assembly_format = text

    _ = BadOp.definition.format


GOOD = "$source `[` $indices `]` attr-dict `:` type($source)"

N = len(GOOD) + 2


def test_good_format() -> None:
    compile_format(GOOD)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("$source $$", 9, "unexpected text: '$$'"),
        ("$source `[ $indices", 9, "unterminated literal: '`[ $indices'"),
        ("`a b` $source", 1, "`a b` is neither a keyword nor punctuation that MLIR knows"),
        ("`;` $source", 1, "`;` is neither a keyword nor punctuation that MLIR knows"),
        ("$source attr-dict `:` typo($source)", 23, "unknown directive 'typo'"),
        ("type $source", 6, "expected '(' after 'type'"),
        ("type($source", 13, "expected ')' after the arguments of 'type'"),
        ("functional-type($source)", 24, "expected ',' after the inputs of 'functional-type'"),
        ("type(`x`)", 6, "expected a variable, 'operands' or 'results'"),
        ("$missing attr-dict", 1, "the op has no field 'missing' (it has $source, $indices,"),
        ("$source $source", 9, "'$source' is written twice"),
        ("type($source) type($source)", 15, "the type of '$source' is written twice"),
        ("$result", 1, "result '$result' can stand in type(...) only"),
        ("type($label)", 6, "'$label' is no operand or result and has no type"),
        ("attr-dict attr-dict", 11, "'attr-dict' stands twice"),
        ("$source $indices `:` type($source)", 1, "attr-dict is missing"),
        ("$source attr-dict `:` type($source)", 1, "operand 'indices' is missing"),
        ("operands $source attr-dict", 1, "both 'operands' and '$source' are written"),
        (
            "$source $indices attr-dict",
            1,
            "the type of operand 'source' is not written and follows from nothing: "
            "add type(...) or a trait",
        ),
        (f"{GOOD} (`x` $label)?", N + 0, "an optional group has one anchor '^', this one has 0"),
        (f"{GOOD} ($label^", N + 0, "an optional group without its ')'"),
        (f"{GOOD} ($label^)", N + 9, "expected '?' after an optional group"),
        (f"{GOOD} $label^", N + 6, "an anchor '^' outside of an optional group"),
        (f"{GOOD} (`x` `y`^)?", N + 5, "an anchor must be a variable or a directive of some"),
        (f"{GOOD} results", N + 0, "'results' can stand in type(...) or functional-type(...) only"),
        (f"{GOOD} ref($label)", N + 0, "this element cannot stand on its own"),
        (f"{GOOD} qualified(`x`)", N + 0, "'qualified' takes a variable or a type"),
        (f"{GOOD} oilist($label)", N + 7, "each clause of 'oilist' starts with a literal"),
        (f"{GOOD} custom<Nope>($label)", N + 0, "no custom directive is called 'Nope'"),
        (f"{GOOD} custom<`x`>($label)", N + 7, "expected the name of a custom directive"),
        (f"{GOOD} custom<X>((`x`)?)", N + 10, "an optional group has one anchor"),
        (f"{GOOD} )", N + 0, "expected a literal, variable, directive or group, got ')'"),
    ],
)
def test_error(text: str, column: int, message: str) -> None:
    with pytest.raises(d.DefinitionError) as failure:
        compile_format(text)
    found = str(failure.value)
    assert found.startswith("error: assembly format of 't.bad', column ")
    assert f"column {column}: {message}" in found


def test_trait_on_unknown_field() -> None:
    @d.Dialect("t").op("bad")
    class BadOp(d.Operation):
        """A trait that names no field."""

        __slots__ = ()

        source = d.operand()
        traits = (d.AllTypesMatch("source", "nothing"),)
        assembly_format = "$source attr-dict"

    with pytest.raises(d.DefinitionError, match=r"op 't\.bad' has a trait on 'nothing'"):
        _ = BadOp.definition.format


def test_dialect_check_finds_wrong_formats() -> None:
    dialect = d.Dialect("t")

    @dialect.op("bad")
    class BadOp(d.Operation):
        """Without attr-dict."""

        __slots__ = ()

        assembly_format = "`x`"

    with pytest.raises(d.DefinitionError, match="attr-dict is missing"):
        dialect.check()


def test_spacing() -> None:
    spacing = Spacing()
    assert spacing.literal("(") == "("
    assert spacing.element() == ""
    assert spacing.literal(",") == ","
    assert spacing.element() == " "
    assert spacing.literal(")") == ")"
    assert spacing.literal("->") == " ->"
    assert spacing.literal("to") == " to"
    assert spacing.literal("[") == "["
    assert spacing.literal("]") == "]"
    spacing.attr_dict()
    assert spacing.literal(":") == " :"
    assert spacing.whitespace("") == ""
    assert spacing.literal("x") == "x"
    assert spacing.whitespace(" ") == " "
    assert spacing.element() == " "
