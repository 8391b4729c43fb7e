"""Whole files: the implicit module, aliases, locations, resources, limits, splitting."""

from __future__ import annotations

import contextlib
import gc
import sys

import pytest

import bufferize
from bufferize.define import DialectContext
from bufferize.diagnostics import ParseError
from bufferize.ir import (
    UNKNOWN_LOC,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    Location,
    NameLoc,
    Operation,
    i64_attr,
)
from bufferize.syntax import parse_attribute, parse_module
from bufferize.syntax.scanner import MAX_NESTING

CONTEXT = DialectContext(allow_unregistered_dialects=True)


def parse(text: str) -> Operation:
    return parse_module(text, CONTEXT, "f.mlir")


def error_of(text: str) -> str:
    with pytest.raises(ParseError) as caught:
        parse(text)
    return str(caught.value.diagnostics[0])


def test_empty_texts_are_empty_modules() -> None:
    for text in ("", "  \n", "// nothing"):
        module = parse(text)
        assert module.name == "builtin.module"
        assert module.regions[0].entry.num_ops == 0


def test_texts_may_end_anywhere() -> None:
    parse('"x.a"() : () -> () // no line end')
    assert error_of('"x.a"() // no line end').startswith("f.mlir:1:8: error: expected ':'")
    assert error_of('"x.a"() ({ // no line end').startswith("f.mlir:1:11: error: expected op")


def test_strange_characters() -> None:
    parse('"x\0.y\t"() {"\0" = "\0"} : () -> ()')
    assert error_of("\0") == "f.mlir:1:1: error: expected operation name in quotes"
    assert error_of('"x.a"() {a = é} : () -> ()') == "f.mlir:1:14: error: expected attribute value"
    assert error_of('"x.a"() : () -> é') == "f.mlir:1:17: error: expected type"
    assert error_of("é") == "f.mlir:1:1: error: expected operation name in quotes"


def test_a_module_is_put_around_ops() -> None:
    module = parse('"x.a"() : () -> () "x.b"() : () -> ()')
    assert module.name == "builtin.module"
    assert [op.name for op in module.regions[0].entry.ops] == ["x.a", "x.b"]


def test_a_single_module_stays_alone() -> None:
    text = '"builtin.module"() ({ "x.a"() : () -> () }) : () -> ()'
    module = parse(text)
    assert module.parent is None
    assert [op.name for op in module.walk()] == ["builtin.module", "x.a"]
    assert len(list(parse(text + text).walk())) == 5


# Aliases


def test_aliases() -> None:
    module = parse(
        """
        !vec = vector<4xf32>
        !pair = tuple<!vec, !vec>
        #map = affine_map<(d0) -> (d0 + 1)>
        #0 = [#map, !pair]
        #typed = #x.y<1>
        "x.a"() {a = #map, b = [#0], c = !vec, d = {e = #typed}} : () -> tensor<2x!vec>
        """
    )
    op = module.regions[0].entry.last_op
    assert op is not None
    assert str(op.attributes["b"]) == (
        "[[affine_map<(d0) -> (d0 + 1)>, tuple<vector<4xf32>, vector<4xf32>>]]"
    )
    assert str(op.result_types[0]) == "tensor<2xvector<4xf32>>"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("#a = 1\n#a = 2", "2:1: error: redefinition of attribute alias id 'a'"),
        ("!a = i32\n!a = i32", "2:1: error: redefinition of type alias id 'a'"),
        (
            "#a.b = 1",
            "1:1: error: attribute names with a '.' are reserved for dialect-defined names",
        ),
        ("!a.b = i32", "1:1: error: type names with a '.' are reserved for dialect-defined names"),
        ("#a 1", "1:4: error: expected '='"),
        ("#a =\n", "1:5: error: expected attribute value"),
        ("# = 1", "1:1: error: expected attribute alias name"),
        ('"x.a"() {a = #b} : () -> ()\n#b = 1', "1:14: error: undefined symbol alias id 'b'"),
        (
            '"x.a"() {a = loc(#b)} : () -> ()\n#b = loc("x")',
            "1:18: error: undefined symbol alias id 'b'",
        ),
        ('"x.a"() : () -> !b', "1:17: error: undefined symbol alias id 'b'"),
        ('"x.a"() : () -> tensor<4x!b>', "1:26: error: undefined symbol alias id 'b'"),
    ],
)
def test_alias_errors(text: str, error: str) -> None:
    assert error_of(text) == f"f.mlir:{error}"


# Locations

FILE = FileLineColLoc("a.c", 1, 2)


@pytest.mark.parametrize(
    ("text", "location"),
    [
        ("unknown", UNKNOWN_LOC),
        ('"a.c":1:2', FILE),
        ('"a.c" : 1 : 2', FILE),
        ('"a.c":1', FileLineColLoc("a.c", 1, 0)),
        ('"a.c":1:2 to :5', FileLineColLoc("a.c", 1, 2, 0, 5)),
        ('"a.c":1:2 to 1:5', FileLineColLoc("a.c", 1, 2, 0, 5)),
        ('"a.c":1:2 to 3:4', FileLineColLoc("a.c", 1, 2, 3, 4)),
        ('"name"', NameLoc("name", UNKNOWN_LOC)),
        ('"name"("a.c":1:2)', NameLoc("name", FILE)),
        ('callsite("a.c":1:2 at unknown)', CallSiteLoc(FILE, UNKNOWN_LOC)),
        ('fused["a.c":1:2, "n"]', FusedLoc((FILE, NameLoc("n", UNKNOWN_LOC)))),
        ("fused<5>[unknown]", FusedLoc((UNKNOWN_LOC,), i64_attr(5))),
        ("#file", FILE),
        ('callsite(#file at "n"(#file))', CallSiteLoc(FILE, NameLoc("n", FILE))),
        ("#later", NameLoc("later", FILE)),
    ],
)
def test_locations(text: str, location: Location) -> None:
    module = parse(
        f"""
        #file = loc("a.c":1:2)
        "x.a"() ({{ ^bb0(%a: i32 loc({text})): }}) : () -> () loc({text})
        #later = loc("later"(#file))
        """
    )
    op = module.regions[0].entry.last_op
    assert op is not None
    assert op.location == location
    assert op.regions[0].entry.arguments[0].location == location
    if not text.startswith("#") and "#" not in text:
        assert parse_attribute(f"loc({text})", CONTEXT) == location


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("#never", "1:20: error: operation location alias was never defined: '#never'"),
        ("#one", "1:20: error: expected location, but found '1 : i64'"),
        ("callsite(unknown unknown)", "1:41: error: expected 'at'"),
        ('"a":1:2 to', "1:34: error: expected ':' or integer"),
    ],
)
def test_location_errors(text: str, error: str) -> None:
    assert error_of(f'"x.a"() : () -> () loc({text})\n#one = 1') == f"f.mlir:{error}"


