"""Op classes called with their fields.

What type checkers must refuse stands here with a comment for each of them, which they report when it
is not needed.
"""

from __future__ import annotations

from typing import Any

import pytest

from bufferize import define as d
from bufferize.interfaces import DestinationStyleOpInterface
from bufferize.ir import (
    F32,
    F64,
    I32,
    I64,
    INDEX,
    UNIT,
    AffineMap,
    AffineMapAttr,
    ArrayAttr,
    Block,
    DenseArrayAttr,
    DictionaryAttr,
    FileLineColLoc,
    FloatAttr,
    IntegerAttr,
    MemRefType,
    OpOperand,
    RankedTensorType,
    Region,
    StringAttr,
    SymbolRefAttr,
    Type,
    TypeAttr,
    UnitAttr,
    dense_i64,
    i64_attr,
)

T = d.Dialect("t")
TENSOR = RankedTensorType((4,), F32)
BLOCK = Block([F32, F64, INDEX, TENSOR, MemRefType((4,), F32)])
A, B, N, X, M = BLOCK.arguments


@T.op("add")
class AddOp(d.Operation):
    """All of one type."""

    __slots__ = ()

    lhs: d.Operand = d.operand(d.FLOAT_LIKE)
    rhs: d.Operand = d.operand(d.FLOAT_LIKE)
    result: d.Result = d.result(d.FLOAT_LIKE)
    traits = (d.SameOperandsAndResultType(),)


@T.op("insert")
class InsertOp(d.Operation, DestinationStyleOpInterface):
    """In destination-passing style."""

    __slots__ = ()

    scalar: d.Operand = d.operand()
    dest: d.Operand = d.operand()
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    outs: d.VariadicResult = d.variadic_result()

    @property
    def dps_inits(self) -> list[OpOperand]:
        return [self.op_operands[1]]


KIND = d.int_enum("kind", I32, {"min": 0, "max": 1})


@T.op("attributes")
class AttributesOp(d.Operation):
    """An attribute of each kind that a Python value stands for."""

    __slots__ = ()

    number: d.OptionalAttr[IntegerAttr, int] = d.optional_attr(d.I64_ATTR)
    byte: d.OptionalAttr[IntegerAttr, int] = d.optional_attr(d.I8_ATTR)
    factor: d.OptionalAttr[FloatAttr, float] = d.optional_attr(d.F32_ATTR)
    text: d.OptionalAttr[StringAttr, str] = d.optional_attr(d.STR_ATTR)
    flag: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    callee: d.OptionalAttr[SymbolRefAttr, str] = d.optional_attr(d.FLAT_SYMBOL_REF)
    type: d.OptionalAttr[TypeAttr, Type] = d.optional_attr(d.TYPE_ATTR)
    map: d.OptionalAttr[AffineMapAttr, AffineMap] = d.optional_attr(d.AFFINE_MAP_ATTR)
    sizes: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I64_ARRAY)
    names: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(d.STR_ARRAY)
    groups: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(d.REASSOCIATION)
    options: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    kind: d.OptionalAttr[IntegerAttr, str] = d.optional_attr(KIND)
    aligned: d.OptionalAttr[IntegerAttr, int] = d.optional_attr(
        d.confined(d.I64_ATTR, d.POWER_OF_2)
    )


@T.op("control")
class ControlOp(d.Operation):
    """Regions and successors."""

    __slots__ = ()

    body: d.Region = d.region()
    others: d.VariadicRegion = d.variadic_region()
    dest: d.Successor = d.successor()
    cases: d.VariadicSuccessor = d.variadic_successor()


def test_fields_by_name() -> None:
    location = FileLineColLoc("f", 1, 2)
    op = AddOp(lhs=A, rhs=A, location=location, attributes={"x": UNIT})
    assert (op.lhs, op.rhs, op.result.type) == (A, A, F32)
    assert op.location is location
    assert op.attributes == {"x": UNIT}


def test_class_known_at_run_time() -> None:
    cls: type[d.Operation] = AddOp
    op = cls.build(lhs=A, rhs=A, result_types=[F64])
    assert isinstance(op, AddOp)
    assert op.result.type is F64


def test_class_that_is_not_declared() -> None:
    class Undeclared(d.Operation):
        """Of no dialect."""

    class Derived(AddOp):
        """Nor is this."""

    with pytest.raises(TypeError, match=r"^Undeclared is not declared with Dialect\.op$"):
        Undeclared()
    with pytest.raises(TypeError, match=r"^Derived is not declared with Dialect\.op$"):
        Derived(lhs=A, rhs=A)


def test_misspelt_field_comes_first() -> None:
    with pytest.raises(TypeError) as caught:
        InsertOp(scalar=A, dset=X)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    assert str(caught.value) == "'t.insert' has no field 'dset'; did you mean 'dest'?"
    with pytest.raises(TypeError, match=r"no field 'zzz'; it has lhs, rhs, result$"):
        AddOp(zzz=A)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError, match=r"'t\.insert' needs its field 'dest'"):
        InsertOp(scalar=A)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def test_name_in_mlir_is_not_the_name_of_the_field() -> None:
    @d.Dialect("t").op("named")
    class NamedOp(d.Operation):
        """A field with another name in MLIR."""

        __slots__ = ()

        values: d.VariadicOperand = d.variadic_operand(name="operandList")

    with pytest.raises(TypeError, match="no field 'operandList'; did you mean 'values'"):
        NamedOp(operandList=[A])  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def test_results_have_the_types_of_the_inits() -> None:
    op = InsertOp(scalar=A, dest=X, indices=[N])
    assert [result.type for result in op.outs] == [TENSOR]
    assert InsertOp(scalar=A, dest=M).results == ()
    assert InsertOp(scalar=A, dest=X, outs=[F32]).results[0].type is F32


