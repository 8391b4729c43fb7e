"""Each directive of the assembly formats, through the parser and the printer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bufferize import define as d
from bufferize.diagnostics import ParseError
from bufferize.ir import I32, IntegerAttr, Operation, Type, parameters

from .format_dialect import FastAttr, GroupOp, T

RoundTrip = Callable[..., list[str]]
Parse = Callable[[d.Dialect, str], list[Operation]]

VALUES = '%a, %b, %i, %t = "u.def"() : () -> (f32, f32, index, tensor<4xf32>)\n'


@pytest.mark.parametrize(
    "text",
    [
        "t.flag",
        "t.flag nofold",
        "t.flag nofold unit {x}",
        't.attrs @name 5 1.000000e+00 "text" [1, -2] [true, false] memref<4xf32> @f::@g eq load '
        "mul 3 : i8 {x}",
        't.attrs @"a b" -1 0.000000e+00 "" [] [] index @f "2d" store add [1, unit]',
        "t.optional_attrs",
        't.optional_attrs "private"',
        't.optional_attrs "private" @f [unit] : [1] <nnan> mul 4 {x}',
        "t.optional_attrs @f",
        "t.optional_attrs [1]",
        "t.optional_attrs add",
        "t.optional_attrs 4",
        "t.optional_attrs down",
        "t.optional_attrs end",
        "t.qualified #t.fast<nnan>",
        "t.inverted off",
        "t.inverted on",
        "t.props",
        't.props <{flag, own = 3 : i64}> {x = "y"}',
        "t.list",
        't.list str "x"',
        't.list str "x" fast <nnan> flag {x}',
        "t.lost",
        "t.lost pair 1, 2",
        "t.lost {first = 1 : i64}",
    ],
)
def test_op_without_operands(round_trip: RoundTrip, text: str) -> None:
    assert round_trip(T, text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "%1 = t.add %0#0, %0#1 : f32",
        "%1 = t.add %0#0, %0#1 fast<nnan,ninf> {x} : f32",
        "t.group empty",
        "t.group %0#0 : f32 empty[%0#2] {x}",
        "t.group(%0#0, %0#2 : f32, index)",
        "t.group %0#3 : tensor<4xf32>(%0#0 : f32)[%0#2, %0#2]",
        "%1 = t.call @f(%0#0, %0#2) : (f32, index) -> i32",
        "%1:2 = t.call @f() {x} : () -> (i32, i64)",
        "t.call @f(%0#0) : (f32) -> ()",
        't.list str "x" of %0#0 : f32',
        "t.slice %0#3[%0#2, 4, [8]] by (1, %0#2) : tensor<4xf32>",
        "t.slice %0#3[] by () {x} : tensor<4xf32>",
        "%1 = t.custom %0#0 : f32 number 4",
        "%1 = t.custom %0#0 : f32 maybe %0#2 | number 4 {x}",
    ],
)
def test_op_with_operands(round_trip: RoundTrip, text: str) -> None:
    values = '%0:4 = "u.def"() : () -> (f32, f32, index, tensor<4xf32>)\n'
    assert round_trip(T, values + text) == [text]


def test_group_that_is_printed_by_its_else_part(round_trip: RoundTrip) -> None:
    # The flag says nothing that the group's absence does not.
    assert round_trip(
        T, '"t.group"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()'
    ) == ["t.group empty"]


def test_clauses_in_any_order(round_trip: RoundTrip) -> None:
    assert round_trip(T, 't.list flag fast<nnan> str "x"') == ['t.list str "x" fast <nnan> flag']


def test_clause_twice(parse_ops: Parse) -> None:
    with pytest.raises(ParseError, match="`flag` clause can appear at most once"):
        parse_ops(T, "t.list flag flag")


def test_all_operands_results_and_regions(round_trip: RoundTrip) -> None:
    text = '%i = "u.def"() : () -> index\n%r = t.all %i, %i : index, index -> i32 {\n}, {\n} {x}'
    assert round_trip(T, text) == ["%1 = t.all %0, %0 : index, index -> i32 {", "}, {", "} {x}"]


def test_region_with_implied_terminator(round_trip: RoundTrip, parse_ops: Parse) -> None:
    text = "t.keyword attributes {x} {\n}"
    assert round_trip(T, text) == text.splitlines()
    (op,) = parse_ops(T, text)
    assert [nested.name for nested in op.regions[0].blocks[0].ops] == ["t.end"]
    kept = "t.keyword {\n  t.end {x}\n}"
    assert round_trip(T, kept) == kept.splitlines()


def test_successors_and_nested_operands(round_trip: RoundTrip) -> None:
    text = """
    "u.region"() ({
      %0 = "u.def"() : () -> f32
      t.branch ^bb1[^bb2, ^bb1] ((%0, %0), (), (%0) : (f32, f32), (), (f32))
    ^bb1:
      t.branch ^bb2 ( : ) {x}
    ^bb2:
      t.branch ^bb2 (() : ())
    }) : () -> ()
    """
    printed = "\n".join(round_trip(T, text))
    assert "t.branch ^bb1[^bb2, ^bb1] ((%0, %0), (), (%0) : (f32, f32), (), (f32))" in printed
    assert "t.branch ^bb2 ( : ) {x}" in printed
    assert "t.branch ^bb2 (() : ())" in printed


def test_spaces(round_trip: RoundTrip) -> None:
    assert round_trip(T, "t.spaces a-() -> x y {z}") == ["t.spaces a- ()-> x", " y {z}"]


def test_segment_sizes_are_kept_from_the_text(parse_ops: Parse) -> None:
    (op,) = parse_ops(T, VALUES + "t.group(%a, %b : f32, f32)[%i]")
    assert isinstance(op, GroupOp)
    assert op.one is None
    assert len(op.many) == 2
    assert len(op.rest) == 1


def test_default_is_filled_in(parse_ops: Parse) -> None:
    (op,) = parse_ops(T, VALUES + "%r = t.add %a, %b : f32")
    assert op.properties == {"fast": FastAttr(0)}


def test_generic_form_keeps_inherent_attributes(round_trip: RoundTrip, parse_ops: Parse) -> None:
    generic = VALUES + '%r = "t.add"(%a, %b) {fast = #t.fast<nnan>, x} : (f32, f32) -> f32'
    (op,) = parse_ops(T, generic)
    assert op.properties == {"fast": FastAttr(1)}
    assert list(op.attributes) == ["x"]
    assert round_trip(T, generic) == ["%1 = t.add %0#0, %0#1 fast<nnan> {x} : f32"]
    assert round_trip(T, generic, generic=True) == [
        '%1 = "t.add"(%0#0, %0#1) <{fast = #t.fast<nnan>}> {x} : (f32, f32) -> f32'
    ]


def test_inherent_attribute_in_the_attr_dict(parse_ops: Parse) -> None:
    (op,) = parse_ops(T, VALUES + "%r = t.add %a, %b {fast = #t.fast<ninf>} : f32")
    assert op.properties == {"fast": FastAttr(2)}
    assert op.attributes == {}
    (op,) = parse_ops(T, VALUES + "%r = t.add %a, %b fast<nnan> {fast = #t.fast<ninf>} : f32")
    assert op.properties == {"fast": FastAttr(2)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("%r = t.add %a %b : f32", "expected ','"),
        ("t.attrs @a 5.0", "floating point value not valid"),
        ("t.group(%a, %b : f32)", "got 2 operands and 1 types"),
        ('t.attrs @a 5 1.0 "x" [1] [true] f32 @f lt', r"attribute 'predicate' \[eq, 2d\]"),
        (
            't.attrs @a 5 1.0 "x" [1] [true] f32 @f "lt"',
            "invalid predicate attribute specification",
        ),
        (
            't.attrs @a 5 1.0 "x" [1] [true] f32 @f 5',
            "expected string or keyword containing one of the following enum values for attribute "
            r"'predicate' \[eq, 2d\]",
        ),
        (
            't.attrs @a 5 1.0 "x" [1] [true] f32 @f eq nope',
            r"enum values for attribute 'mode' \[load, store\]",
        ),
        ("t.qualified <nope>", "expected"),
    ],
)
def test_parse_error(parse_ops: Parse, text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse_ops(T, VALUES + text)


def test_inferred_result_types(parse_ops: Parse) -> None:
    dialect = d.Dialect("i")

    def infer(state: d.OperationState) -> list[Type]:
        if "wide" in state.properties:
            raise ParseError("there is no such type")
        return [value.type for value in state.operands]

    @dialect.op("copy")
    class CopyOp(d.Operation):
        """One result for each operand."""

        __slots__ = ()

        args = d.variadic_operand(d.INDEX)
        wide = d.optional_attr(d.UNIT_ATTR)
        outs = d.variadic_result(d.INDEX)
        traits = (d.InferResultTypes(infer),)
        assembly_format = "$args attr-dict"

    (op,) = parse_ops(dialect, '%i = "u.def"() : () -> index\n%r:2 = i.copy %i, %i')
    assert len(op.results) == 2
    with pytest.raises(ParseError, match="there is no such type"):
        parse_ops(dialect, '%i = "u.def"() : () -> index\n%r = i.copy %i {wide}')


def test_types_that_follow_from_others(round_trip: RoundTrip) -> None:
    dialect = d.Dialect("i")

    @dialect.op("splat")
    class SplatOp(d.Operation):
        """The operand's type is the result's element type, of several operands too."""

        __slots__ = ()

        elements = d.variadic_operand()
        result = d.result(d.ANY_TENSOR)
        traits = (d.TypesMatchWith("result", "elements", lambda t: t.element_type),)
        assembly_format = "$elements attr-dict `:` type($result)"

    @dialect.op("constant")
    class ConstantOp(d.Operation):
        """The result has the type of an attribute."""

        __slots__ = ()

        value = d.attr(d.TYPED_ATTR)
        result = d.result()
        traits = (d.AllTypesMatch("value", "result"),)
        assembly_format = "attr-dict $value"

    text = '%0 = "u.def"() : () -> i32\n%1 = i.splat %0, %0 : tensor<2xi32>'
    assert round_trip(dialect, text) == ["%1 = i.splat %0, %0 : tensor<2xi32>"]
    assert round_trip(dialect, "%0 = i.constant {x} 4 : i32") == ["%0 = i.constant {x} 4 : i32"]
    assert I32 is not None


def test_type_without_parameters_has_its_prefix(round_trip: RoundTrip) -> None:
    dialect = d.Dialect("p")

    @dialect.type("token")
    @parameters
    class TokenType(Type):
        """There is just one."""

    @dialect.op("join")
    class JoinOp(d.Operation):
        """One type is not written where its operands are known."""

        __slots__ = ()

        tokens = d.variadic_operand(TokenType)
        token = d.result(TokenType)
        assembly_format = "$tokens attr-dict `:` type($token)"

    text = '%0 = "u.def"() : () -> !p.token\n%1 = p.join %0, %0 : !p.token'
    assert round_trip(dialect, text) == ["%1 = p.join %0, %0 : !p.token"]


def test_directive_sees_how_many_results_are_named(parse_ops: Parse) -> None:
    dialect = d.Dialect("n")

    @dialect.custom_directive("Count")
    class Count:
        """The number of results, as an attribute."""

        @staticmethod
        def parse(parser: d.AsmParser) -> IntegerAttr:
            return IntegerAttr(parser.num_results, I32)

        @staticmethod
        def print(printer: d.AsmPrinter, op: Operation, count: IntegerAttr) -> None:
            printer.write(f"/* {count.value} */")

    @dialect.op("many")
    class ManyOp(d.Operation):
        """Has as many results as types are written."""

        __slots__ = ()

        body = d.region()
        count = d.attr(d.I32_ATTR)
        outs = d.variadic_result()
        traits = (d.NoTerminator(),)
        assembly_format = "$body custom<Count>($count) attr-dict `:` type($outs)"

    inner = "%2, %3:2 = n.many {\n^bb0:\n} : i32, i32, i32"
    (outer,) = parse_ops(dialect, f"%0, %1 = n.many {{\n^bb0:\n{inner}\n}} : i32, i32")
    counts = {len(op.results): op.properties["count"] for op in outer.walk()}
    assert counts == {2: IntegerAttr(2, I32), 3: IntegerAttr(3, I32)}


class TestPropertiesBeforeTheAttrDict:
    """MLIR has written them there since August 2026."""

    @pytest.fixture
    def dialect(self) -> d.Dialect:
        dialect = d.Dialect("c")

        @dialect.op("access")
        class AccessOp(d.Operation):
            """All but one of its properties are left to the attr-dict."""

            __slots__ = ()

            shown = d.attr(d.I64_ATTR)
            alignment = d.optional_attr(d.I64_ATTR)
            fast = d.optional_attr(d.BOOL_ATTR)
            nofold = d.optional_attr(d.UNIT_ATTR)
            sizes = d.optional_attr(d.I64_ARRAY)
            assembly_format = "$shown attr-dict `to`"

        return dialect

    @pytest.mark.parametrize(
        ("text", "printed"),
        [
            ("alignment = 8", "alignment = 8 : i64"),
            ("alignment(8)", "alignment = 8 : i64"),
            ("nofold", "nofold"),
            ("nofold alignment(8) fast(true)", "alignment = 8 : i64, fast = true, nofold"),
            ("sizes = [1, 2] fast = false", "fast = false, sizes = [1, 2]"),
            ("<{fast = true, nofold}>", "fast = true, nofold"),
            ("alignment = 8 {x = 1 : i64}", "alignment = 8 : i64, x = 1 : i64"),
            ("<{nofold}> {alignment = 8 : i64}", "alignment = 8 : i64, nofold"),
        ],
    )
    def test_they_are_read(
        self, dialect: d.Dialect, round_trip: RoundTrip, text: str, printed: str
    ) -> None:
        expected = [f"c.access 4 {{{printed}}} to"]
        assert round_trip(dialect, f"c.access 4 {text} to") == expected

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("alignment = 8 alignment = 8", "'alignment' occurs twice"),
            ("<{nofold}> nofold", "'nofold' occurs twice"),
            ("alignment 8", "expected '='"),
            ("alignment(8", r"expected '\)'"),
            ("alignment = nofold", "expected"),
            ("shown = 8", "expected 'to'"),
            ("x = 1", "expected 'to'"),
        ],
    )
    def test_what_is_wrong_is_an_error(
        self, dialect: d.Dialect, parse_ops: Parse, text: str, message: str
    ) -> None:
        with pytest.raises(ParseError, match=message):
            parse_ops(dialect, f"c.access 4 {text} to")
