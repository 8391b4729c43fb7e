from __future__ import annotations

from bufferize.ir import F32, ArrayAttr, ComplexType, FloatAttr, UnregisteredOp
from bufferize_complex.dialect import NumberAttr
from bufferize_complex.ops import AbsOp, AddOp, BitcastOp, ConstantOp, EqualOp
from bufferize_testing import function_ops

COMPLEX = ComplexType(F32)


def test_types_follow_from_operands() -> None:
    value = UnregisteredOp.named("test.op", result_types=[COMPLEX]).result
    assert AddOp.build(lhs=value, rhs=value).result.type is COMPLEX
    assert AbsOp.build(complex=value).result.type is F32
    assert str(EqualOp.build(lhs=value, rhs=value).result.type) == "i1"


def test_number_text() -> None:
    number = NumberAttr(FloatAttr.of(1.0, F32), FloatAttr.of(-2.5, F32))
    assert str(number) == "#complex.number<:f32 1.000000e+00, -2.500000e+00> : complex<f32>"


def test_the_type_after_a_number_says_nothing() -> None:
    ops = function_ops("%0 = arith.constant {x.n = #complex.number<:f32 1.0, 2.0> : f16} 1 : i32")
    assert ops[0].attributes["x.n"] is NumberAttr(FloatAttr.of(1.0, F32), FloatAttr.of(2.0, F32))


def test_constant() -> None:
    parts = ArrayAttr((FloatAttr.of(1.0, F32), FloatAttr.of(2.0, F32)))
    constant = ConstantOp.build(value=parts, result_types=[COMPLEX])
    assert constant.fold() == [parts]
    assert constant.result_names() == ["cst"]


def test_bitcast_to_the_same_type_folds() -> None:
    value = UnregisteredOp.named("test.op", result_types=[COMPLEX]).result
    assert BitcastOp.build(input=value, result_types=[COMPLEX]).fold() == [value]
