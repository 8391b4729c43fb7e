"""Operations on shapes, whose values are computed when a program is compiled."""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize_tosa.constraints import INDEX_ELEMENTS, SCALAR_I32, SHAPE, TENSOR_AT_LEAST_1D
from bufferize_tosa.dialect import (
    TOSA,
    PartialOp,
    ResolvableShapes,
    SameShapeRanks,
    ShapeOperator,
    first_number,
    rank_of,
)


class ShapeOp(d.Operation):
    """Base of all ops whose result is a shape."""

    output: d.Result = d.result(SHAPE)
    traits: ClassVar[tuple[ir.Trait, ...]] = (ShapeOperator(), d.Pure(), ResolvableShapes())
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@TOSA.op("const_shape")
class ConstShapeOp(ShapeOp):
    """A shape known at compile time."""

    values: d.Attr[ir.DenseElementsAttr, ir.DenseElementsAttr] = d.attr(INDEX_ELEMENTS)
    traits = (d.ConstantLike(), *ShapeOp.traits)

    def verify_op(self) -> None:
        extents = self.values.type.extents or ()
        if len(extents) != 1:
            raise self.error("expect elements in attribute values with rank 1")
        if extents[0] != rank_of(self.output):
            raise self.error(
                f"expect number of elements in attribute values ({extents[0]}) to be equal to "
                f"the rank ({rank_of(self.output)}) for the result shape type"
            )

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [self.values]


@TOSA.op("dim")
class DimOp(ShapeOp, PartialOp):
    """The extent of one dimension of a tensor, as a shape of rank 1."""

    input1: d.Operand = d.operand(TENSOR_AT_LEAST_1D)
    axis: d.Attr[ir.IntegerAttr, int] = d.attr(d.I32_ATTR)

    def verify_op(self) -> None:
        if rank_of(self.output) != 1:
            raise self.error(
                f"expect output shape type to contain one element, got '{self.output.type}'"
            )
        type, axis = self.input1.type, self.axis.value
        if isinstance(type, ir.RankedTensorType) and not 0 <= axis < type.rank:
            raise self.error(f"expect axis to be in the range [0, {type.rank}), got {axis}")


@TOSA.op("concat_shape")
class ConcatShapeOp(ShapeOp):
    """The concatenation of several shapes."""

    input: d.VariadicOperand = d.variadic_operand(SHAPE)

    def verify_op(self) -> None:
        total = sum(map(rank_of, self.input))
        if rank_of(self.output) != total:
            raise self.error(
                "requires output shape rank to be equal to the sum of the input shape ranks "
                f"({total}), got {rank_of(self.output)}"
            )


@TOSA.op("slice_shape")
class SliceShapeOp(ShapeOp, PartialOp):
    """Consecutive extents of a shape."""

    input: d.Operand = d.operand(SHAPE)
    start: d.Operand = d.operand(SCALAR_I32)
    size: d.Operand = d.operand(SCALAR_I32)

    def verify_op(self) -> None:
        start, size = first_number(self.start), first_number(self.size)
        rank = rank_of(self.input)
        if start is not None and start < 0:
            raise self.error(f"expected non-negative start index, got {start}")
        if size is not None and size <= 0:
            raise self.error(f"expected positive size, got {size}")
        if size is None:
            return
        if rank_of(self.output) != size:
            raise self.error(
                "expected output type size to be equal to size attribute, "
                f"got {rank_of(self.output)} vs {size}"
            )
        if start is not None and start + size > rank:
            raise self.error(
                "expected start + size to be less than or equal to input shape rank "
                f"({rank}), got {start + size}"
            )


class UnaryShapeOp(ShapeOp, PartialOp):
    """Base of the functions of each extent of one shape."""

    input: d.Operand = d.operand(SHAPE)
    traits = (SameShapeRanks(), *ShapeOp.traits)


TOSA.similar_ops(
    UnaryShapeOp,
    {
        "exp2_shape": "Two to the power of each extent.",
        "log2_ceil_shape": "The logarithm to base two, rounded up.",
        "log2_floor_shape": "The logarithm to base two, rounded down.",
    },
)


class BinaryShapeOp(ShapeOp):
    """Base of the functions of the extents of two shapes of one rank."""

    input1: d.Operand = d.operand(SHAPE)
    input2: d.Operand = d.operand(SHAPE)
    traits = (SameShapeRanks(), *ShapeOp.traits)


TOSA.similar_ops(
    BinaryShapeOp,
    {
        "add_shape": "The sums.",
        "sub_shape": "The differences.",
        "mul_shape": "The products.",
        "max_shape": "The greater extents.",
        "min_shape": "The smaller extents.",
    },
)


class DivisionShapeOp(BinaryShapeOp, PartialOp):
    """Base of the divisions of the extents of one shape by those of another."""


TOSA.similar_ops(
    DivisionShapeOp,
    {
        "div_ceil_shape": "The quotients, rounded up.",
        "div_floor_shape": "The quotients, rounded down.",
        "mod_shape": "The remainders.",
    },
)
