"""A dialect whose ops are written with every directive of the assembly formats."""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize.ir import I64, Attribute, Operation, Type, Value, i64_attr

T = d.Dialect("t")


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
