"""Operations in generic form, names of values and blocks, and ops with a syntax of their own."""

from __future__ import annotations

import pytest

from bufferize import define as d
from bufferize.define import Dialect, DialectContext
from bufferize.define.asm import AsmParser, OperationState
from bufferize.diagnostics import ParseError
from bufferize.ir import (
    F32,
    I1,
    I32,
    INDEX,
    UNIT,
    BlockArgument,
    FileLineColLoc,
    Operation,
    StringAttr,
    UnregisteredOp,
    i64_attr,
)
from bufferize.plugins import Context as PluginContext
from bufferize.syntax import parse_module

TOY = Dialect("toy")
TOY.op_aliases["toy.ancient"] = "toy.const"


@TOY.op("const")
class ConstOp(d.Operation):
    """A constant with a default attribute."""

    __slots__ = ()
    value = d.attr(d.I64_ATTR)
    flavour = d.default_attr(d.STR_ATTR, StringAttr("plain"))
    result = d.result(d.I32)
    assembly_format = "$value attr-dict"


@TOY.op("scope")
class ScopeOp(d.Operation):
    """A region, isolated from above, in which ops of this dialect need no prefix."""

    __slots__ = ()
    body = d.region()
    traits = (d.IsolatedFromAbove(),)
    default_dialect = "toy"

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        arguments = parser.parse_argument_list("(", allow_type=True, allow_attrs=True)
        state.attributes = parser.parse_optional_attr_dict_with_keyword()
        state.regions.append(parser.parse_region(arguments))


@TOY.op("plain")
class PlainOp(d.Operation):
    """An op without a syntax of its own."""

    __slots__ = ()


def context(allow: bool = True) -> DialectContext:
    return DialectContext([TOY], allow_unregistered_dialects=allow)


def ops(text: str, allow: bool = True) -> list[Operation]:
    return list(parse_module(text, context(allow)).walk())[1:]


def test_everything_in_generic_form() -> None:
    first, second, inner, last = ops(
        """
        %a, %b:2 = "x.first"() <{p = 1}> {q = "s", "r s"} : () -> (i32, f32, i1)
        "x.second"(%a, %b, %b#1) ({
        ^bb0(%c: index, %d: i32 loc("arg")):
          "x.inner"(%c)[^bb1, ^bb1] : (index) -> ()
        ^bb1:
        }, {}) : (i32, f32, i1) -> () loc("here":3:4)
        "x.last" ( ) : ( ) -> ( )  // a comment
        """
    )
    assert isinstance(first, UnregisteredOp)
    assert first.name == "x.first"
    assert first.result_types == (I32, F32, I1)
    assert first.properties == {"p": i64_attr(1)}
    assert first.attributes == {"q": StringAttr("s"), "r s": UNIT}
    assert second.operands == first.results
    assert [len(region.blocks) for region in second.regions] == [2, 0]
    entry, target = second.regions[0].blocks
    assert inner.operands == (entry.arguments[0],)
    assert inner.successors == [target, target]
    assert entry.arguments[0].type is INDEX
    assert str(entry.arguments[1].location) == 'loc("arg")'
    assert str(second.location) == 'loc("here":3:4)'
    assert last.operands == ()


def test_equal_attributes_are_not_shared_between_ops() -> None:
    first, second = ops('"x.a"() {a} : () -> ()\n"x.a"() {a} : () -> ()')
    first.attributes["b"] = UNIT
    assert second.attributes == {"a": UNIT}


def test_locations_are_those_of_the_op_names() -> None:
    first, second = ops('%0 = "x.a"() : () -> i32\n  toy.scope() {}')
    assert first.location == FileLineColLoc("<input>", 1, 6)
    assert second.location == FileLineColLoc("<input>", 2, 3)


def test_name_hints() -> None:
    first, second = ops('%abc, %0 = "x.a"() : () -> (i32, i32)\n%x:2 = "x.a"() : () -> (i32, i32)')
    assert [value.name_hint for value in first.results] == ["abc", None]
    assert second.results[0].name_hint == "x"


def test_forward_references() -> None:
    user, definition = ops(
        '"x.use"(%a, %a#1) : (i32, f32) -> ()\n%a:2 = "x.def"() : () -> (i32, f32)'
    )
    assert user.operands == definition.results
    assert not any(isinstance(value, BlockArgument) for value in user.operands)


def test_forward_reference_out_of_a_region() -> None:
    outer, user, definition = ops(
        '"x.outer"() ({ "x.use"(%a) : (i32) -> () }) : () -> ()\n%a = "x.def"() : () -> i32'
    )
    assert user.operands == definition.results
    assert user.parent_op is outer


