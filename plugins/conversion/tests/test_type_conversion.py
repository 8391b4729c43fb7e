"""Values whose types change: casts, materializations, block arguments, one value for several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError, PassError, PluginError
from bufferize.ir import (
    F32,
    F64,
    I32,
    I64,
    Builder,
    FunctionType,
    IntegerType,
    Location,
    Operation,
    Type,
    Value,
)
from bufferize_conversion import (
    BranchOpConverter,
    BufferizeTypeConverter,
    ConversionPattern,
    ConversionPatternRewriter,
    ConversionTarget,
    FunctionPattern,
    OpAdaptor,
    SignatureConversion,
    TypeConverter,
    bufferize_op_legality,
)
from bufferize_conversion import BufferizeFuncOpConverter as FuncConverter
from core.tests.ir.test_undo import everything
from plugins.conversion.tests.conversions import (
    becomes,
    cast,
    converted,
    made,
    numbers,
    parsed,
    pattern,
    run,
    shows,
    target,
)

I8, I16 = IntegerType(8), IntegerType(16)


def goal_of(converter: TypeConverter) -> ConversionTarget:
    """Functions are legal whose types are; `new` and `cast` are legal."""
    goal = target(["new", "cast"])
    goal.add_dynamically_legal_op(
        "func.func",
        legality=lambda op: (
            converter.is_legal_signature(op.signature)  # type: ignore[attr-defined]
            and converter.is_legal_region(op.regions[0])
        ),
    )
    return goal


def function_pattern(converter: TypeConverter, name: str = "func.func") -> FunctionPattern:
    """Converts the arguments of a function, and the results that it promises."""

    def rewrite(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        signature: FunctionType = op.signature  # type: ignore[attr-defined]
        conversion = SignatureConversion.of(converter, signature.inputs)
        results = converter.convert_types(signature.results)
        if conversion is None or results is None:
            return rewriter.match_failure("it has types that cannot be converted")
        if not rewriter.convert_region_types(op.regions[0], converter, conversion):
            return False
        with rewriter.modify_op_in_place(op):
            op.set_signature(FunctionType(tuple(conversion.types), results))  # type: ignore[attr-defined]
        return True

    return FunctionPattern(rewrite, converter, root=name)


def in_function(arguments: str, body: str) -> str:
    return f"func.func @f({arguments}) {{\n{body}\nreturn\n}}"


def retyped(text: str, *more: FunctionPattern, materializes: bool = True) -> str:
    converter = numbers(materializes=materializes)
    return converted(
        text,
        [function_pattern(converter), becomes("old.a", "new.a", converter), *more],
        goal_of(converter),
    )


# Types


def test_the_last_conversion_is_asked_first() -> None:
    converter = TypeConverter()
    assert converter.convert_type(I64) is None
    converter.add_conversion(Type, lambda type: type)
    assert converter.convert_type(I64) == (I64,)
    converter.add_conversion(IntegerType, lambda type: F64 if type.width == 64 else NotImplemented)
    assert converter.convert_type(I64) == (F64,)
    assert converter.convert_type(I32) == (I32,)
    converter.add_conversion(IntegerType, lambda type: None if type is I8 else NotImplemented)
    assert converter.convert_type(I8) is None
    assert converter.convert_types([I64, I8]) is None
    converter.add_conversion(IntegerType, lambda type: [F32, F32] if type is I8 else NotImplemented)
    assert converter.convert_types([I64, I8]) == (F64, F32, F32)
    assert converter.convert_single_type(I8) is None
    assert converter.convert_single_type(I64) is F64


def test_what_is_legal_stays_as_it_is() -> None:
    converter = numbers()
    assert converter.is_legal(I32)
    assert not converter.is_legal(F32)
    assert not converter.is_legal(I8)
    assert converter.is_legal_op(made("x.a", [], [I32, F64]))
    assert not converter.is_legal_op(made("x.a", [], [I64]))
    assert not converter.is_legal_op(made("x.a", [made("x.b", [], [I64]).result], []))
    assert converter.is_legal_signature(FunctionType((I32,), (F64,)))
    assert not converter.is_legal_signature(FunctionType((I32,), (I16,)))


@pytest.mark.parametrize("answer", [3, [F32, "f32"], "f32"])
def test_a_wrong_conversion_is_named(answer: object) -> None:
    converter = TypeConverter()
    converter.add_conversion(Type, lambda type: answer)  # type: ignore[arg-type, return-value]
    with pytest.raises(
        PluginError, match="type conversion '.*<lambda>' gives .* for i32; expected"
    ):
        converter.convert_type(I32)


# Results and operands


def test_a_chain_is_converted_without_casts() -> None:
    text = in_function(
        "%x: i64",
        '%0 = "old.a"(%x) : (i64) -> i64\n%1 = "old.a"(%0, %x) : (i64, i64) -> i64\n'
        '"old.a"(%1) : (i64) -> ()',
    )
    shows(
        retyped(text, materializes=False),
        """
        func.func @f(%arg0: f64) {
          %0 = "new.a"(%arg0) : (f64) -> f64
          %1 = "new.a"(%0, %arg0) : (f64, f64) -> f64
          "new.a"(%1) : (f64) -> ()
          return
        }
        """,
    )


def test_what_stays_sees_a_source_materialization() -> None:
    text = in_function(
        "",
        '%0 = "old.a"() : () -> i64\n"kept.use"(%0, %0) : (i64, i64) -> ()\n'
        '"old.a"(%0) : (i64) -> ()',
    )
    shows(
        retyped(text),
        """
        func.func @f() {
          %0 = "new.a"() : () -> f64
          %1 = "cast.cast"(%0) : (f64) -> i64
          "kept.use"(%1, %1) : (i64, i64) -> ()
          "new.a"(%0) : (f64) -> ()
          return
        }
        """,
    )


def test_what_is_converted_sees_one_target_materialization() -> None:
    text = in_function(
        "",
        '%0 = "kept.make"() : () -> i64\n"old.a"(%0) : (i64) -> ()\n"old.a"(%0, %0) : (i64, i64) -> ()',
    )
    shows(
        retyped(text),
        """
        func.func @f() {
          %0 = "kept.make"() : () -> i64
          %1 = "cast.cast"(%0) : (i64) -> f64
          "new.a"(%1) : (f64) -> ()
          "new.a"(%1, %1) : (f64, f64) -> ()
          return
        }
        """,
    )


def test_without_a_materialization_that_is_an_error() -> None:
    text = in_function("%x: i64", '%0 = "old.a"(%x) : (i64) -> i64\n"kept.use"(%0) : (i64) -> ()')
    module = parsed(text)
    before = everything(module)
    converter = numbers(materializes=False)
    with pytest.raises(PassError) as failure:
        run(
            module,
            [function_pattern(converter), becomes("old.a", "new.a", converter)],
            goal_of(converter),
        )
    assert everything(module) == before
    assert str(failure.value).splitlines() == [
        "<input>:2:6: error: failed to legalize unresolved materialization from ('f64') to ('i64') "
        "that remained live after conversion",
        "<input>:3:1: note: see existing live user here: 'kept.use'",
        "note: the type converter has no source materialization for it",
    ]


def test_without_a_type_converter_nothing_is_made() -> None:
    def retypes(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        rewriter.replace_op(op, rewriter.insert(made("new.a", [], [F64])))
        return True

    text = '%0 = "old.a"() : () -> i64\n"kept.use"(%0) : (i64) -> ()'
    with pytest.raises(PassError, match="note: the pattern has no type converter"):
        converted(text, [pattern(retypes, "old.a")])


def test_the_first_of_several_is_told() -> None:
    text = '%a = "old.a"() : () -> i64\n%b = "old.a"() : () -> i64\n"kept.use"(%a, %b) : (i64, i64) -> ()'
    with pytest.raises(PassError, match="<input>:1:6: error: failed to legalize unresolved"):
        converted(text, [becomes("old.a", "new.a", numbers(materializes=False))])


def test_a_pattern_without_a_converter_sees_what_there_is() -> None:
    text = in_function("%x: i64", '"old.b"(%x) : (i64) -> ()')
    assert '"new.b"(%arg0) : (f64)' in retyped(text, becomes("old.b", "new.b"))


def test_a_type_that_cannot_be_converted_is_a_reason() -> None:
    with pytest.raises(PassError, match="the type of operand #0, i8, cannot be converted"):
        retyped('%0 = "kept.make"() : () -> i8\n"old.a"(%0) : (i8) -> ()')
    with pytest.raises(PassError, match="it has types that cannot be converted"):
        retyped(in_function("%x: i8", ""))


def test_two_converters_in_a_row() -> None:
    """What became f64 by one pattern becomes i32 by another: the first type is seen by nobody."""
    second = TypeConverter()
    second.add_conversion(Type, lambda type: I32 if type in (F64, I64) else type)
    second.add_source_materialization(Type, cast)
    text = '%0 = "old.a"() : () -> i64\n"kept.use"(%0) : (i64) -> ()\n"old.b"(%0) : (i64) -> ()'
    patterns = [
        becomes("old.a", "old.c", numbers()),
        becomes("old.c", "new.c", second),
        becomes("old.b", "new.b", second),
    ]
    shows(
        converted(text, patterns),
        """
        %0 = "new.c"() : () -> i32
        %1 = "cast.cast"(%0) : (i32) -> f64
        %2 = "cast.cast"(%1) : (f64) -> i64
        "kept.use"(%2) : (i64) -> ()
        "new.b"(%0) : (i32) -> ()
        """,
    )


def test_what_was_cast_to_a_new_type_is_seen_as_that() -> None:
    """Also by a pattern for what another pattern has made."""
    text = '%0 = "kept.make"() : () -> i64\n"old.a"(%0) : (i64) -> ()'
    shows(
        converted(text, [becomes("old.a", "old.c", numbers()), becomes("old.c", "new.c")]),
        """
        %0 = "kept.make"() : () -> i64
        %1 = "cast.cast"(%0) : (i64) -> f64
        "new.c"(%1) : (f64) -> ()
        """,
    )


def test_in_a_graph_an_operation_may_use_itself() -> None:
    text = '%0 = "old.a"(%1) : (i64) -> i64\n%1 = "old.a"(%0, %1) : (i64, i64) -> i64'
    shows(
        converted(text, [becomes("old.a", "new.a", numbers(materializes=False))]),
        '%0 = "new.a"(%1) : (f64) -> f64\n%1 = "new.a"(%0, %1) : (f64, f64) -> f64',
    )


# One value for several


def test_one_value_becomes_several() -> None:
    text = in_function("%x: f32", '%0 = "old.a"(%x) : (f32) -> f32\n"old.a"(%0) : (f32) -> ()')
    shows(
        retyped(text, materializes=False),
        """
        func.func @f(%arg0: f64, %arg1: f64) {
          %0:2 = "new.a"(%arg0, %arg1) : (f64, f64) -> (f64, f64)
          "new.a"(%0#0, %0#1) : (f64, f64) -> ()
          return
        }
        """,
    )


def test_what_stays_sees_several_values_as_one() -> None:
    text = in_function("%x: f32", '"kept.use"(%x) : (f32) -> ()')
    shows(
        retyped(text),
        """
        func.func @f(%arg0: f64, %arg1: f64) {
          %0 = "cast.cast"(%arg0, %arg1) : (f64, f64) -> f32
          "kept.use"(%0) : (f32) -> ()
          return
        }
        """,
    )


def test_one_value_is_taken_apart() -> None:
    def halves(builder: Builder, location: Location, type: Type, value: Value) -> Sequence[Value]:
        return builder.insert(made("cast.halves", [value], [F64, F64])).results

    converter = numbers()
    converter.add_decompose_value_conversion(type(F32), halves)
    text = '%0 = "kept.make"() : () -> f32\n"old.a"(%0) : (f32) -> ()'
    shows(
        converted(text, [becomes("old.a", "new.a", converter)]),
        """
        %0 = "kept.make"() : () -> f32
        %1:2 = "cast.halves"(%0) : (f32) -> (f64, f64)
        "new.a"(%1#0, %1#1) : (f64, f64) -> ()
        """,
    )
    with pytest.raises(PassError, match=r"from \('f32'\) to \('f64', 'f64'\) that remained live"):
        converted(text, [becomes("old.a", "new.a", numbers())])


def test_values_may_go_away() -> None:
    text = in_function("%x: i16, %y: i64", '%0 = "old.a"(%x, %y) : (i16, i64) -> i16')
    shows(
        retyped(text),
        'func.func @f(%arg0: f64) {\n"new.a"(%arg0) : (f64) -> ()\nreturn\n}',
    )
    text = in_function("%x: i16", '"kept.use"(%x) : (i16) -> ()')
    shows(
        retyped(text),
        """
        func.func @f() {
          %0 = "cast.cast"() : () -> i16
          "kept.use"(%0) : (i16) -> ()
          return
        }
        """,
    )


def test_a_pattern_that_takes_one_value_does_not_apply_to_several() -> None:
    def one(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        rewriter.replace_op(op, rewriter.insert(made("new.b", adaptor.operands, [])))
        return True

    converter = numbers()
    text = in_function("%x: f32", '"old.b"(%x) : (f32) -> ()')
    with pytest.raises(
        PassError, match="operand #0 has become 2 values, and the pattern takes one"
    ):
        retyped(text, FunctionPattern(one, converter, root="old.b"))


# Blocks


def test_arguments_of_moved_regions_are_converted() -> None:
    text = """
    "old.a"() ({
    ^bb0(%x: i64, %unused: i16, %y: f32):
      "old.a"(%x, %y) : (i64, f32) -> ()
      "kept.use"(%y) : (f32) -> ()
    }) : () -> ()
    """
    shows(
        retyped(text),
        """
        "new.a"() ({
        ^bb0(%arg0: f64, %arg1: f64, %arg2: f64):
          %0 = "cast.cast"(%arg1, %arg2) : (f64, f64) -> f32
          "new.a"(%arg0, %arg1, %arg2) : (f64, f64, f64) -> ()
          "kept.use"(%0) : (f32) -> ()
        }) : () -> ()
        """,
    )


def test_regions_of_what_stays_are_left_alone() -> None:
    text = '"kept.region"() ({\n^bb0(%x: i64, %y: i16):\n"old.b"(%x, %y) : (i64, i16) -> ()\n}) : () -> ()'
    assert '"new.b"(%arg0, %arg1) : (i64, i16) -> ()' in retyped(text, becomes("old.b", "new.b"))


def test_block_arguments_that_cannot_be_converted_are_as_before() -> None:
    module = parsed("""
    "old.a"() ({
    ^bb0(%x: i64):
      "kept.use"(%x) : (i64) -> ()
    ^bb1(%y: i8):
      "kept.use"(%y) : (i8) -> ()
    }) : () -> ()
    """)
    before = everything(module)
    with pytest.raises(PassError, match="'old.a'"):
        run(module, [becomes("old.a", "new.a", numbers())])
    assert everything(module) == before


def test_an_argument_becomes_what_there_is() -> None:
    converter = numbers()

    def remap(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        block = op.regions[0].entry
        conversion = SignatureConversion(2)
        conversion.remap_input(0, adaptor.operands)
        conversion.add_inputs([I32])
        conversion.add_inputs([F64], 1)
        rewriter.apply_signature_conversion(block, conversion)
        new = rewriter.insert(made("new.region", [], [], 1))
        rewriter.inline_region_before(op.regions[0], new.regions[0])
        rewriter.erase_op(op)
        return True

    text = """
    func.func @f(%x: i64) {
      "old.remap"(%x) ({
      ^bb0(%a: i64, %b: i64):
        "old.a"(%a, %b) : (i64, i64) -> ()
      }) : (i64) -> ()
      return
    }
    """
    shows(
        retyped(text, FunctionPattern(remap, converter, root="old.remap")),
        """
        func.func @f(%arg0: f64) {
          "new.region"() ({
          ^bb0(%arg1: i32, %arg2: f64):
            "new.a"(%arg0, %arg2) : (f64, f64) -> ()
          }) : () -> ()
          return
        }
        """,
    )


def test_uses_are_replaced_and_the_value_stays() -> None:
    """One argument is used by all that used the other one, through a cast behind what it becomes."""

    def replace(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        one, two = adaptor.operands
        new = rewriter.insert(made("new.late", [], [F64])).result
        rewriter.erase_op(op)
        rewriter.replace_all_uses_with(one, new)
        rewriter.replace_all_uses_with(two, [new, new])
        return True

    converter = TypeConverter()
    converter.add_conversion(Type, lambda type: type)
    converter.add_source_materialization(Type, cast)
    text = in_function(
        "%x: i64, %y: i64",
        '"old.replace"(%x, %y) : (i64, i64) -> ()\n"kept.use"(%x, %y) : (i64, i64) -> ()',
    )
    shows(
        converted(text, [pattern(replace, "old.replace", converter)]),
        """
        func.func @f(%arg0: i64, %arg1: i64) {
          %0 = "new.late"() : () -> f64
          %1 = "cast.cast"(%0) : (f64) -> i64
          %2 = "cast.cast"(%0, %0) : (f64, f64) -> i64
          "kept.use"(%1, %2) : (i64, i64) -> ()
          return
        }
        """,
    )


def test_argument_materializations_come_before_those_of_sources() -> None:
    def argument(
        builder: Builder, type: Type, inputs: Sequence[Value], location: Location
    ) -> Value | None:
        if type is not I64:
            return None
        return builder.insert(made("cast.argument", inputs, [type])).result

    converter = numbers()
    converter.add_argument_materialization(IntegerType, argument)
    text = in_function("%x: i64, %y: i16", '"kept.use"(%x, %y) : (i64, i16) -> ()')
    found = converted(text, [function_pattern(converter)], goal_of(converter))
    assert '"cast.argument"(%arg0) : (f64) -> i64' in found
    assert '"cast.cast"() : () -> i16' in found


LOOP = """
func.func @f(%x: i64, %c: i1) {
  "kept.use"(%x) : (i64) -> ()
  cf.br ^head(%x : i64)
^tail(%z: i64):
  "kept.use"(%z) : (i64) -> ()
  "old.a"(%y) : (i64) -> ()
  return
^head(%y: i64):
  cf.cond_br %c, ^head(%y : i64), ^tail(%y : i64)
}
"""


def test_loops_of_blocks_are_converted() -> None:
    converter = BufferizeTypeConverter()
    converter.add_conversion(IntegerType, lambda type: F64 if type is I64 else type)
    converter.add_source_materialization(Type, cast)
    goal = target(["new", "cast"])
    goal.mark_unknown_op_dynamically_legal(bufferize_op_legality(converter))
    patterns: list[ConversionPattern[Any]] = [
        FuncConverter(converter),
        BranchOpConverter(converter),
        becomes("old.a", "new.a", converter),
    ]
    shows(
        converted(LOOP, patterns, goal),
        """
        func.func @f(%arg0: f64, %arg1: i1) {
          %0 = "cast.cast"(%arg0) : (f64) -> i64
          "kept.use"(%0) : (i64) -> ()
          cf.br ^bb2(%arg0 : f64)
        ^bb1(%1: f64):  // pred: ^bb2
          %2 = "cast.cast"(%1) : (f64) -> i64
          "kept.use"(%2) : (i64) -> ()
          "new.a"(%3) : (f64) -> ()
          return
        ^bb2(%3: f64):  // 2 preds: ^bb0, ^bb2
          cf.cond_br %arg1, ^bb2(%3 : f64), ^bb1(%3 : f64)
        }
        """,
    )


def test_branches_that_are_forgotten_are_an_error() -> None:
    def tries(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        rewriter.notify_modified(op)
        return True

    converter = numbers()
    module = parsed(LOOP)
    before = everything(module)
    with pytest.raises(DiagnosticError, match="type mismatch for bb argument #0") as failure:
        run(
            module,
            [
                function_pattern(converter),
                becomes("old.a", "new.a", converter),
                pattern(tries, "cf.br"),  # which is given up, and not to blame
            ],
            goal_of(converter),
        )
    assert everything(module) == before
    assert "the conversion has made this operation invalid" in str(failure.value)


# Wrong materializations


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            3,
            "<input>:1:6: error: source materialization '.*wrong' gives 3 in place of one of type i64",
        ),
        (F64, "gives a value of type f64 in place of one of type i64"),
        (ValueError("no"), "<input>:1:6: error: a source materialization failed: ValueError: no"),
    ],
)
def test_a_wrong_materialization_is_named(answer: object, words: str) -> None:
    def wrong(builder: Builder, type: Type, inputs: Sequence[Value], location: Location) -> Value:
        if isinstance(answer, Exception):
            raise answer
        return inputs[0] if answer is F64 else answer  # type: ignore[return-value]

    converter = numbers(materializes=False)
    converter.add_source_materialization(Type, wrong)
    text = '%0 = "old.a"() : () -> i64\n"kept.use"(%0) : (i64) -> ()'
    module = parsed(text)
    before = everything(module)
    with pytest.raises(PluginError, match=words):
        run(module, [becomes("old.a", "new.a", converter)])
    assert everything(module) == before


def test_materializations_must_be_legal() -> None:
    converter = numbers(materializes=False)

    def old_cast(
        builder: Builder, type: Type, inputs: Sequence[Value], location: Location
    ) -> Value | None:
        return builder.insert(made("old.cast", inputs, [type])).result

    converter.add_source_materialization(Type, old_cast)
    text = '%0 = "old.a"() : () -> i64\n"kept.use"(%0) : (i64) -> ()'
    with pytest.raises(PassError, match="note: 'old.cast', of which it would be made, is illegal"):
        converted(text, [becomes("old.a", "new.a", converter)])


def test_locations_and_names_of_plugins_stay() -> None:
    text = '%0 = "old.a"() : () -> i64\n"kept.use"(%0) : (i64) -> ()'
    module = parsed(text)
    run(module, [becomes("old.a", "new.a", numbers())])
    ops = list(module.regions[0].entry.ops)
    assert [str(op.location.position()) for op in ops] == [
        "<input>:1:6",
        "<input>:1:6",
        "<input>:2:1",
    ]
    assert bufferize.verify(module) == []
