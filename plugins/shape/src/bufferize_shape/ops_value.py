"""Values and their shapes."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import Operation, Pure
from bufferize.define.constraint import one_of
from bufferize.define.type_constraints import ANY_INTEGER, ANY_SHAPED, INDEX, tensor_of
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
class ShapeOfOp(Operation):
    """The shape of a value."""

    __slots__ = ()

    arg: d.Operand = d.operand(SHAPED_OR_VALUE_SHAPE)
    result: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (Pure(), EXTENTS_TYPE, PropagatesErrors(SHAPE))
    assembly_format = "$arg attr-dict `:` type($arg) `->` type($result)"


@SHAPE_DIALECT.op("dim")
class DimOp(Operation):
    """One extent of a value."""

    __slots__ = ()

    value: d.Operand = d.operand(ANY_SHAPED)
    index: d.Operand = d.operand(SIZE_OR_INDEX)
    extent: d.Result = d.result(SIZE_OR_INDEX)
    traits = (Pure(), SIZE_IF_ERRORS)
    assembly_format = (
        "$value `,` $index attr-dict `:` type($value) `,` type($index) `->` type($extent)"
    )


@SHAPE_DIALECT.op("value_of")
class ValueOfOp(Operation):
    """The value of a value with its shape."""

    __slots__ = ()

    arg: d.Operand = d.operand(A_VALUE_SHAPE)
    result: d.Result = d.result(ANY_SHAPED)
    traits = (Pure(),)
    assembly_format = "$arg attr-dict `:` type($result)"


@SHAPE_DIALECT.op("value_as_shape")
class ValueAsShapeOp(Operation):
    """The shape whose extents are the elements of a value."""

    __slots__ = ()

    arg: d.Operand = d.operand(
        one_of(tensor_of(one_of(ANY_INTEGER, INDEX), ranks=[1]), A_VALUE_SHAPE)
    )
    result: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (Pure(),)
    assembly_format = "$arg attr-dict `:` type($arg) `->` type($result)"


@SHAPE_DIALECT.op("with_shape")
class WithOp(Operation):
    """A value with another shape than its own."""

    __slots__ = ()

    value: d.Operand = d.operand(SHAPED_OR_VALUE_SHAPE, name="operand")
    shape: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(A_VALUE_SHAPE)
    traits = (Pure(),)
    assembly_format = "$operand `,` $shape attr-dict `:` type($operand) `,` type($shape)"