def test_names_end_with_their_region() -> None:
    ops('"x.a"() ({ %a = "x.b"() : () -> i32 }, { %a = "x.b"() : () -> f32 }) : () -> ()')


def test_the_first_result_may_be_numbered() -> None:
    definition, user = ops('%a = "x.def"() : () -> i32\n"x.use"(%a#0) : (i32) -> ()')
    assert user.operands == definition.results


def test_number_names_end_with_the_number() -> None:
    definition, user = ops('%0 = "x.def"() : () -> i32 %1 = "x.use"(%0) : (i32) -> i32')
    assert user.operands == definition.results


def test_escapes_in_op_names() -> None:
    (op,) = ops(r'"x.a\62"() : () -> ()')
    assert op.name == "x.ab"


def test_registered_ops_in_generic_form() -> None:
    (op,) = ops('%0 = "toy.const"() {value = 3 : i64, extra} : () -> i32', allow=False)
    assert isinstance(op, ConstOp)
    assert op.properties == {"value": i64_attr(3), "flavour": StringAttr("plain")}
    assert op.attributes == {"extra": UNIT}


def test_own_syntax() -> None:
    (op,) = ops("%0 = toy.const 3 {extra}", allow=False)
    assert isinstance(op, ConstOp)
    assert op.properties == {"value": i64_attr(3), "flavour": StringAttr("plain")}
    assert op.attributes == {"extra": UNIT}


def test_old_names() -> None:
    (op,) = ops("%0 = toy.ancient 3")
    assert isinstance(op, ConstOp)
    (op,) = ops('%0 = "toy.ancient"() {value = 3 : i64} : () -> i32')
    assert isinstance(op, ConstOp)


def test_default_dialect_and_arguments() -> None:
    scope, inner, const = ops(
        """
        toy.scope(%a: i32 {x.y = 1} loc("a"), %b: f32) attributes {c} {
          toy.scope() {
            %0 = const 1
          }
        }
        """
    )
    assert isinstance(scope, ScopeOp)
    assert isinstance(inner, ScopeOp)
    assert isinstance(const, ConstOp)
    assert scope.attributes == {"c": UNIT}
    arguments = scope.regions[0].entry.arguments
    assert [a.type for a in arguments] == [I32, F32]
    assert [a.name_hint for a in arguments] == ["a", "b"]
    assert str(arguments[0].location) == 'loc("a")'


def test_default_dialect_in_generic_form() -> None:
    _, const = ops('"toy.scope"() ({ %0 = const 1 }) : () -> ()')
    assert isinstance(const, ConstOp)


def test_default_dialect_does_not_reach_into_other_ops() -> None:
    with pytest.raises(ParseError, match=r"1:\d+: error: custom op 'const' is unknown$"):
        ops('toy.scope() { "x.y"() ({ %0 = const 1 }) : () -> () }')


def test_ops_of_unknown_dialects_in_the_usual_syntax() -> None:
    definition, user = ops("%0 = x.def {a = 1} : () -> i32\nx.use %0, %0 : (i32, i32) -> ()")
    assert definition.attributes == {"a": i64_attr(1)}
    assert user.operands == (definition.results[0],) * 2


