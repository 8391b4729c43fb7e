"""Values and their shapes."""

from __future__ import annotations

from bufferize import define as d
from bufferize_shape.base import (
    A_VALUE_SHAPE,
    SHAPE,
    SHAPE_DIALECT,
    SHAPE_OR_EXTENT_TENSOR,
    SHAPED_OR_VALUE_SHAPE,
    SIZE_OR_INDEX,
)
from bufferize_shape.result_types import EXTENTS_TYPE, SIZE_IF_ERRORS, PropagatesErrors


@SHAPE_DIALECT.op("shape_of")
class ShapeOfOp(d.Operation):
    """The shape of a value."""

    __slots__ = ()

    arg: d.Operand = d.operand(SHAPED_OR_VALUE_SHAPE)
    result: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (d.Pure(), EXTENTS_TYPE, PropagatesErrors(SHAPE))
    assembly_format = "$arg attr-dict `:` type($arg) `->` type($result)"


@SHAPE_DIALECT.op("dim")
class DimOp(d.Operation):
    """One extent of a value."""

    __slots__ = ()

    value: d.Operand = d.operand(d.ANY_SHAPED)
    index: d.Operand = d.operand(SIZE_OR_INDEX)
    extent: d.Result = d.result(SIZE_OR_INDEX)
    traits = (d.Pure(), SIZE_IF_ERRORS)
    assembly_format = (
        "$value `,` $index attr-dict `:` type($value) `,` type($index) `->` type($extent)"
    )


@SHAPE_DIALECT.op("value_of")
class ValueOfOp(d.Operation):
    """The value of a value with its shape."""

    __slots__ = ()

    arg: d.Operand = d.operand(A_VALUE_SHAPE)
    result: d.Result = d.result(d.ANY_SHAPED)
    traits = (d.Pure(),)
    assembly_format = "$arg attr-dict `:` type($result)"


@SHAPE_DIALECT.op("value_as_shape")
class ValueAsShapeOp(d.Operation):
    """The shape whose extents are the elements of a value."""

    __slots__ = ()

    arg: d.Operand = d.operand(
        d.one_of(d.tensor_of(d.one_of(d.ANY_INTEGER, d.INDEX), ranks=[1]), A_VALUE_SHAPE)
    )
    result: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "$arg attr-dict `:` type($arg) `->` type($result)"


@SHAPE_DIALECT.op("with_shape")
class WithOp(d.Operation):
    """A value with another shape than its own."""

    __slots__ = ()

    value: d.Operand = d.operand(SHAPED_OR_VALUE_SHAPE, name="operand")
    shape: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(A_VALUE_SHAPE)
    traits = (d.Pure(),)
    assembly_format = "$operand `,` $shape attr-dict `:` type($operand) `,` type($shape)"
