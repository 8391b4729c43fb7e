"""Shapes, values with their shapes, and computations on them."""

from __future__ import annotations

from typing import cast

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import VerifyError, error
from bufferize.interfaces import CastOpInterface
from bufferize.ir.dense import dense_attr, elements
from bufferize_shape.dialect import (
    A_SHAPE,
    A_VALUE_SHAPE,
    EXTENT_TENSOR,
    EXTENTS_TYPE,
    SHAPE,
    SHAPE_DIALECT,
    SHAPE_OR_EXTENT_TENSOR,
    SHAPE_OR_SIZE,
    SHAPED_OR_VALUE_SHAPE,
    SIZE,
    SIZE_IF_ERRORS,
    SIZE_OR_INDEX,
    PropagatesErrors,
)

INDEX_ELEMENTS: d.Constraint[ir.DenseElementsAttr] = d.pred(
    lambda a: isinstance(a, ir.DenseElementsAttr) and isinstance(a.type.element_type, ir.IndexType),
    "index elements attribute",
)


def _constant_type(state: d.OperationState) -> list[ir.Type]:
    shape = state.properties.get("shape")
    if not INDEX_ELEMENTS.check(shape):
        raise VerifyError(error("missing shape attribute", state.location.position()))
    count = cast(ir.DenseElementsAttr, shape).type.num_elements()
    return [ir.RankedTensorType((count,), ir.INDEX)]


@SHAPE_DIALECT.op("const_shape")
class ConstShapeOp(d.Operation):
    """A shape or extent tensor known at compile time."""

    shape: d.Attr[ir.DenseElementsAttr, ir.DenseElementsAttr] = d.attr(INDEX_ELEMENTS)
    result: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (
        d.ConstantLike(),
        d.Pure(),
        d.InferResultTypes(
            _constant_type, lambda inferred, actual: inferred[0] is actual[0] or actual[0] is SHAPE
        ),
    )

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Parse `{attributes}? [extents] : type`."""
        state.attributes.update(parser.parse_optional_attr_dict())
        offset = parser.offset
        extents = parser.parse_attribute()
        if not isinstance(extents, ir.ArrayAttr):
            raise parser.error("expected an array of extents", offset)
        values = [
            -extent.value if extent.type is ir.I1 else extent.value  # as in MLIR, `true` is -1
            for extent in extents.elements
            if isinstance(extent, ir.IntegerAttr)
        ]
        if len(values) < len(extents.elements):
            raise parser.error("expected extents that are integers", offset)
        if "shape" in state.attributes:
            raise parser.error("attribute 'shape' occurs more than once in the attribute list")
        type = ir.RankedTensorType((len(values),), ir.INDEX)
        state.properties["shape"] = dense_attr(type, values)
        state.result_types = [parser.parse_colon_type()]

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the attributes before the extents, as MLIR does."""
        printer.write(" ")
        printer.print_attr_dict(self, ("shape",))
        printer.write(f"[{', '.join(map(str, elements(self.shape)))}] : ")
        printer.print_type(self.result.type)


@SHAPE_DIALECT.op("from_extents")
class FromExtentsOp(d.Operation):
    """The shape with the given extents."""

    extents: d.VariadicOperand = d.variadic_operand(SIZE_OR_INDEX)
    shape: d.Result = d.result(A_SHAPE)
    traits = (d.Pure(),)
    assembly_format = "$extents attr-dict `:` type($extents)"


@SHAPE_DIALECT.op("from_extent_tensor")
class FromExtentTensorOp(d.Operation):
    """The shape whose extents are the elements of a tensor."""

    input: d.Operand = d.operand(EXTENT_TENSOR)
    result: d.Result = d.result(A_SHAPE)
    traits = (d.Pure(),)
    assembly_format = "$input attr-dict `:` type($input)"


@SHAPE_DIALECT.op("to_extent_tensor")
class ToExtentTensorOp(d.Operation, CastOpInterface):
    """The tensor of a shape's extents; the shape must not be an error."""

    input: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(d.tensor_of(d.INDEX))
    traits = (d.Pure(),)
    assembly_format = "$input attr-dict `:` type($input) `->` type($result)"


@SHAPE_DIALECT.op("rank")
class RankOp(d.Operation):
    """The number of extents of a shape."""

    shape: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    rank: d.Result = d.result(SIZE_OR_INDEX)
    traits = (d.Pure(), SIZE_IF_ERRORS, PropagatesErrors(SIZE))
    assembly_format = "$shape attr-dict `:` type($shape) `->` type($rank)"


@SHAPE_DIALECT.op("num_elements")
class NumElementsOp(d.Operation):
    """The number of elements of a value of this shape."""

    shape: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(SIZE_OR_INDEX)
    traits = (d.Pure(), SIZE_IF_ERRORS, PropagatesErrors(SIZE))
    assembly_format = "$shape attr-dict `:` type($shape) `->` type($result)"