ERRORS = [
    ('"x.a"(%x) : (i32) -> ()', 1, 7, "use of undeclared SSA value name '%x'"),
    (
        '%a = "x.a"() : () -> (i32, i32)',
        1,
        1,
        "operation defines 2 results but was provided 1 to bind",
    ),
    (
        '\n%a:2 = "x.a"() : () -> i32',
        2,
        1,
        "operation defines 1 results but was provided 2 to bind",
    ),
    ('%a = "x.a"() : () -> ()', 1, 1, "cannot name an operation with no results"),
    ('%a:0 = "x.a"() : () -> ()', 1, 1, "cannot name an operation with no results"),
    (
        '%a:0, %b = "x.a"() : () -> (i32)',
        1,
        1,
        "expected named operation to have at least 1 result",
    ),
    ('%a = "x.a"() : () -> i32\n%a = "x.a"() : () -> i32', 2, 1, "redefinition of SSA value '%a'"),
    (
        '%a = "x.a"() : () -> i32\n"x.a"(%a) : (i64) -> ()',
        2,
        7,
        "use of value '%a' expects different type than prior uses: 'i64' vs 'i32'",
    ),
    (
        '"x.a"(%a) : (i64) -> ()\n%a = "x.a"() : () -> i32',
        2,
        1,
        "definition of SSA value '%a' has type 'i32'",
    ),
    (
        '"x.a"(%a, %a) : (i64, i32) -> ()',
        1,
        11,
        "use of value '%a' expects different type than prior uses: 'i32' vs 'i64'",
    ),
    (
        '%a = "x.a"() : () -> i32\n"x.a"(%a#1) : (i32) -> ()',
        2,
        7,
        "reference to invalid result number",
    ),
    (
        '"x.a"() ({ ^bb0: "x.b"()[^bb4] : () -> () }) : () -> ()',
        1,
        26,
        "reference to an undefined block",
    ),
    ('"x.a"()[^bb0] : () -> ()', 1, 9, "reference to an undefined block"),
    ('"x.a"() ({ ^bb0:\n^bb0: }) : () -> ()', 2, 1, "redefinition of block '^bb0'"),
    ('"x.a"() ({ ^bb0 }) : () -> ()', 1, 17, "expected ':' after block name"),
    (
        '"x.a"() ({ ^bb0(%a: i32, %a: i32): }) : () -> ()',
        1,
        26,
        "redefinition of SSA value '%a'",
    ),
    (
        '"x.a"() ({ ^bb0(%a#1: i32): }) : () -> ()',
        1,
        19,
        "result number not allowed in argument list",
    ),
    (
        '"x.a"() ({ "x.b"() : () -> ()\n\n',
        1,
        30,
        "expected operation name in quotes, or '}' to end a region",
    ),
    ('"x.a"() ({} : () -> ()', 1, 13, "expected ',' or ')'"),
    ('"x.a"() (3) : () -> ()', 1, 10, "expected '{' to begin a region"),
    ('"x.a"(%a) : () -> ()', 1, 13, "expected 1 operand type but had 0"),
    ('"x.a"() : (i32, i32) -> ()', 1, 11, "expected 0 operand types but had 2"),
    ("%a = 3", 1, 6, "expected operation name in quotes"),
    ("= 3", 1, 1, "expected operation name in quotes"),
    ("}", 1, 1, "expected operation name in quotes"),
    ("^bb0:", 1, 1, "expected operation name in quotes"),
    ('"x.a', 1, 1, "expected '\"' in string literal"),
    ('%0 = "x.a', 1, 6, "expected '\"' in string literal"),
    (r'"x.\q"() : () -> ()', 1, 4, "unknown escape in string literal"),
    ('"x.a"', 1, 6, "expected '('"),
    ('"x.a"()\n// comment\n  -> ()', 1, 8, "expected ':' followed by operation type"),
    ('"x.a"() : i32', 1, 11, "expected function type"),
    ('"x.a"(%x %y) : () -> ()', 1, 10, "expected ',' or ')'"),
    ('"x.a"(%x,) : () -> ()', 1, 10, "expected SSA operand"),
    ('"x.a"(x) : () -> ()', 1, 7, "expected SSA operand"),
    ('"x.a"() [%a] : () -> ()', 1, 10, "expected block name"),
    ('"x.a"() [^a(%x : i32)] : () -> ()', 1, 12, "expected ',' or ']'"),
    ('"x.a"() <{a = 1} : () -> ()', 1, 18, "expected '>'"),
    ('"x.a"() {a = 1, a = 2} : () -> ()', 1, 17, "duplicate key 'a' in dictionary attribute"),
    ('"x.a"() : () -> () loc(foo)', 1, 24, "expected location"),
    ('""() : () -> ()', 1, 1, "empty operation name is invalid"),
    (
        '"toy.unknown"() : () -> ()',
        1,
        1,
        "unregistered operation 'toy.unknown' found in dialect ('toy') that does not allow "
        "unknown operations",
    ),
    (
        '"toy.plain"() <{a = 1 : i8}> : () -> ()',
        1,
        1,
        "invalid properties {a = 1 : i8} for op toy.plain: this operation does not support "
        "properties",
    ),
    ("toy.unknown", 1, 1, "custom op 'toy.unknown' is unknown"),
    ("unknown", 1, 1, "custom op 'unknown' is unknown (tried 'builtin.unknown' as well)"),
    ("x.unknown [3]", 1, 1, "dialect 'x' not found for custom op 'x.unknown'"),
    ("toy.plain", 1, 1, "'toy.plain' has no custom syntax: write it in generic form"),
    ("toy.scope(%a) {}", 1, 13, "expected ':'"),
    ("toy.scope(%a: i32) { ^bb0: }", 1, 22, "invalid block name in region with named arguments"),
    (
        "toy.scope() { toy.scope() { }",
        1,
        30,
        "expected operation name in quotes, or '}' to end a region",
    ),
    (
        '%x = "x.d"() : () -> i32\ntoy.scope() { "x.a"(%y) : (i32) -> () }\n%y = "x.d"() : () -> i32',
        2,
        21,
        "use of undeclared SSA value name '%y'",
    ),
]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"), ERRORS, ids=[e[0].strip()[:40] for e in ERRORS]
)
def test_errors(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        ops(text)
    assert str(caught.value.diagnostics[0]) == f"<input>:{line}:{column}: error: {message}"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("toy.scop() {}", "toy.scope"),
        ('"toy.scop"() : () -> ()', "toy.scope"),
        ("toy.scope() { cosnt 1 }", "toy.const"),
    ],
)
def test_misspelt_ops(text: str, meant: str) -> None:
    with pytest.raises(ParseError) as caught:
        ops(text)
    assert [note.message for note in caught.value.diagnostics[0].notes] == [
        f"did you mean '{meant}'?"
    ]


