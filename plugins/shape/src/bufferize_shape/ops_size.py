"""Sizes: constants, arithmetic, and casts from and to index."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import CastOpInterface
from bufferize_shape.dialect import (
    A_SIZE,
    ANY_SHAPE_OR_SIZE,
    COMMON_TYPE,
    MET_TYPE,
    SHAPE_DIALECT,
    SHAPE_OR_SIZE,
    SIZE,
    SIZE_IF_ERRORS,
    SIZE_OR_INDEX,
    PropagatesErrors,
)


@SHAPE_DIALECT.op("const_size")
class ConstSizeOp(d.Operation):
    """A size known at compile time."""

    value: d.Attr[ir.IntegerAttr, int] = d.attr(d.INDEX_ATTR)
    result: d.Result = d.result(A_SIZE)
    traits = (d.ConstantLike(), d.Pure())
    assembly_format = "$value attr-dict"

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [self.value]

    def result_names(self) -> list[str]:
        return [f"c{self.value.value}"]


class _ArithmeticOp(d.Operation):
    """Base of arithmetic on sizes and indices."""

    lhs: d.Operand = d.operand(SIZE_OR_INDEX)
    rhs: d.Operand = d.operand(SIZE_OR_INDEX)
    result: d.Result = d.result(SIZE_OR_INDEX)
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"


@SHAPE_DIALECT.op("add")
class AddOp(_ArithmeticOp):
    """The sum of two sizes."""

    traits = (d.Commutative(), d.Pure(), SIZE_IF_ERRORS, PropagatesErrors(SIZE))


@SHAPE_DIALECT.op("mul")
class MulOp(_ArithmeticOp):
    """The product of two sizes."""

    traits = (d.Commutative(), d.Pure(), SIZE_IF_ERRORS, PropagatesErrors(SIZE))


@SHAPE_DIALECT.op("div")
class DivOp(_ArithmeticOp):
    """The quotient of two sizes, rounded down."""

    traits = (d.NoMemoryEffect(), SIZE_IF_ERRORS, PropagatesErrors(SIZE))


class _ExtremumOp(d.Operation):
    """Base of the maximum and the minimum of two sizes, or of all extents of two shapes."""

    lhs: d.Operand = d.operand(SHAPE_OR_SIZE)
    rhs: d.Operand = d.operand(SHAPE_OR_SIZE)
    result: d.Result = d.result(SHAPE_OR_SIZE)
    traits = (d.Commutative(), d.NoMemoryEffect(), COMMON_TYPE)
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"


@SHAPE_DIALECT.op("max")
class MaxOp(_ExtremumOp):
    """The greater of two sizes, or the greater extents of two shapes of equal rank."""


@SHAPE_DIALECT.op("min")
class MinOp(_ExtremumOp):
    """The lesser of two sizes, or the lesser extents of two shapes of equal rank."""


@SHAPE_DIALECT.op("meet")
class MeetOp(d.Operation):
    """The combined knowledge about two shapes or sizes that must be equal, else an error."""

    arg0: d.Operand = d.operand(ANY_SHAPE_OR_SIZE)
    arg1: d.Operand = d.operand(ANY_SHAPE_OR_SIZE)
    message: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR, name="error")
    result: d.Result = d.result(ANY_SHAPE_OR_SIZE)
    traits = (d.Commutative(), MET_TYPE)
    assembly_format = """
        $arg0 `,` $arg1 (`,` `error` `=` $error^)? attr-dict `:`
        type($arg0) `,` type($arg1) `->` type($result)
    """


@SHAPE_DIALECT.op("index_to_size")
class IndexToSizeOp(d.Operation):
    """An index, which must not be negative, as a size."""

    arg: d.Operand = d.operand(d.INDEX)
    result: d.Result = d.result(A_SIZE)
    traits = (d.NoMemoryEffect(),)
    assembly_format = "$arg attr-dict"


@SHAPE_DIALECT.op("size_to_index")
class SizeToIndexOp(d.Operation, CastOpInterface):
    """A size, which must be known, as an index."""

    arg: d.Operand = d.operand(SIZE_OR_INDEX)
    result: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)
    assembly_format = "$arg attr-dict `:` type($arg)"