@SHAPE_DIALECT.op("get_extent")
class GetExtentOp(d.Operation):
    """One extent of a shape."""

    shape: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    dim: d.Operand = d.operand(SIZE_OR_INDEX)
    extent: d.Result = d.result(SIZE_OR_INDEX)
    traits = (d.NoMemoryEffect(), SIZE_IF_ERRORS, PropagatesErrors(SIZE))
    assembly_format = "$shape `,` $dim attr-dict `:` type($shape) `,` type($dim) `->` type($extent)"


@SHAPE_DIALECT.op("broadcast")
class BroadcastOp(d.Operation):
    """The shape that values of these shapes broadcast to."""

    shapes: d.VariadicOperand = d.variadic_operand(SHAPE_OR_EXTENT_TENSOR)
    message: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR, name="error")
    result: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (d.Commutative(), d.NoMemoryEffect(), PropagatesErrors(SHAPE))
    assembly_format = "$shapes attr-dict `:` type($shapes) `->` type($result)"


@SHAPE_DIALECT.op("any")
class AnyOp(d.Operation):
    """Any combination of shapes that are known to be equal."""

    inputs: d.VariadicOperand = d.variadic_operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (d.Commutative(), d.Pure())
    assembly_format = "$inputs attr-dict `:` type($inputs) `->` type($result)"


@SHAPE_DIALECT.op("concat")
class ConcatOp(d.Operation):
    """The extents of one shape followed by those of another."""

    lhs: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    rhs: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"


@SHAPE_DIALECT.op("split_at")
class SplitAtOp(d.Operation):
    """The extents before an index, and the others; negative indices count from the end."""

    shape: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR, name="operand")
    index: d.Operand = d.operand(SIZE_OR_INDEX)
    head: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    tail: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (d.NoMemoryEffect(),)


@SHAPE_DIALECT.op("shape_eq")
class ShapeEqOp(d.Operation):
    """A test of whether all shapes are equal."""

    shapes: d.VariadicOperand = d.variadic_operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(d.I1)
    traits = (d.Commutative(), d.Pure())
    assembly_format = "$shapes attr-dict `:` type($shapes)"


@SHAPE_DIALECT.op("is_broadcastable")
class IsBroadcastableOp(d.Operation):
    """A test of whether values of these shapes can be broadcast to one shape."""

    shapes: d.VariadicOperand = d.variadic_operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(d.I1)
    traits = (d.Commutative(),)
    assembly_format = "$shapes attr-dict `:` type($shapes)"


@SHAPE_DIALECT.op("debug_print")
class DebugPrintOp(d.Operation):
    """A shape or size, which is also printed."""

    input: d.Operand = d.operand(SHAPE_OR_SIZE)
    output: d.Result = d.result(SHAPE_OR_SIZE)


@SHAPE_DIALECT.op("shape_of")
class ShapeOfOp(d.Operation):
    """The shape of a value."""

    arg: d.Operand = d.operand(SHAPED_OR_VALUE_SHAPE)
    result: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (d.Pure(), EXTENTS_TYPE, PropagatesErrors(SHAPE))
    assembly_format = "$arg attr-dict `:` type($arg) `->` type($result)"


@SHAPE_DIALECT.op("dim")
class DimOp(d.Operation):
    """One extent of a value."""

    value: d.Operand = d.operand(d.ANY_SHAPED)
    index: d.Operand = d.operand(SIZE_OR_INDEX)
    extent: d.Result = d.result(SIZE_OR_INDEX)
    traits = (d.NoMemoryEffect(), SIZE_IF_ERRORS)
    assembly_format = (
        "$value `,` $index attr-dict `:` type($value) `,` type($index) `->` type($extent)"
    )


@SHAPE_DIALECT.op("value_of")
class ValueOfOp(d.Operation):
    """The value in a pair of a value and its shape."""

    arg: d.Operand = d.operand(A_VALUE_SHAPE)
    result: d.Result = d.result(d.ANY_SHAPED)
    traits = (d.Pure(),)
    assembly_format = "$arg attr-dict `:` type($result)"


@SHAPE_DIALECT.op("value_as_shape")
class ValueAsShapeOp(d.Operation):
    """The shape whose extents are the elements of a value."""

    arg: d.Operand = d.operand(
        d.one_of(d.tensor_of(d.one_of(d.ANY_INTEGER, d.INDEX), ranks=[1]), A_VALUE_SHAPE)
    )
    result: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "$arg attr-dict `:` type($arg) `->` type($result)"


@SHAPE_DIALECT.op("with_shape")
class WithOp(d.Operation):
    """The pair of a value and a given shape in place of its own."""

    value: d.Operand = d.operand(SHAPED_OR_VALUE_SHAPE, name="operand")
    shape: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(A_VALUE_SHAPE)
    traits = (d.Pure(),)
    assembly_format = "$operand `,` $shape attr-dict `:` type($operand) `,` type($shape)"
