from __future__ import annotations

from collections.abc import Mapping

import pytest

from bufferize import define as d
from bufferize.ir import (
    DYNAMIC,
    F32,
    F64,
    I32,
    I64,
    INDEX,
    UNIT,
    Attribute,
    Block,
    FileLineColLoc,
    IntegerAttr,
    Operation,
    RankedTensorType,
    Region,
    StringAttr,
    Type,
    UnregisteredOp,
    VectorType,
    dense_i32,
    dense_i64,
    i64_attr,
)

T = d.Dialect("t")
PREDICATE = d.int_enum("predicate", I64, {"eq": 0, "ne": 1})


@T.op("add")
class AddOp(d.Operation):
    """Two operands, one result."""

    __slots__ = ()

    lhs = d.operand(d.FLOAT_LIKE)
    rhs = d.operand(d.FLOAT_LIKE)
    result = d.result(d.FLOAT_LIKE)
    traits = (d.SameOperandsAndResultType(),)


@T.op("one")
class OneOp(d.Operation):
    """One operand, no result."""

    __slots__ = ()

    value = d.operand()


@T.op("none")
class NoneOp(d.Operation):
    """Nothing but a region of one block."""

    __slots__ = ()

    body = d.region(num_blocks=1)


@T.op("cmp")
class CmpOp(d.Operation):
    """Attributes."""

    __slots__ = ()

    predicate = d.attr(PREDICATE)
    label = d.optional_attr(d.STR_ATTR)


@T.op("load")
class LoadOp(d.Operation):
    """A variadic operand."""

    __slots__ = ()

    source = d.operand(d.ANY_TENSOR)
    indices = d.variadic_operand(d.INDEX)
    results = d.variadic_result()


@T.op("alloc")
class AllocOp(d.Operation):
    """Segment sizes."""

    __slots__ = ()

    sizes = d.variadic_operand(d.INDEX)
    token = d.optional_operand(d.F32)
    copy = d.operand(name="copy_")


@T.op("branch")
class BranchOp(d.Operation):
    """Successors."""

    __slots__ = ()

    yes = d.successor()
    no = d.successor()


@T.op("switch")
class SwitchOp(d.Operation):
    """A variadic successor."""

    __slots__ = ()

    default = d.successor()
    cases = d.variadic_successor()


def errors(op: Operation) -> list[str]:
    return [diagnostic.message for diagnostic in op.verify_invariants()]


def make(
    cls: type[d.Operation],
    operands: list[Type],
    results: list[Type] | None = None,
    properties: Mapping[str, Attribute] | None = None,
) -> Operation:
    block = Block(operands)
    return cls.create(block.arguments, results or [], properties)


