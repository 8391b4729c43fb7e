"""Ops on shapes: what they are computed of is known when a program is compiled."""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize.define import ConstantLike, Operation, Pure
from bufferize.define.attr_constraints import I32_ATTR
from bufferize.ir import (
    Attribute,
    DenseElementsAttr,
    IntegerAttr,
    RankedTensorType,
    Trait,
    Value,
)
from bufferize_tosa.base import TOSA
from bufferize_tosa.constraints import INDEX_ELEMENTS, SCALAR_I32, SHAPE, TENSOR_AT_LEAST_1D
from bufferize_tosa.shapes import first_number, rank_of
from bufferize_tosa.traits import ResolvableShapes, SameShapeRanks, ShapeOperator


class ShapeOp(Operation):
    """Base of all ops that make a shape."""

    __slots__ = ()

    output: d.Result = d.result(SHAPE)
    traits: ClassVar[tuple[Trait, ...]] = (ShapeOperator(), Pure(), ResolvableShapes())
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@TOSA.op("const_shape")
class ConstShapeOp(ShapeOp):
    """A shape known at compile time."""

    __slots__ = ()

    values: d.Attr[DenseElementsAttr, DenseElementsAttr] = d.attr(INDEX_ELEMENTS)
    traits = (ConstantLike(), ShapeOperator(), Pure(), ResolvableShapes())

    def verify_op(self) -> None:
        extents = self.values.type.extents or ()
        if len(extents) != 1:
            raise self.error("expect elements in attribute values with rank 1")
        if extents[0] != rank_of(self.output):
            raise self.error(
                f"expect number of elements in attribute values ({extents[0]}) to be equal to "
                f"the rank ({rank_of(self.output)}) for the result shape type"
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
        if rank_of(self.output) != 1:
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
        total = sum(map(rank_of, self.input))
        if rank_of(self.output) != total:
            raise self.error(
                "requires output shape rank to be equal to the sum of the input shape ranks "
                f"({total}), got {rank_of(self.output)}"
            )


@TOSA.op("slice_shape")
class SliceShapeOp(ShapeOp):
    """A run of a shape's extents."""

    __slots__ = ()

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


class UnaryShapeOp(ShapeOp):
    """Base of the ops on one shape, extent by extent."""

    __slots__ = ()

    input: d.Operand = d.operand(SHAPE)
    traits = (SameShapeRanks(), ShapeOperator(), Pure(), ResolvableShapes())


class BinaryShapeOp(ShapeOp):
    """Base of the ops on two shapes of one rank, extent by extent."""

    __slots__ = ()

    input1: d.Operand = d.operand(SHAPE)
    input2: d.Operand = d.operand(SHAPE)
    traits = (SameShapeRanks(), ShapeOperator(), Pure(), ResolvableShapes())


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