def test_all_undeclared_names_are_reported() -> None:
    with pytest.raises(ParseError) as caught:
        ops('"x.a"(%b, %a) : (i32, i32) -> ()')
    assert [str(each) for each in caught.value.diagnostics] == [
        "<input>:1:7: error: use of undeclared SSA value name '%b'",
        "<input>:1:11: error: use of undeclared SSA value name '%a'",
    ]


def test_a_similar_name_of_the_same_type_is_suggested() -> None:
    with pytest.raises(ParseError) as caught:
        ops("""
            %tile = "x.d"() : () -> i32
            %tide = "x.d"() : () -> i64
            "x.a"(%tils, %other) : (i32, i32) -> ()
            "x.r"() ({ %others = "x.d"() : () -> i32 }) : () -> ()""")
    first, second = caught.value.diagnostics
    assert [note.message for note in first.notes] == ["did you mean '%tile'?"]
    assert second.notes == []


def test_notes_point_at_the_other_place() -> None:
    with pytest.raises(ParseError) as caught:
        ops('%a = "x.a"() : () -> i32\n"x.a"(%a) : (i64) -> ()')
    (note,) = caught.value.diagnostics[0].notes
    assert str(note) == "<input>:1:6: note: prior use here"
    with pytest.raises(ParseError) as caught:
        ops('"x.a"(%a) : (i64) -> ()\n%a = "x.a"() : () -> i32')
    (note,) = caught.value.diagnostics[0].notes
    assert str(note) == "<input>:1:7: note: previously used here with type 'i64'"


@pytest.mark.parametrize(
    ("text", "message", "way"),
    [
        (
            '"some_dialect.a"() : () -> ()',
            "operation 'some_dialect.a' is of an unregistered dialect",
            "allow unregistered dialects (--allow-unregistered-dialect)",
        ),
        (
            "some_dialect.a",
            "dialect 'some_dialect' not found for custom op 'some_dialect.a'",
            "give the operation in its generic form",
        ),
    ],
)
def test_unregistered_dialects_must_be_allowed(text: str, message: str, way: str) -> None:
    with pytest.raises(ParseError) as caught:
        ops(text, allow=False)
    (diagnostic,) = caught.value.diagnostics
    assert str(diagnostic) == f"<input>:1:1: error: {message}"
    assert diagnostic.notes[0].message == f"install a plugin that declares it, or {way}"


def test_a_missing_dialect_of_a_known_distribution_names_that() -> None:
    with pytest.raises(ParseError, match="note: install bufferize-ml-program, or allow"):
        parse_module('"ml_program.a"() : () -> ()', PluginContext(["tools"]))


def test_a_custom_syntax_of_a_known_distribution_needs_only_that() -> None:
    with pytest.raises(ParseError, match="not found for custom op") as caught:
        parse_module("tm_tensor.sort", PluginContext(["tools"]))
    (note,) = caught.value.diagnostics[0].notes
    assert note.message == (
        "install bufferize-tm-tensor, or give the operation in its generic form"
    )


def test_a_syntax_that_nobody_declares_cannot_be_read_where_its_dialect_is_allowed() -> None:
    with pytest.raises(ParseError, match="not found for custom op") as caught:
        ops("some_dialect.a", allow=True)
    install, via = (note.message for note in caught.value.diagnostics[0].notes)
    assert install == "install a plugin that declares it, or give the operation in its generic form"
    assert "bufferize-opt --via=mlir-opt-22 FILE" in via


def test_what_is_no_property_of_an_op_is_dropped() -> None:
    text = '%0 = "arith.constant"() <{value = 1 : i32, other = 2 : i32}> {x.y} : () -> i32'
    op = parse_module(text, PluginContext()).regions[0].entry.first_op
    assert op is not None
    assert sorted(op.properties) == ["value"]
    assert sorted(op.attributes) == ["x.y"]


@pytest.mark.parametrize("name", ["memref.l oad", "memref.löad", "memref.!"])
def test_no_odd_name_passes_for_an_op_of_a_known_dialect(name: str) -> None:
    context = PluginContext()
    context.allow_unregistered_dialects = True
    with pytest.raises(ParseError, match="found in dialect"):
        parse_module(f'"{name}"() : () -> ()', context)
