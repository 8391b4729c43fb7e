"""Shapes and extent tensors: constants, what they consist of, and how they combine."""

from __future__ import annotations

from typing import cast

from bufferize import define as d
from bufferize.define import Commutative, ConstantLike, InferResultTypes, Operation, Pure
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.define.attr_constraints import STR_ATTR
from bufferize.define.constraint import Constraint, pred
from bufferize.define.type_constraints import I1, INDEX, tensor_of
from bufferize.diagnostics import VerifyError, error
from bufferize.interfaces import CastOpInterface
from bufferize.ir import (
    I1 as I1_TYPE,
)
from bufferize.ir import (
    INDEX as INDEX_TYPE,
)
from bufferize.ir import (
    ArrayAttr,
    DenseElementsAttr,
    IndexType,
    IntegerAttr,
    RankedTensorType,
    StringAttr,
    Type,
)
from bufferize.ir.dense import dense_attr, elements
from bufferize_shape.base import (
    A_SHAPE,
    EXTENT_TENSOR,
    SHAPE,
    SHAPE_DIALECT,
    SHAPE_OR_EXTENT_TENSOR,
    SHAPE_OR_SIZE,
    SIZE,
    SIZE_OR_INDEX,
)
from bufferize_shape.result_types import SIZE_IF_ERRORS, PropagatesErrors

INDEX_ELEMENTS: Constraint[DenseElementsAttr] = pred(
    lambda a: isinstance(a, DenseElementsAttr) and isinstance(a.type.element_type, IndexType),
    "index elements attribute",
)


def _constant_type(state: OperationState) -> list[Type]:
    shape = state.properties.get("shape")
    if not INDEX_ELEMENTS.check(shape):
        raise VerifyError(error("missing shape attribute", state.location.position()))
    count = cast(DenseElementsAttr, shape).type.num_elements()
    return [RankedTensorType((count,), INDEX_TYPE)]


@SHAPE_DIALECT.op("const_shape")
class ConstShapeOp(Operation):
    """A shape or extent tensor that is known."""

    __slots__ = ()

    shape: d.Attr[DenseElementsAttr, DenseElementsAttr] = d.attr(INDEX_ELEMENTS)
    result: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (
        ConstantLike(),
        Pure(),
        InferResultTypes(
            _constant_type, lambda inferred, actual: inferred[0] is actual[0] or actual[0] is SHAPE
        ),
    )

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        """`{attributes}? [extents] : type`."""
        state.attributes.update(parser.parse_optional_attr_dict())
        offset = parser.offset
        extents = parser.parse_attribute()
        if not isinstance(extents, ArrayAttr):
            raise parser.error("expected an array of extents", offset)
        values = [
            -extent.value if extent.type is I1_TYPE else extent.value  # as in MLIR, `true` is -1
            for extent in extents.elements
            if isinstance(extent, IntegerAttr)
        ]
        if len(values) < len(extents.elements):
            raise parser.error("expected extents that are integers", offset)
        if "shape" in state.attributes:
            raise parser.error("attribute 'shape' occurs more than once in the attribute list")
        type = RankedTensorType((len(values),), INDEX_TYPE)
        state.properties["shape"] = dense_attr(type, values)
        state.result_types = [parser.parse_colon_type()]

    def print(self, printer: AsmPrinter) -> None:
        """As in MLIR, with the attributes before the extents."""
        printer.write(" ")
        printer.print_attr_dict(self, ("shape",))
        printer.write(f"[{', '.join(map(str, elements(self.shape)))}] : ")
        printer.print_type(self.result.type)


@SHAPE_DIALECT.op("from_extents")
class FromExtentsOp(Operation):
    """The shape that has these extents."""

    __slots__ = ()

    extents: d.VariadicOperand = d.variadic_operand(SIZE_OR_INDEX)
    shape: d.Result = d.result(A_SHAPE)
    traits = (Pure(),)
    assembly_format = "$extents attr-dict `:` type($extents)"


@SHAPE_DIALECT.op("from_extent_tensor")
class FromExtentTensorOp(Operation):
    """The shape whose extents are the elements of a tensor."""

    __slots__ = ()

    input: d.Operand = d.operand(EXTENT_TENSOR)
    result: d.Result = d.result(A_SHAPE)
    traits = (Pure(),)
    assembly_format = "$input attr-dict `:` type($input)"


