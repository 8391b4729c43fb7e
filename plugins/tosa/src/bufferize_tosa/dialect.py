"""The part of the tosa dialect that remains beside linalg: shapes and the ops on them."""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize.define import ConstantLike, Dialect, Operation, Pure
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.attr_constraints import I32_ATTR
from bufferize.define.constraint import Constraint, instance_of, one_of, pred
from bufferize.ir import (
    I32,
    Attribute,
    DenseElementsAttr,
    FloatType,
    IndexType,
    IntegerAttr,
    IntegerType,
    RankedTensorType,
    Signedness,
    Trait,
    Type,
    UnrankedTensorType,
    Value,
    parameters,
)
from bufferize.ir import Operation as IrOperation

DIALECT = TOSA = Dialect("tosa", partial="bufferize-tosa brings only the ops on shapes of tosa")
TOSA.lowering = "mlir-opt --tosa-to-linalg-pipeline"

_MAX_RANK = 2**31 - 1


@TOSA.type("shape")
@parameters
class ShapeType(Type):
    """`!tosa.shape<rank>`: so many extents, each an index."""

    rank: int

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> ShapeType:
        """`<rank>`."""
        parser.parse_punctuation("<")
        offset = parser.offset
        rank = parser.parse_integer()
        if rank < 0:
            raise parser.error(f"invalid rank (must be >= 0): {rank}", offset)
        if rank > _MAX_RANK:
            raise parser.error("integer value too large", offset)
        parser.parse_punctuation(">")
        return cls(rank)

    def print_parameters(self, printer: AsmPrinter) -> None:
        """`<rank>`."""
        printer.write(f"<{self.rank}>")


SHAPE = instance_of(ShapeType, "Shape with static rank and Index element type")


def _is_number(type: Type) -> bool:
    if isinstance(type, IntegerType):
        return type.signedness is not Signedness.SIGNED
    return isinstance(type, FloatType)


TENSOR_AT_LEAST_1D: Constraint[Type] = pred(
    lambda t: (
        (
            isinstance(t, UnrankedTensorType)
            or (isinstance(t, RankedTensorType) and t.rank > 0 and 0 not in t.shape)
        )
        and _is_number(t.element_type)
    ),
    "tosa-conformant tensor of at least rank 1",
)
SCALAR_I32_TENSOR: Constraint[Type] = one_of(
    pred(
        lambda t: isinstance(t, UnrankedTensorType) and t.element_type is I32,
        "tosa-conformant unranked tensor of 32-bit signless integer values",
    ),
    pred(
        lambda t: isinstance(t, RankedTensorType) and t.shape == (1,) and t.element_type is I32,
        "tosa-conformant scalar tensor of 32-bit signless integer values",
    ),
)
INDEX_ELEMENTS: Constraint[DenseElementsAttr] = pred(
    lambda a: isinstance(a, DenseElementsAttr) and isinstance(a.type.element_type, IndexType),
    "index elements attribute",
)


def _rank(value: Value) -> int:
    assert isinstance(value.type, ShapeType)
    return value.type.rank


class ResolvableShapes(Trait):
    """Every operand that is a shape comes from another shape op."""

    __slots__ = ()

    def verify(self, op: IrOperation) -> None:
        """Raises VerifyError for a shape from elsewhere, such as an argument."""
        for value in op.operands:
            if isinstance(value.type, ShapeType) and not isinstance(value.defining_op, ShapeOp):
                raise op.error("shape operand is not compile time resolvable")


class SameRanks(Trait):
    """All shapes, operands and result, have one rank."""

    __slots__ = ()

    def verify(self, op: IrOperation) -> None:
        """Raises VerifyError for two ranks."""
        ranks = {v.type.rank for v in op.operands if isinstance(v.type, ShapeType)}
        if len(ranks) > 1:
            raise op.error("operands don't have matching ranks")
        results = {v.type.rank for v in op.results if isinstance(v.type, ShapeType)}
        if results - ranks:
            raise op.error("result shape has different rank than operands")


class ShapeOp(Operation):
    """Base of all ops that make a shape."""

    __slots__ = ()

    output: d.Result = d.result(SHAPE)
    traits: ClassVar[tuple[Trait, ...]] = (Pure(), ResolvableShapes())
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@TOSA.op("const_shape")
class ConstShapeOp(ShapeOp):
    """A shape known at compile time."""

    __slots__ = ()

    values: d.Attr[DenseElementsAttr, DenseElementsAttr] = d.attr(INDEX_ELEMENTS)
    traits = (ConstantLike(), Pure(), ResolvableShapes())

    def verify_op(self) -> None:
        extents = self.values.type.extents or ()
        if len(extents) != 1:
            raise self.error("expect elements in attribute values with rank 1")
        if extents[0] != _rank(self.output):
            raise self.error(
                f"expect number of elements in attribute values ({extents[0]}) to be equal to "
                f"the rank ({_rank(self.output)}) for the result shape type"
            )

    def fold(self) -> list[Value | Attribute]:
        return [self.values]