@pytest.mark.parametrize(
    ("op", "message"),
    [
        (
            make(AddOp, [F32, F32, F32], [F32]),
            "'t.add' op expected 2 operands, but found 3",
        ),
        (make(AddOp, [F32, F32]), "'t.add' op requires one result"),
        (make(OneOp, []), "'t.one' op requires a single operand"),
        (make(OneOp, [F32], [F32]), "'t.one' op requires zero results"),
        (make(CmpOp, [F32]), "'t.cmp' op requires zero operands"),
        (make(LoadOp, []), "'t.load' op expected 1 or more operands, but found 0"),
        (make(NoneOp, []), "'t.none' op requires one region"),
        (OneOp.create(Block([F32]).arguments, regions=[Region()]), "requires zero regions"),
        (BranchOp.create(successors=[Block()]), "'t.branch' op requires 2 successors but found 1"),
        (SwitchOp.create(), "'t.switch' op requires at least 1 successor but found 0"),
        (
            NoneOp.create(regions=[Region()]),
            "'t.none' op region #0 ('body') failed to verify constraint: region with 1 blocks",
        ),
        (
            make(AddOp, [I32, F32], [F32]),
            "'t.add' op operand #0 must be floating-point-like, but got 'i32'",
        ),
        (
            make(AddOp, [F32, F32], [I32]),
            "'t.add' op result #0 must be floating-point-like, but got 'i32'",
        ),
        (
            make(LoadOp, [RankedTensorType((4,), F32), INDEX, F32]),
            "'t.load' op operand #2 must be variadic of index, but got 'f32'",
        ),
        (
            make(AddOp, [F32, F64], [F32]),
            "'t.add' op requires the same type for all operands and results",
        ),
        (make(CmpOp, []), "'t.cmp' op requires attribute 'predicate'"),
        (
            make(CmpOp, [], properties={"predicate": i64_attr(7)}),
            "'t.cmp' op attribute 'predicate' failed to satisfy constraint: "
            "allowed 64-bit signless integer cases: 0, 1",
        ),
        (
            make(CmpOp, [], properties={"predicate": i64_attr(1), "label": UNIT}),
            "'t.cmp' op attribute 'label' failed to satisfy constraint: string attribute",
        ),
        (
            make(AllocOp, [F32]),
            "'t.alloc' op requires dense i32 array attribute 'operandSegmentSizes'",
        ),
        (
            make(AllocOp, [F32], properties={"operandSegmentSizes": StringAttr("x")}),
            "'t.alloc' op attribute 'operandSegmentSizes' failed to satisfy constraint: "
            "i32 dense array attribute",
        ),
        (
            make(AllocOp, [F32], properties={"operandSegmentSizes": dense_i64([0, 0, 1])}),
            "'t.alloc' op attribute 'operandSegmentSizes' failed to satisfy constraint: "
            "i32 dense array attribute",
        ),
        (
            make(AllocOp, [F32], properties={"operandSegmentSizes": dense_i32([1])}),
            "'t.alloc' op 'operandSegmentSizes' attribute for specifying operand segments must "
            "have 3 elements, but got 1",
        ),
        (
            make(AllocOp, [F32], properties={"operandSegmentSizes": dense_i32([1, 0, 1])}),
            "'t.alloc' op operand count (1) does not match with the total size (2) specified in "
            "attribute 'operandSegmentSizes'",
        ),
        (
            make(AllocOp, [F32], properties={"operandSegmentSizes": dense_i32([-1, 1, 1])}),
            "'t.alloc' op 'operandSegmentSizes' attribute cannot have negative elements",
        ),
        (
            make(AllocOp, [F32, F32], properties={"operandSegmentSizes": dense_i32([0, 2, 0])}),
            "'t.alloc' op operand group starting at #2 requires exactly 1 element, but found 0",
        ),
        (
            make(AllocOp, [F32] * 3, properties={"operandSegmentSizes": dense_i32([0, 2, 1])}),
            "'t.alloc' op operand group starting at #0 requires 0 or 1 element, but found 2",
        ),
    ],
)
def test_message(op: Operation, message: str) -> None:
    found = errors(op)
    assert len(found) == 1
    assert message in found[0]


def test_valid_op_has_no_errors() -> None:
    assert errors(make(AddOp, [F32, F32], [F32])) == []
    properties = {"operandSegmentSizes": dense_i32([1, 0, 1])}
    assert errors(make(AllocOp, [INDEX, F64], properties=properties)) == []


def test_all_errors_of_a_kind_are_reported() -> None:
    assert errors(make(AddOp, [I32, I64], [I32])) == [
        "'t.add' op operand #0 must be floating-point-like, but got 'i32'",
        "'t.add' op operand #1 must be floating-point-like, but got 'i64'",
        "'t.add' op result #0 must be floating-point-like, but got 'i32'",
    ]


def test_errors_have_the_position_of_the_op() -> None:
    op = CmpOp.create(location=FileLineColLoc("a.mlir", 3, 4))
    assert str(op.verify_invariants()[0]).startswith("a.mlir:3:4: error: 't.cmp' op requires")


def test_a_known_signature_does_not_hide_attributes() -> None:
    good = {"predicate": i64_attr(0)}
    assert errors(make(CmpOp, [], properties=dict(good))) == []
    assert errors(make(CmpOp, [], properties=dict(good))) == []
    assert errors(make(CmpOp, [], properties={"predicate": IntegerAttr(0, I32)})) != []


def test_a_changed_type_is_noticed() -> None:
    op = make(AddOp, [F32, F32], [F32])
    assert errors(op) == []
    op.operand(0).type = I32
    assert errors(op) != []


def test_segment_sizes_belong_to_the_signature() -> None:
    assert (
        errors(
            make(AllocOp, [INDEX, F32], properties={"operandSegmentSizes": dense_i32([1, 0, 1])})
        )
        == []
    )
    found = errors(
        make(AllocOp, [INDEX, F32], properties={"operandSegmentSizes": dense_i32([0, 1, 1])})
    )
    assert found == ["'t.alloc' op operand #0 must be 32-bit float, but got 'index'"]


