from __future__ import annotations

import pytest

from bufferize import define as d
from bufferize.diagnostics import ParseError, error
from bufferize.ir import (
    F32,
    F64,
    I1,
    INDEX,
    UNIT,
    Block,
    FileLineColLoc,
    FloatAttr,
    RankedTensorType,
    Type,
    VectorType,
    dense_i32,
    i64_attr,
)

T = d.Dialect("t")
BLOCK = Block([F32, F64, INDEX, RankedTensorType((4,), F32)])
A, B, N, TENSOR = BLOCK.arguments


@T.op("add")
class AddOp(d.Operation):
    """All of one type."""

    __slots__ = ()

    lhs = d.operand(d.FLOAT_LIKE)
    rhs = d.operand(d.FLOAT_LIKE)
    result = d.result(d.FLOAT_LIKE)
    traits = (d.SameOperandsAndResultType(),)


@T.op("extract")
class ExtractOp(d.Operation):
    """The result type follows from an operand's, the index types are fixed."""

    __slots__ = ()

    source = d.operand(d.ANY_TENSOR)
    indices = d.variadic_operand(d.INDEX)
    result = d.result()
    traits = (d.TypesMatchWith("source", "result", lambda t: t.element_type),)


@T.op("constant")
class ConstantOp(d.Operation):
    """The result type follows from an attribute."""

    __slots__ = ()

    value = d.attr(d.TYPED_ATTR)
    result = d.result()
    traits = (d.AllTypesMatch("value", "result"),)


@T.op("test")
class CheckOp(d.Operation):
    """The result type is fixed."""

    __slots__ = ()

    value = d.operand()
    result = d.result(d.I1)


@T.op("any")
class AnyOp(d.Operation):
    """Nothing tells the result type."""

    __slots__ = ()

    result = d.result()


def _pair(state: d.OperationState) -> list[Type]:
    if not state.operands:
        raise ParseError(error("nothing to go by"))
    return [state.operands[0].type] * 2


@T.op("pair")
class PairOp(d.Operation):
    """The number of results is inferred too."""

    __slots__ = ()

    values = d.variadic_operand()
    outs = d.variadic_result(d.FLOAT)
    traits = (d.InferResultTypes(_pair),)


def test_same_type() -> None:
    assert AddOp.build(lhs=A, rhs=A).result.type is F32


def test_type_from_another() -> None:
    assert ExtractOp.build(source=TENSOR, indices=[N]).result.type is F32


def test_type_from_attribute() -> None:
    assert ConstantOp.build(value=FloatAttr.of(1.0, F64)).result.type is F64
    assert ConstantOp.build(value=i64_attr(1)).result.type is i64_attr(1).type


def test_fixed_type() -> None:
    assert CheckOp.build(value=A).result.type is I1


def test_inferred_types() -> None:
    assert [r.type for r in PairOp.build(values=[A, B]).outs] == [F32, F32]
    with pytest.raises(ParseError, match="nothing to go by"):
        PairOp.build()


def test_given_types_win() -> None:
    assert AddOp.build(lhs=A, rhs=A, result_types=[F64]).result.type is F64
    assert AddOp.build(lhs=A, rhs=A, result=F64).result.type is F64


def test_discardable_attributes_and_location() -> None:
    location = FileLineColLoc("f", 1, 2)
    op = CheckOp.build(value=A, attributes={"x": UNIT}, location=location)
    assert op.attributes == {"x": UNIT}
    assert op.properties == {}
    assert op.location is location


def test_unknown_result_type() -> None:
    with pytest.raises(TypeError, match=r"'t\.any' needs the type of its result 'result'"):
        AnyOp.build()


def test_missing_field() -> None:
    with pytest.raises(TypeError, match=r"'t\.add' needs its field 'rhs'"):
        AddOp.build(lhs=A)
    with pytest.raises(TypeError, match=r"'t\.constant' needs its field 'value'"):
        ConstantOp.build()


def test_unknown_field() -> None:
    with pytest.raises(TypeError, match=r"'t\.add' has no field 'mhs'"):
        AddOp.build(lhs=A, rhs=A, mhs=A)


def test_value_of_the_wrong_kind() -> None:
    with pytest.raises(TypeError, match=r"field 'rhs' of 't\.add' must be one value"):
        AddOp.build(lhs=A, rhs=[A])


def test_from_state_sorts_attributes() -> None:
    @d.Dialect("t").op("sorted")
    class SortedOp(d.Operation):
        """An attribute of its own and one with a default."""

        __slots__ = ()

        own = d.attr(d.I64_ATTR)
        other = d.default_attr(d.I64_ATTR, i64_attr(3))
        quiet = d.default_attr(d.I64_ATTR, i64_attr(4), optional=True)

    state = d.OperationState("t.sorted", attributes={"own": i64_attr(1), "x": UNIT})
    op = SortedOp.from_state(state)
    assert op.properties == {"own": i64_attr(1), "other": i64_attr(3)}
    assert op.attributes == {"x": UNIT}
    assert op.quiet is i64_attr(4)


def test_vector_result() -> None:
    vector = VectorType((4,), F32)
    block = Block([vector])
    assert AddOp.build(lhs=block.arguments[0], rhs=block.arguments[0]).result.type is vector


def test_from_state_adds_segment_sizes() -> None:
    @d.Dialect("t").op("sized")
    class SizedOp(d.Operation):
        """Two variadic fields."""

        __slots__ = ()

        one = d.variadic_operand()
        two = d.variadic_operand()

    op = SizedOp.from_state(d.OperationState("t.sized"))
    assert op.properties == {"operandSegmentSizes": dense_i32([0, 0])}
    assert op.verify_invariants() == []