@TOSA.op("dim")
class DimOp(ShapeOp):
    """The extent of one dimension of a tensor, as a shape of rank 1."""

    __slots__ = ()

    input1: d.Operand = d.operand(TENSOR_AT_LEAST_1D)
    axis: d.Attr[IntegerAttr, int] = d.attr(I32_ATTR)

    def verify_op(self) -> None:
        if _rank(self.output) != 1:
            raise self.error(
                f"expect output shape type to contain one element, got '{self.output.type}'"
            )
        type, axis = self.input1.type, self.axis.value
        if isinstance(type, RankedTensorType) and not 0 <= axis < type.rank:
            raise self.error(f"expect axis to be in the range [0, {type.rank}), got {axis}")


@TOSA.op("concat_shape")
class ConcatShapeOp(ShapeOp):
    """The extents of several shapes, one shape after the other."""

    __slots__ = ()

    input: d.VariadicOperand = d.variadic_operand(SHAPE)

    def verify_op(self) -> None:
        total = sum(map(_rank, self.input))
        if _rank(self.output) != total:
            raise self.error(
                "requires output shape rank to be equal to the sum of the input shape ranks "
                f"({total}), got {_rank(self.output)}"
            )


@TOSA.op("slice_shape")
class SliceShapeOp(ShapeOp):
    """A run of a shape's extents."""

    __slots__ = ()

    input: d.Operand = d.operand(SHAPE)
    start: d.Operand = d.operand(SCALAR_I32_TENSOR)
    size: d.Operand = d.operand(SCALAR_I32_TENSOR)

    def verify_op(self) -> None:
        start, size = _constant_element(self.start), _constant_element(self.size)
        rank = _rank(self.input)
        if start is not None and start < 0:
            raise self.error(f"expected non-negative start index, got {start}")
        if size is not None and size <= 0:
            raise self.error(f"expected positive size, got {size}")
        if size is None:
            return
        if _rank(self.output) != size:
            raise self.error(
                "expected output type size to be equal to size attribute, "
                f"got {_rank(self.output)} vs {size}"
            )
        if start is not None and start + size > rank:
            raise self.error(
                "expected start + size to be less than or equal to input shape rank "
                f"({rank}), got {start + size}"
            )


def _constant_element(value: Value) -> int | None:
    """The element of a tensor of one integer, if it is a constant."""
    op = value.defining_op
    if op is None or not op.has_trait(ConstantLike):
        return None
    folded = op.fold()
    attribute = folded[0] if folded else None
    if not isinstance(attribute, DenseElementsAttr):
        return None
    return int.from_bytes(attribute.data[:4], "little", signed=True)


class UnaryShapeOp(ShapeOp):
    """Base of the ops on one shape, extent by extent."""

    __slots__ = ()

    input: d.Operand = d.operand(SHAPE)
    traits = (SameRanks(), Pure(), ResolvableShapes())


class BinaryShapeOp(ShapeOp):
    """Base of the ops on two shapes of one rank, extent by extent."""

    __slots__ = ()

    input1: d.Operand = d.operand(SHAPE)
    input2: d.Operand = d.operand(SHAPE)
    traits = (SameRanks(), Pure(), ResolvableShapes())


@TOSA.op("exp2_shape")
class Exp2ShapeOp(UnaryShapeOp):
    """Two to the power of each extent."""

    __slots__ = ()


@TOSA.op("log2_ceil_shape")
class Log2CeilShapeOp(UnaryShapeOp):
    """The logarithm to base two, rounded up."""

    __slots__ = ()


@TOSA.op("log2_floor_shape")
class Log2FloorShapeOp(UnaryShapeOp):
    """The logarithm to base two, rounded down."""

    __slots__ = ()


@TOSA.op("add_shape")
class AddShapeOp(BinaryShapeOp):
    """Sums."""

    __slots__ = ()


@TOSA.op("sub_shape")
class SubShapeOp(BinaryShapeOp):
    """Differences."""

    __slots__ = ()


@TOSA.op("mul_shape")
class MulShapeOp(BinaryShapeOp):
    """Products."""

    __slots__ = ()


@TOSA.op("div_ceil_shape")
class DivCeilShapeOp(BinaryShapeOp):
    """Quotients, rounded up."""

    __slots__ = ()


@TOSA.op("div_floor_shape")
class DivFloorShapeOp(BinaryShapeOp):
    """Quotients, rounded down."""

    __slots__ = ()


@TOSA.op("mod_shape")
class ModShapeOp(BinaryShapeOp):
    """Remainders."""

    __slots__ = ()


@TOSA.op("max_shape")
class MaxShapeOp(BinaryShapeOp):
    """The larger extents."""

    __slots__ = ()


@TOSA.op("min_shape")
class MinShapeOp(BinaryShapeOp):
    """The smaller extents."""

    __slots__ = ()
