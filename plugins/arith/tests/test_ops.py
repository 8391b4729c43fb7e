from __future__ import annotations

import pytest

from bufferize import Context, parse
from bufferize.interfaces import value_range
from bufferize.ir import (
    F32,
    I32,
    I64,
    INDEX,
    UNKNOWN_LOC,
    Block,
    Builder,
    FloatAttr,
    InsertionPoint,
    IntegerAttr,
    Type,
    UnregisteredOp,
    VectorType,
    index_attr,
)
from bufferize_arith.dialect import (
    CMPI_PREDICATE,
    OVERFLOW_NONE,
    IntegerOverflowAttr,
)
from bufferize_arith.ops import (
    AddIOp,
    BitcastOp,
    CmpIOp,
    ConstantOp,
    ExtSIOp,
    IndexCastOp,
    TruncFOp,
    are_cast_compatible,
    constant_integer,
    index_constant,
)


def test_index_constant() -> None:
    block = Block()
    builder = Builder(InsertionPoint.at_end(block))
    value = index_constant(builder, 7, UNKNOWN_LOC)
    assert value.type is INDEX
    assert constant_integer(value) == 7
    assert value.defining_op is block.first_op


def test_context_finds_the_index_constant() -> None:
    block = Block()
    builder = Builder(InsertionPoint.at_end(block))
    assert constant_integer(Context().materialize_index(builder, 3, UNKNOWN_LOC)) == 3


def test_constant_integer_of_other_values() -> None:
    floating = ConstantOp.build(value=FloatAttr.of(1.0, F32))
    assert constant_integer(floating.result) is None
    other = UnregisteredOp.named("test.op", result_types=[I32])
    assert constant_integer(other.result) is None


def test_constant_type_follows_from_the_value() -> None:
    constant = ConstantOp.build(value=IntegerAttr(-1, I32))
    assert constant.result.type is I32
    assert constant.result_names() == ["c-1_i32"]
    assert constant.fold() == [IntegerAttr(-1, I32)]


def test_comparison_of_vectors_gives_a_vector() -> None:
    vector = UnregisteredOp.named("test.op", result_types=[VectorType((4,), I32)]).result
    op = CmpIOp.build(predicate=CMPI_PREDICATE.attr("slt"), lhs=vector, rhs=vector)
    assert str(op.result.type) == "vector<4xi1>"
    assert CMPI_PREDICATE.keyword(op.predicate) == "slt"


def test_overflow_flags() -> None:
    value = ConstantOp.build(value=index_attr(1)).result
    plain = AddIOp.build(lhs=value, rhs=value)
    assert plain.overflow_flags is OVERFLOW_NONE
    flags = IntegerOverflowAttr.of("nsw", "nuw")
    flagged = AddIOp.build(lhs=value, rhs=value, overflow_flags=flags)
    assert "nsw" in flagged.overflow_flags
    assert str(flagged.overflow_flags) == "#arith.overflow<nsw, nuw>"


@pytest.mark.parametrize(
    ("cast", "source", "target", "compatible"),
    [
        (ExtSIOp, I32, I64, True),
        (ExtSIOp, I64, I32, False),
        (ExtSIOp, VectorType((4,), I32), I64, False),
        (IndexCastOp, INDEX, I32, True),
        (IndexCastOp, I32, I64, False),
        (BitcastOp, F32, I32, True),
        (BitcastOp, F32, I64, False),
        (TruncFOp, F32, F32, False),
    ],
)
def test_cast_compatibility(
    cast: type[ExtSIOp], source: Type, target: Type, compatible: bool
) -> None:
    assert are_cast_compatible(cast, source, target) is compatible


def test_bitcast_to_the_same_type_folds() -> None:
    value = UnregisteredOp.named("test.op", result_types=[I32]).result
    assert BitcastOp.build(input=value, result_types=[I32]).fold() == [value]
    assert BitcastOp.build(input=value, result_types=[F32]).fold() is None


def test_product_with_vscale_is_named_after_its_factor() -> None:
    context = Context()
    context.allow_unregistered_dialects = True
    module = parse(
        """
        %vscale = "vector.vscale"() : () -> index
        %four = arith.constant 4 : index
        %0 = arith.muli %vscale, %four : index
        %1 = arith.muli %four, %four : index
        """,
        context,
    )
    names = [op.result_names() for op in module.walk() if op.name == "arith.muli"]
    assert names == [["c4_vscale"], None]


@pytest.mark.parametrize(
    ("name", "constant", "expected"),
    [
        ("minsi", 8, (None, 8)),
        ("minsi", -8, (None, -8)),
        ("minui", 8, (0, 8)),
        ("minui", -8, (None, None)),
        ("maxsi", 8, (8, None)),
        ("maxui", 8, (None, None)),
    ],
)
@pytest.mark.parametrize("operands", ["%n, %c", "%c, %n"])
def test_bounds_of_extrema(
    name: str, constant: int, expected: tuple[int | None, int | None], operands: str
) -> None:
    module = parse(
        f"""func.func @f(%n: index) -> (index, index) {{
          %c = arith.constant {constant} : index
          %0 = arith.{name} {operands} : index
          %1 = arith.{name} %n, %n : index
          return %0, %1 : index, index
        }}""",
        Context(),
    )
    bounded, free = next(op for op in module.walk() if op.name == "func.return").operands
    assert value_range(bounded) == expected
    assert value_range(free) == (None, None)


def test_truth_bounds_no_extremum() -> None:
    module = parse(
        """func.func @f(%b: i1) -> i1 {
          %c = arith.constant true
          %0 = arith.maxsi %b, %c : i1
          return %0 : i1
        }""",
        Context(),
    )
    (result,) = next(op for op in module.walk() if op.name == "func.return").operands
    assert value_range(result) == (None, None)