# Resources


def test_resources_are_kept_as_long_as_their_module() -> None:
    context = DialectContext(allow_unregistered_dialects=True)
    module = parse_module(
        """
        "x.a"() {a = dense_resource<blob> : tensor<1xi32>} : () -> ()
        {-#
          dialect_resources: { builtin: { blob: "0x0400000001000000", "b c": true } },
          external_resources: { tool: { key: "value" } }
        #-}
        """,
        context,
    )
    other = parse_module("{-# dialect_resources: { x: { k: true } } #-}", context)
    assert context.resources_of(module) == {
        "builtin": {"blob": '"0x0400000001000000"', "b c": "true"}
    }
    assert context.resources_of(other) == {"x": {"k": "true"}}
    del module
    gc.collect()
    assert list(context.resources) == other.regions


@pytest.mark.parametrize("last", ["func.func private @f()", "memref.global @g : memref<2xi16>"])
def test_resources_are_neither_attributes_nor_a_region(last: str) -> None:
    context = bufferize.Context(["func"])
    module = parse_module(f"{last}\n{{-# dialect_resources: {{ x: {{ k: true }} }} #-}}", context)
    assert context.resources_of(module) == {"x": {"k": "true"}}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{-# foo: {} #-}", "1:5: error: unknown key 'foo' in file metadata dictionary"),
        ("{-# dialect_resources {} #-}", "1:23: error: expected ':'"),
        ("{-# dialect_resources: {a: 1} #-}", "1:28: error: expected '{'"),
        (
            "{-# dialect_resources: {a: {b: 1}} #-}",
            "1:32: error: expected resource value: a string, 'true' or 'false'",
        ),
        ("{-# dialect_resources: {}", "1:26: error: expected '#-}'"),
    ],
)
def test_resource_errors(text: str, error: str) -> None:
    assert error_of(text) == f"f.mlir:{error}"


# Limits: whatever the nesting, the answer is an error message

DEPTH = 100_000
TOO_DEEP = f"error: nesting is deeper than the {MAX_NESTING} levels that are supported"


@pytest.mark.parametrize(
    "text",
    [
        '"x.a"() ({' * DEPTH,
        '"x.a"() ({' * DEPTH + "}) : () -> ()" * DEPTH,
        '"x.a"() {a = ' + "[" * DEPTH + "]" * DEPTH + "} : () -> ()",
        '"x.a"() {a = ' + "{a = " * DEPTH,
        '"x.a"() : () -> ' + "tuple<" * DEPTH + ">" * DEPTH,
        '"x.a"() : () -> ' + "tensor<4x" * DEPTH,
        '"x.a"() : () -> ' + "(" * DEPTH,
        '"x.a"() : () -> ' + "((" * DEPTH + ") -> ())" * DEPTH,
        '"x.a"() : () -> ' + "!x.y<" * DEPTH + ">" * DEPTH,
        '"x.a"() : () -> () loc(' + '"n"(' * DEPTH + ")" * DEPTH,
        "#a = dense<" + "[" * DEPTH + "]" * DEPTH + "> : tensor<1xi32>",
    ],
    ids=[
        "open regions",
        "regions",
        "arrays",
        "dictionaries",
        "tuples",
        "tensors",
        "parentheses",
        "functions",
        "dialect types",
        "locations",
        "dense",
    ],
)
def test_nesting_is_limited(text: str) -> None:
    message = error_of(text)
    assert message.startswith("f.mlir:1:")
    assert "nest" in message


def test_nesting_up_to_the_limit() -> None:
    depth = MAX_NESTING - 1
    module = parse('"x.a"() ({' * depth + "}) : () -> ()" * depth)
    assert sum(1 for _ in module.walk()) == depth + 1
    parse('"x.a"() {a = ' + "[" * depth + "]" * depth + "} : () -> ()")


def test_long_expressions_are_not_deep() -> None:
    parse_attribute("affine_map<() -> (" + "(" * DEPTH + "1" + ")" * DEPTH + ")>", CONTEXT)
    parse_attribute("affine_map<(d0) -> (" + "-" * DEPTH + "d0)>", CONTEXT)
    parse_attribute(
        "affine_map<(d0, d1) -> (" + " + ".join(["d0", "d1 * 2"] * 5_000) + ")>", CONTEXT
    )


def test_the_interpreter_is_left_as_it_was() -> None:
    limit = sys.getrecursionlimit()
    for text in ("", "}"):
        with contextlib.suppress(ParseError):
            parse(text)
        assert sys.getrecursionlimit() == limit
        assert gc.isenabled()
    gc.disable()
    try:
        parse("")
        assert not gc.isenabled()
    finally:
        gc.enable()
