"""Sizes: constants, arithmetic, and casts from and to index."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import Commutative, ConstantLike, Operation, Pure
from bufferize.define.attr_constraints import INDEX_ATTR, STR_ATTR
from bufferize.define.type_constraints import INDEX
from bufferize.interfaces import CastOpInterface
from bufferize.ir import Attribute, IntegerAttr, StringAttr, Value
from bufferize_shape.base import (
    A_SIZE,
    ANY_SHAPE_OR_SIZE,
    SHAPE_DIALECT,
    SHAPE_OR_SIZE,
    SIZE,
    SIZE_OR_INDEX,
)
from bufferize_shape.result_types import COMMON_TYPE, MET_TYPE, SIZE_IF_ERRORS, PropagatesErrors


@SHAPE_DIALECT.op("const_size")
class ConstSizeOp(Operation):
    """A size that is known."""

    __slots__ = ()

    value: d.Attr[IntegerAttr, int] = d.attr(INDEX_ATTR)
    result: d.Result = d.result(A_SIZE)
    traits = (ConstantLike(), Pure())
    assembly_format = "$value attr-dict"

    def fold(self) -> list[Value | Attribute]:
        return [self.value]

    def result_names(self) -> list[str]:
        return [f"c{self.value.value}"]


class _ArithmeticOp(Operation):
    """Base of arithmetic on sizes and indices."""

    __slots__ = ()

    lhs: d.Operand = d.operand(SIZE_OR_INDEX)
    rhs: d.Operand = d.operand(SIZE_OR_INDEX)
    result: d.Result = d.result(SIZE_OR_INDEX)
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"


@SHAPE_DIALECT.op("add")
class AddOp(_ArithmeticOp):
    """The sum of two sizes."""

    __slots__ = ()

    traits = (Commutative(), Pure(), SIZE_IF_ERRORS, PropagatesErrors(SIZE))


@SHAPE_DIALECT.op("mul")
class MulOp(_ArithmeticOp):
    """The product of two sizes."""

    __slots__ = ()

    traits = (Commutative(), Pure(), SIZE_IF_ERRORS, PropagatesErrors(SIZE))


@SHAPE_DIALECT.op("div")
class DivOp(_ArithmeticOp):
    """The quotient of two sizes, rounded down."""

    __slots__ = ()

    traits = (Pure(), SIZE_IF_ERRORS, PropagatesErrors(SIZE))


class _ExtremumOp(Operation):
    """Base of what takes the greater or lesser of two sizes, or of all extents of two shapes."""

    __slots__ = ()

    lhs: d.Operand = d.operand(SHAPE_OR_SIZE)
    rhs: d.Operand = d.operand(SHAPE_OR_SIZE)
    result: d.Result = d.result(SHAPE_OR_SIZE)
    traits = (Commutative(), Pure(), COMMON_TYPE)
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"


@SHAPE_DIALECT.op("max")
class MaxOp(_ExtremumOp):
    """The greater of two sizes, or the greater extents of two shapes of equal rank."""

    __slots__ = ()


@SHAPE_DIALECT.op("min")
class MinOp(_ExtremumOp):
    """The lesser of two sizes, or the lesser extents of two shapes of equal rank."""

    __slots__ = ()


@SHAPE_DIALECT.op("meet")
class MeetOp(Operation):
    """All that is known of two shapes or sizes that must be one, else an error."""

    __slots__ = ()

    arg0: d.Operand = d.operand(ANY_SHAPE_OR_SIZE)
    arg1: d.Operand = d.operand(ANY_SHAPE_OR_SIZE)
    message: d.OptionalAttr[StringAttr, str] = d.optional_attr(STR_ATTR, name="error")
    result: d.Result = d.result(ANY_SHAPE_OR_SIZE)
    traits = (Commutative(), MET_TYPE)
    assembly_format = """
        $arg0 `,` $arg1 (`,` `error` `=` $error^)? attr-dict `:`
        type($arg0) `,` type($arg1) `->` type($result)
    """


@SHAPE_DIALECT.op("index_to_size")
class IndexToSizeOp(Operation):
    """An index, which must not be negative, as a size."""

    __slots__ = ()

    arg: d.Operand = d.operand(INDEX)
    result: d.Result = d.result(A_SIZE)
    traits = (Pure(),)
    assembly_format = "$arg attr-dict"


@SHAPE_DIALECT.op("size_to_index")
class SizeToIndexOp(Operation, CastOpInterface):
    """A size, which must be known, as an index."""

    __slots__ = ()

    arg: d.Operand = d.operand(SIZE_OR_INDEX)
    result: d.Result = d.result(INDEX)
    traits = (Pure(),)
    assembly_format = "$arg attr-dict `:` type($arg)"