# Traits.


def trait_error(traits: tuple[d.Trait, ...], operands: list[Type], results: list[Type]) -> str:
    body = {
        "__slots__": (),
        "first": d.operand(),
        "rest": d.variadic_operand(),
        "outs": d.variadic_result(),
        "value": d.optional_attr(d.ANY_ATTR),
        "traits": traits,
    }
    cls: type[d.Operation] = d.Dialect("t").op("op")(type("TestOp", (d.Operation,), body))
    found = errors(make(cls, operands, results))
    assert len(found) <= 1
    return found[0].removeprefix("'t.op' op ") if found else ""


def tensor(*shape: int, element: Type = F32) -> RankedTensorType:
    return RankedTensorType(shape, element)


@pytest.mark.parametrize(
    ("trait", "operands", "results", "message"),
    [
        (d.SameTypeOperands(), [F32, F32], [I32], ""),
        (d.SameTypeOperands(), [F32, F64], [], "requires all operands to have the same type"),
        (d.SameOperandsAndResultType(), [tensor(4)], [tensor(DYNAMIC)], ""),
        (
            d.SameOperandsAndResultType(),
            [tensor(4)],
            [tensor(5)],
            "requires the same type for all operands and results",
        ),
        (
            d.SameOperandsAndResultType(),
            [RankedTensorType((4,), F32, UNIT)],
            [tensor(4)],
            "requires the same encoding for all operands and results",
        ),
        (d.SameOperandsAndResultShape(), [tensor(4)], [tensor(4, element=F64)], ""),
        (
            d.SameOperandsAndResultShape(),
            [tensor(4)],
            [tensor(4, 4)],
            "requires the same shape for all operands and results",
        ),
        (
            d.SameOperandsAndResultShape(),
            [VectorType((4,), F32)],
            [VectorType((4,), F32, (True,))],
            "requires the same shape for all operands and results",
        ),
        (
            d.SameOperandsAndResultElementType(),
            [tensor(4)],
            [F64],
            "requires the same element type for all operands and results",
        ),
        (
            d.SameOperandsElementType(),
            [tensor(4), F64],
            [],
            "requires the same element type for all operands",
        ),
        (
            d.SameOperandsShape(),
            [tensor(4), tensor(5)],
            [],
            "requires the same shape for all operands",
        ),
        (d.AllTypesMatch("first", "outs"), [F32, I32], [F32], ""),
        (
            d.AllTypesMatch("first", "outs"),
            [F32],
            [F64],
            "failed to verify that all of {first, outs} have same type",
        ),
        (
            d.AllElementTypesMatch("first", "outs"),
            [tensor(4)],
            [F64],
            "failed to verify that all of {first, outs} have same element type",
        ),
        (
            d.AllRanksMatch("first", "outs"),
            [tensor(4)],
            [tensor(4, 4)],
            "failed to verify that all of {first, outs} have same rank",
        ),
        (
            d.AllShapesMatch("first", "outs"),
            [tensor(4)],
            [tensor(5)],
            "failed to verify that all of {first, outs} have same shape",
        ),
        (
            d.TypesMatchWith("first", "outs", lambda t: t.element_type, "it matches"),
            [tensor(4)],
            [F64],
            "failed to verify that it matches",
        ),
        (d.TypesMatchWith("first", "outs", lambda t: [t, t]), [F32], [F32, F32], ""),
        (
            d.TypesMatchWith("first", "outs", lambda t: I32, compare=lambda a, b: True),
            [F32],
            [F32],
            "",
        ),
        (
            d.OpPredicate(lambda op: len(op.rest) > 1, "there is more"),
            [F32, F32],
            [],
            "failed to verify that there is more",
        ),
        (
            d.InferResultTypes(lambda state: [v.type for v in state.operands]),
            [F32, F64],
            [F32],
            "inferred type(s) 'f32', 'f64' are incompatible with return type(s) of operation 'f32'",
        ),
        (
            d.InferResultTypes(lambda state: [F64], lambda inferred, actual: True),
            [F32],
            [F32],
            "",
        ),
        (d.ElementwiseMappable(), [tensor(4), F32], [tensor(4)], ""),
        (
            d.ElementwiseMappable(),
            [F32],
            [tensor(4)],
            "if a result is non-scalar, then at least one operand must be non-scalar",
        ),
        (
            d.ElementwiseMappable(),
            [tensor(4)],
            [F32],
            "if an operand is non-scalar, then there must be at least one non-scalar result",
        ),
        (
            d.ElementwiseMappable(),
            [tensor(4)],
            [VectorType((4,), F32)],
            "all non-scalar operands/results must have the same shape and base type",
        ),
    ],
)
def test_trait(trait: d.Trait, operands: list[Type], results: list[Type], message: str) -> None:
    assert trait_error((trait,), operands, results) == message


