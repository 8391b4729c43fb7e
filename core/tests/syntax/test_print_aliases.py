"""Aliases: which attributes get one, their numbers and where they stand."""

from __future__ import annotations

import pytest

from bufferize.define.dialect_context import DialectContext
from bufferize.syntax import PrintOptions, parse_module, print_module
from bufferize_testing import reference_output

GENERIC = PrintOptions(generic=True)


def printed(text: str, options: PrintOptions = GENERIC) -> str:
    context = DialectContext({})
    context.allow_unregistered_dialects = True
    return print_module(parse_module(f"{text}\n", context, "f"), options)


def lines(text: str, options: PrintOptions = GENERIC) -> list[str]:
    return [line.strip() for line in printed(text, options).splitlines()]


def test_maps_and_sets_are_numbered_by_first_mention() -> None:
    assert lines(
        '"x.a"() {a = affine_map<(d0) -> (d0 + 1)>, b = affine_set<(d0) : (d0 == 0)>,'
        " c = affine_map<(d0) -> (d0)>, d = affine_map<(d0) -> (d0 + 1)>} : () -> ()"
    ) == [
        "#map = affine_map<(d0) -> (d0 + 1)>",
        "#map1 = affine_map<(d0) -> (d0)>",
        "#set = affine_set<(d0) : (d0 == 0)>",
        '"builtin.module"() ({',
        '"x.a"() {a = #map, b = #set, c = #map1, d = #map} : () -> ()',
        "}) : () -> ()",
    ]


def test_regions_and_types_are_mentioned_before_attributes() -> None:
    found = lines(
        '"x.a"() ({\n"x.b"() {m = affine_map<(d0) -> (d0 + 1)>} : () -> ()\n})'
        " {m = affine_map<(d0) -> (d0 + 3)>} : () -> memref<2xf32, affine_map<(d0) -> (d0 + 2)>>"
    )
    assert found[:3] == [f"#map{i or ''} = affine_map<(d0) -> (d0 + {i + 1})>" for i in range(3)]


def test_local_scope_has_no_aliases() -> None:
    text = '"x.a"() {m = affine_map<(d0) -> (d0)>} : () -> ()'
    assert lines(text, PrintOptions(generic=True, local_scope=True))[1] == text


def test_nested_aliases_come_after_what_they_mention() -> None:
    assert lines('"x.a"() {l = loc("n"("f":1:2)), m = affine_map<(d0) -> (d0)>} : () -> ()')[
        :4
    ] == [
        '#loc = loc("f":1:2)',
        "#map = affine_map<(d0) -> (d0)>",
        '#loc1 = loc("n"(#loc))',
        '"builtin.module"() ({',
    ]


def test_long_tuples_are_type_aliases_and_come_first() -> None:
    types = ", ".join(["i1"] * 17)
    found = lines(f'"x.a"() {{m = affine_map<(d0) -> (d0)>, t = tuple<{types}>}} : () -> ()')
    assert found[:2] == [f"!tuple = tuple<{types}>", "#map = affine_map<(d0) -> (d0)>"]


def test_distinct_attributes_are_numbered_in_the_order_of_the_text() -> None:
    found = lines(
        '"x.a"() {a = distinct[5]<>, b = distinct[7]<1 : i32>, c = distinct[7]<1 : i32>} : () -> ()'
    )
    assert found[0] == "#distinct = distinct[0]<1 : i32>"
    assert found[2] == '"x.a"() {a = distinct[1]<>, b = #distinct, c = #distinct} : () -> ()'


def test_locations_of_operations_are_defined_at_the_end() -> None:
    options = PrintOptions(generic=True, debuginfo=True)
    text = '"x.a"() ({\n^bb0(%a: i32 loc("g":1:1)):\n}) : () -> () loc("f":7:3)'
    found = lines(f'"builtin.module"() ({{\n{text}\n}}) : () -> () loc("f":2:2)', options)
    assert found == [
        '#loc2 = loc("g":1:1)',
        '"builtin.module"() ({',
        '"x.a"() ({',
        '^bb0(%arg0: i32 loc("g":1:1)):',
        "}) : () -> () loc(#loc1)",
        "}) : () -> () loc(#loc)",
        '#loc = loc("f":2:2)',
        '#loc1 = loc("f":7:3)',
    ]


def test_properties_of_unknown_operations_make_no_alias() -> None:
    found = lines(
        '"x.a"() <{p = affine_map<(d0) -> (d0 + 1)>, q = affine_map<(d0) -> (d0)>}>'
        " {x = affine_map<(d0) -> (d0)>} : () -> ()"
    )
    assert found[0] == "#map = affine_map<(d0) -> (d0)>"
    assert (
        found[2] == '"x.a"() <{p = affine_map<(d0) -> (d0 + 1)>, q = #map}> {x = #map} : () -> ()'
    )


def test_locations_in_place() -> None:
    options = PrintOptions(generic=True, debuginfo=True, local_scope=True)
    text = '"x.a"() : () -> () loc(fused<"m">["f":1:2, callsite("g":1:1 at "h":2:2)])'
    assert lines(text, options)[1] == text


@pytest.mark.reference
@pytest.mark.parametrize(
    "flags", [(), ("debuginfo",), ("local_scope",), ("debuginfo", "local_scope")]
)
def test_the_text_is_that_of_mlir_opt(flags: tuple[str, ...]) -> None:
    text = """"builtin.module"() ({
  "x.a"() ({
  ^bb0(%a: memref<2xf32, affine_map<(d0) -> (d0 + 1)>> loc("n"("f":1:2))):
    "x.b"(%a) <{p = [affine_map<(d0) -> (d0)>]}> {x = loc(fused["f":1:2, "f":1:3])}
      : (memref<2xf32, affine_map<(d0) -> (d0 + 1)>>) -> () loc("n"("f":1:2))
  }) {y = distinct[3]<affine_map<(d0) -> (d0 + 9)>>, z = distinct[1]<>} : () -> ()
}) {x.m = affine_map<() -> (0)>} : () -> ()
"""
    words = {"debuginfo": "--mlir-print-debuginfo", "local_scope": "--mlir-print-local-scope"}
    output = reference_output(text, "--mlir-print-op-generic", *[words[flag] for flag in flags])
    context = DialectContext({})
    context.allow_unregistered_dialects = True
    options = PrintOptions(
        generic=True, debuginfo="debuginfo" in flags, local_scope="local_scope" in flags
    )
    ours = print_module(parse_module(text, context, "<stdin>"), options)
    assert ours.rstrip("\n") == output.rstrip("\n").replace('"-"', '"<stdin>"')
