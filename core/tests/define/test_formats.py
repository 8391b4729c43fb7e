"""Each directive of the assembly formats, through the parser and the printer."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pytest

from bufferize import define as d
from bufferize.diagnostics import ParseError
from bufferize.ir import I32, I64, Attribute, Operation, Type, Value, i64_attr

RoundTrip = Callable[..., list[str]]
Parse = Callable[[d.Dialect, str], list[Operation]]

T = d.Dialect("t")
VALUES = '%a, %b, %i, %t = "u.def"() : () -> (f32, f32, index, tensor<4xf32>)\n'


@T.attribute("fast")
class FastAttr(d.BitEnumAttr):
    """Flags."""

    cases: ClassVar = {"none": 0, "nnan": 1, "ninf": 2}


@T.attribute("kind")
class KindAttr(d.EnumAttr):
    """Written without brackets."""

    cases: ClassVar = {"add": 0, "mul": 1}
    angle_brackets: ClassVar = False


@T.op("add")
class AddOp(d.Operation):
    """A default attribute in a group; types by a trait."""

    __slots__ = ()

    lhs = d.operand(d.FLOAT_LIKE)
    rhs = d.operand(d.FLOAT_LIKE)
    fast = d.default_attr(FastAttr, FastAttr(0))
    result = d.result(d.FLOAT_LIKE)
    traits = (d.SameOperandsAndResultType(),)
    assembly_format = "$lhs `,` $rhs (`fast` `` $fast^)? attr-dict `:` type($result)"


@T.op("flag")
class FlagOp(d.Operation):
    """Unit attributes as anchors."""

    __slots__ = ()

    nofold = d.optional_attr(d.UNIT_ATTR)
    shown = d.optional_attr(d.UNIT_ATTR)
    assembly_format = "(`nofold` $nofold^)? ($shown^)? attr-dict"


@T.op("attrs")
class AttrsOp(d.Operation):
    """How attributes of many kinds are written."""

    __slots__ = ()

    sym_name = d.attr(d.SYMBOL_NAME)
    count = d.attr(d.I64_ATTR)
    ratio = d.attr(d.F32_ATTR)
    message = d.attr(d.STR_ATTR)
    values = d.attr(d.DENSE_I64_ARRAY)
    flags = d.attr(d.DENSE_BOOL_ARRAY)
    type_ = d.attr(d.TYPE_ATTR, name="type")
    callee = d.attr(d.SYMBOL_REF)
    predicate = d.attr(d.int_enum("predicate", I64, {"eq": 0, "2d": 1}))
    mode = d.attr(d.str_enum("mode", ("load", "store")))
    kind = d.attr(KindAttr)
    any_ = d.attr(d.ANY_ATTR, name="any")
    assembly_format = (
        "$sym_name $count $ratio $message $values $flags $type $callee $predicate $mode $kind "
        "$any attr-dict"
    )


@T.op("optional_attrs")
class OptionalAttrsOp(d.Operation):
    """Attributes at the start of optional groups."""

    __slots__ = ()

    visibility = d.optional_attr(d.STR_ATTR)
    callee = d.optional_attr(d.FLAT_SYMBOL_REF)
    array = d.optional_attr(d.ARRAY_ATTR)
    dense = d.optional_attr(d.DENSE_I32_ARRAY)
    fast = d.optional_attr(FastAttr)
    kind = d.optional_attr(KindAttr)
    number = d.optional_attr(d.I32_ATTR)
    rounding = d.optional_attr(d.int_enum("rounding", I64, {"up": 0, "down": 1}))
    end = d.optional_attr(d.UNIT_ATTR)
    assembly_format = (
        "($visibility^)? ($callee^)? ($array^)? (`:` $dense^)? ($fast^)? ($kind^)? ($number^)? "
        "($rounding^)? (`end` $end^)? attr-dict"
    )


@T.op("qualified")
class QualifiedOp(d.Operation):
    """With the full name of the attribute."""

    __slots__ = ()

    fast = d.attr(FastAttr)
    assembly_format = "qualified($fast) attr-dict"


@T.op("group")
class GroupOp(d.Operation):
    """Operands in optional groups, with an else part."""

    __slots__ = ()

    one = d.optional_operand()
    many = d.variadic_operand()
    rest = d.variadic_operand(d.INDEX)
    assembly_format = (
        "($one^ `:` type($one))? (`(` $many^ `:` type($many) `)`):(`empty`)? "
        "(`` `[` $rest^ `]`)? attr-dict"
    )


@T.op("inverted")
class InvertedOp(d.Operation):
    """The anchor is in the else part."""

    __slots__ = ()

    flag = d.optional_attr(d.UNIT_ATTR)
    assembly_format = "(`off`):(`on` $flag^)? attr-dict"


@T.op("call")
class CallOp(d.Operation):
    """functional-type of a field and of all results."""

    __slots__ = ()

    callee = d.attr(d.FLAT_SYMBOL_REF)
    args = d.variadic_operand()
    outs = d.variadic_result()
    assembly_format = "$callee `(` $args `)` attr-dict `:` functional-type($args, results)"


@T.op("all")
class AllOp(d.Operation):
    """The directives for all of a kind."""

    __slots__ = ()

    args = d.variadic_operand()
    outs = d.variadic_result()
    bodies = d.variadic_region()
    assembly_format = "operands `:` type(operands) `->` type(results) regions attr-dict"


@T.op("keyword")
class KeywordOp(d.Operation):
    """attr-dict-with-keyword and a region."""

    __slots__ = ()

    body = d.region()
    traits = (d.SingleBlockImplicitTerminator("t.end"),)
    assembly_format = "attr-dict-with-keyword $body"


@T.op("end")
class EndOp(d.Operation):
    """A terminator with operands."""

    __slots__ = ()

    args = d.variadic_operand()
    traits = (d.IsTerminator(),)
    assembly_format = "attr-dict ($args^ `:` type($args))?"


@T.op("props")
class PropsOp(d.Operation):
    """prop-dict keeps properties apart."""

    __slots__ = ()

    own = d.optional_attr(d.I64_ATTR)
    flag = d.optional_attr(d.UNIT_ATTR)
    assembly_format = "prop-dict attr-dict"


@T.op("list")
class ListOp(d.Operation):
    """Clauses in any order."""

    __slots__ = ()

    text = d.optional_attr(d.STR_ATTR)
    fast = d.default_attr(FastAttr, FastAttr(0))
    flag = d.optional_attr(d.UNIT_ATTR)
    value = d.optional_operand()
    assembly_format = (
        "oilist(`str` $text | `fast` $fast | `flag` $flag | `of` $value `:` type($value)) attr-dict"
    )


@T.op("slice")
class SliceOp(d.Operation):
    """DynamicIndexList in both delimiters."""

    __slots__ = ()

    source = d.operand(d.ANY_TENSOR)
    sizes = d.variadic_operand(d.INDEX)
    tiles = d.variadic_operand(d.INDEX)
    static_sizes = d.attr(d.DENSE_I64_ARRAY)
    static_tiles = d.attr(d.DENSE_I64_ARRAY)
    scalable = d.attr(d.DENSE_BOOL_ARRAY)
    assembly_format = (
        "$source `` custom<DynamicIndexList>($sizes, $static_sizes, $scalable) `by` "
        'custom<DynamicIndexList>($tiles, $static_tiles, "{}", '
        '"::mlir::AsmParser::Delimiter::Paren") attr-dict `:` type($source)'
    )


@T.op("branch")
class BranchOp(d.Operation):
    """Successors and nested operands."""

    __slots__ = ()

    dest = d.successor()
    cases = d.variadic_successor()
    args = d.variadic_of_variadic_operand(segments="arg_sizes")
    arg_sizes = d.attr(d.DENSE_I32_ARRAY)
    traits = (d.IsTerminator(),)
    assembly_format = "$dest (`[` $cases^ `]`)? `(` $args `:` type($args) `)` attr-dict"


@T.custom_directive("Twice")
class TwiceDirective:
    """An attribute and a type that depends on another."""

    @staticmethod
    def parse(parser: d.AsmParser, word: str, known: Type) -> tuple[Attribute, Type]:
        parser.parse_keyword(word)
        return i64_attr(parser.parse_integer()), known

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: Operation,
        word: str,
        known: Type,
        number: Attribute,
        type: Type,
    ) -> None:
        assert known is type
        printer.write(f"{word} ")
        printer.print_attribute_without_type(number)


@T.custom_directive("Maybe")
class MaybeDirective:
    """May start an optional group."""

    @staticmethod
    def parse(parser: d.AsmParser) -> d.UnresolvedOperand | None:
        return parser.parse_operand() if parser.parse_optional_keyword("maybe") else None

    @staticmethod
    def print(printer: d.AsmPrinter, op: Operation, value: Value) -> None:
        printer.write("maybe ")
        printer.print_operand(value)


@T.op("custom")
class CustomOp(d.Operation):
    """Own directives."""

    __slots__ = ()

    value = d.operand()
    extra = d.optional_operand(d.INDEX)
    number = d.attr(d.I64_ATTR)
    result = d.result()
    assembly_format = (
        "$value `:` type($value) (custom<Maybe>($extra)^ `!`)? "
        'custom<Twice>("number", ref(type($value)), $number, type($result)) attr-dict'
    ).replace("`!`", "`|`")


@T.op("lost")
class LostOp(d.Operation):
    """An attribute that stands in a group of another anchor."""

    __slots__ = ()

    first = d.optional_attr(d.I64_ATTR)
    second = d.optional_attr(d.I64_ATTR)
    assembly_format = "(`pair` $first `,` $second^)? attr-dict"


@T.op("spaces")
class SpacesOp(d.Operation):
    """Explicit whitespace."""

    __slots__ = ()

    assembly_format = "`a` `` `-` ` ` `(` `)` `` `->` `x` `\\n` `y` attr-dict"


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