def test_failing_inference_leaves_no_uses() -> None:
    @d.Dialect("t").op("wrong")
    class WrongOp(d.Operation, DestinationStyleOpInterface):
        """Whose inits are wrong."""

        __slots__ = ()

        source: d.Operand = d.operand()
        outs: d.VariadicResult = d.variadic_result()

        @property
        def dps_inits(self) -> list[OpOperand]:
            return [self.op_operands[1]]

    (value,) = Block([F32]).arguments
    with pytest.raises(IndexError):
        WrongOp(source=value)
    assert not value.has_uses()


def test_python_values_become_attributes() -> None:
    op = AttributesOp(
        number=-3,
        byte=127,
        factor=0.5,
        text="t",
        flag=True,
        callee="f",
        type=F32,
        map=AffineMap.identity(1),
        sizes=[1, 2],
        names=["a", StringAttr("b")],
        groups=[[0, 1], [2]],
        options=[{"x": UNIT}],
        kind="max",
        aligned=8,
    )
    assert op.number is i64_attr(-3)
    assert op.factor is FloatAttr.of(0.5, F32)
    assert op.text is StringAttr("t")
    assert op.flag is UNIT
    assert op.callee is SymbolRefAttr("f")
    assert op.type is TypeAttr(F32)
    assert op.map is AffineMapAttr(AffineMap.identity(1))
    assert op.sizes is dense_i64([1, 2])
    assert str(op.names) == '["a", "b"]'
    assert str(op.groups) == "[[0, 1], [2]]"
    assert op.options is ArrayAttr((DictionaryAttr((("x", UNIT),)),))
    assert op.kind is IntegerAttr(1, I32)
    assert op.aligned is IntegerAttr(8, I64)
    assert op.verify_invariants() == []


def test_python_values_are_assigned() -> None:
    op = AttributesOp(flag=False)
    assert op.properties == {}
    op.number = 4
    op.flag = True
    assert op.properties == {"number": i64_attr(4), "flag": UNIT}
    op.flag = False
    op.number = None
    assert op.properties == {}
    with pytest.raises(
        TypeError, match="field 'number' of 't.attributes' must be 64-bit .* not 'x'"
    ):
        op.number = "x"  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"number": "3"},
            r"'number' of 't\.attributes' must be 64-bit signless integer.*, not '3'",
        ),
        ({"number": 1.5}, r"must be 64-bit signless integer attribute, not 1\.5"),
        ({"byte": 128}, r"must be 8-bit .*, not 128: 128 does not fit into i8"),
        ({"factor": "x"}, r"must be 32-bit float attribute, not 'x'"),
        ({"text": 3}, r"must be string attribute, not 3"),
        ({"flag": "yes"}, r"must be unit attribute, not 'yes'"),
        ({"type": "f32"}, r"must be any type attribute, not 'f32'"),
        ({"sizes": 3}, r"dense array attribute, not 3"),
        ({"names": "abc"}, r"must be string array attribute, not 'abc'"),
        ({"names": [3]}, r"must be string array attribute, not \[3\]"),
        ({"kind": "mox"}, r"not 'mox': 'mox' is none of min, max"),
    ],
)
def test_python_values_that_stand_for_no_attribute(given: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        AttributesOp(**given)


def test_blocks_become_regions() -> None:
    first, second, third, target = (Block() for _ in range(4))
    op = ControlOp(body=first, others=[second, Region([third])], dest=target)
    assert op.body.blocks == [first]
    assert [region.blocks for region in op.others] == [[second], [third]]
    assert ControlOp(dest=target).body.blocks == []
    several = [Block(), Block()]
    assert ControlOp(body=several, dest=target).body.blocks == several


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"body": 3, "dest": Block()},
            "'body' of 't.control' must be a region, a block or blocks, not 3",
        ),
        (
            {"body": [3], "dest": Block()},
            "'body' of 't.control' must be a region, a block or blocks",
        ),
        ({"dest": 3}, "'dest' of 't.control' must be one block, not 3"),
        ({"dest": Block(), "cases": [3]}, "'cases' of 't.control' must be blocks, not "),
    ],
)
def test_wrong_regions_and_successors(given: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        ControlOp(**given)


def test_wrong_operands_and_results() -> None:
    with pytest.raises(TypeError, match="'rhs' of 't.add' must be one value, not 3"):
        AddOp(lhs=A, rhs=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match="'indices' of 't.insert' must be values, not "):
        InsertOp(scalar=A, dest=X, indices=[3])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match="'result' of 't.add' must be types, not 'f32'"):
        AddOp(lhs=A, rhs=A, result="f32")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