def test_trait_with_attribute_is_checked_each_time() -> None:
    @d.Dialect("t").op("constant")
    class ConstantOp(d.Operation):
        """A typed attribute."""

        __slots__ = ()

        value = d.attr(d.TYPED_ATTR)
        result = d.result()
        traits = (d.AllTypesMatch("value", "result"),)

    assert errors(make(ConstantOp, [], [I64], {"value": i64_attr(1)})) == []
    assert errors(make(ConstantOp, [], [I64], {"value": dense_i64([])})) != []
    assert errors(make(ConstantOp, [], [I64], {"value": IntegerAttr(1, I32)})) == [
        "'t.constant' op failed to verify that all of {value, result} have same type"
    ]


def test_trait_names_fields_as_mlir_or_as_python_does() -> None:
    dialect = d.Dialect("t")
    for names in (("left_hand", "right_hand"), ("leftHand", "rightHand")):

        @dialect.op(names[0])
        class PairOp(d.Operation):
            """Two operands of one type."""

            __slots__ = ()

            left_hand = d.operand(name="leftHand")
            right_hand = d.operand(name="rightHand")
            traits = (d.AllTypesMatch(*names),)

        assert errors(make(PairOp, [I32, I32], [])) == []
        assert errors(make(PairOp, [I32, I64], [])) == [
            f"'t.{names[0]}' op failed to verify that all of {{leftHand, rightHand}} have same type"
        ]


def test_traits_of_place() -> None:
    dialect = d.Dialect("t")

    @dialect.op("outer")
    class OuterOp(d.Operation):
        """Holds the others."""

        __slots__ = ()

        body = d.region()
        traits = (d.SingleBlockImplicitTerminator("t.end"), d.NoRegionArguments())

    @dialect.op("end")
    class EndOp(d.Operation):
        """Ends it."""

        __slots__ = ()

        traits = (d.IsTerminator(), d.HasParent("t.outer"))

    block = Block([F32])
    outer = OuterOp.build(body=Region([block]))
    assert errors(outer) == ["'t.outer' op expects a non-empty block"] + [
        "'t.outer' op region should have no arguments"
    ]
    end = EndOp.build()
    block.append(end)
    block.erase_argument(0)
    assert errors(outer) == []
    assert errors(end) == []
    one = make(OneOp, [F32])
    block.append(one)
    assert errors(end) == ["'t.end' op must be the last operation in the parent block"]
    # What is no terminator is the verifier's to say, once.
    assert errors(outer) == []
    other = UnregisteredOp.named("t.other")
    block.append(other)
    assert errors(outer) == ["'t.outer' op expects regions to end with 't.end', found 't.other'"]
    other.detach()
    one.detach()
    outer.body.append(Block())
    assert errors(outer) == ["'t.outer' op expects region #0 to have 0 or 1 blocks"]
    assert errors(EndOp.build()) == [
        "'t.end' op must be the last operation in the parent block",
        "'t.end' op expects parent op 't.outer'",
    ]


def test_symbol() -> None:
    @d.Dialect("t").op("symbol")
    class SymbolOp(d.Operation):
        """Has a name."""

        __slots__ = ()

        traits = (d.SymbolTrait(),)

    assert errors(make(SymbolOp, [])) == ["'t.symbol' op requires string attribute 'sym_name'"]
    op = make(SymbolOp, [], properties={"sym_name": StringAttr("a")})
    assert errors(op) == []
    op.properties["sym_visibility"] = StringAttr("hidden")
    assert errors(op) == [
        "'t.symbol' op visibility expected to be one of "
        '["public", "private", "nested"], but got "hidden"'
    ]
    op.properties["sym_visibility"] = UNIT
    assert "to be a string attribute, but got unit" in errors(op)[0]