@SHAPE_DIALECT.op("to_extent_tensor")
class ToExtentTensorOp(Operation, CastOpInterface):
    """The tensor of a shape's extents; the shape must be no error."""

    __slots__ = ()

    input: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(tensor_of(INDEX))
    traits = (Pure(),)
    assembly_format = "$input attr-dict `:` type($input) `->` type($result)"


@SHAPE_DIALECT.op("rank")
class RankOp(Operation):
    """How many extents a shape has."""

    __slots__ = ()

    shape: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    rank: d.Result = d.result(SIZE_OR_INDEX)
    traits = (Pure(), SIZE_IF_ERRORS, PropagatesErrors(SIZE))
    assembly_format = "$shape attr-dict `:` type($shape) `->` type($rank)"


@SHAPE_DIALECT.op("num_elements")
class NumElementsOp(Operation):
    """How many elements a value of this shape has."""

    __slots__ = ()

    shape: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(SIZE_OR_INDEX)
    traits = (Pure(), SIZE_IF_ERRORS, PropagatesErrors(SIZE))
    assembly_format = "$shape attr-dict `:` type($shape) `->` type($result)"


@SHAPE_DIALECT.op("get_extent")
class GetExtentOp(Operation):
    """One extent of a shape."""

    __slots__ = ()

    shape: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    dim: d.Operand = d.operand(SIZE_OR_INDEX)
    extent: d.Result = d.result(SIZE_OR_INDEX)
    traits = (Pure(), SIZE_IF_ERRORS, PropagatesErrors(SIZE))
    assembly_format = "$shape `,` $dim attr-dict `:` type($shape) `,` type($dim) `->` type($extent)"


@SHAPE_DIALECT.op("broadcast")
class BroadcastOp(Operation):
    """The shape that values of these shapes broadcast to."""

    __slots__ = ()

    shapes: d.VariadicOperand = d.variadic_operand(SHAPE_OR_EXTENT_TENSOR)
    message: d.OptionalAttr[StringAttr, str] = d.optional_attr(STR_ATTR, name="error")
    result: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (Commutative(), Pure(), PropagatesErrors(SHAPE))
    assembly_format = "$shapes attr-dict `:` type($shapes) `->` type($result)"


@SHAPE_DIALECT.op("any")
class AnyOp(Operation):
    """Some combination of shapes that are known to be one."""

    __slots__ = ()

    inputs: d.VariadicOperand = d.variadic_operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (Commutative(), Pure())
    assembly_format = "$inputs attr-dict `:` type($inputs) `->` type($result)"


@SHAPE_DIALECT.op("concat")
class ConcatOp(Operation):
    """The extents of one shape followed by those of another."""

    __slots__ = ()

    lhs: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    rhs: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (Pure(),)
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"


@SHAPE_DIALECT.op("split_at")
class SplitAtOp(Operation):
    """The extents before and from an index on, which counts from the end if it is negative."""

    __slots__ = ()

    shape: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR, name="operand")
    index: d.Operand = d.operand(SIZE_OR_INDEX)
    head: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    tail: d.Result = d.result(SHAPE_OR_EXTENT_TENSOR)
    traits = (Pure(),)


@SHAPE_DIALECT.op("shape_eq")
class ShapeEqOp(Operation):
    """Whether all shapes are equal."""

    __slots__ = ()

    shapes: d.VariadicOperand = d.variadic_operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(I1)
    traits = (Commutative(), Pure())
    assembly_format = "$shapes attr-dict `:` type($shapes)"


@SHAPE_DIALECT.op("is_broadcastable")
class IsBroadcastableOp(Operation):
    """Whether values of these shapes can be broadcast to one."""

    __slots__ = ()

    shapes: d.VariadicOperand = d.variadic_operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(I1)
    traits = (Commutative(),)
    assembly_format = "$shapes attr-dict `:` type($shapes)"


@SHAPE_DIALECT.op("debug_print")
class DebugPrintOp(Operation):
    """Prints a shape or size and gives it on."""

    __slots__ = ()

    input: d.Operand = d.operand(SHAPE_OR_SIZE)
    output: d.Result = d.result(SHAPE_OR_SIZE)
