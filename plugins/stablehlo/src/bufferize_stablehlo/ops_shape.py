"""Tensors in other shapes, and parts of tensors."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import NoMemoryEffect, Operation, Pure, SameOperandsAndResultElementType
from bufferize.define.attr_constraints import DENSE_I64_ARRAY, I64_ATTR
from bufferize.ir import DenseArrayAttr, IntegerAttr
from bufferize_stablehlo.base import STABLEHLO
from bufferize_stablehlo.constraints import (
    DIMENSION,
    DIMENSION_TENSOR,
    I32_TENSOR,
    INT_SCALAR,
    SCALAR,
    STATIC_DIMENSION_TENSOR,
    STATIC_NUMBER_TENSOR,
    STATIC_OR_BOUNDED_TENSOR,
    TENSOR,
    TENSOR_PER_AXIS,
)
from bufferize_stablehlo.traits import CompatibleElementTypes


@STABLEHLO.op("broadcast")
class BroadcastOp(Operation):
    """A tensor repeated along new dimensions in front."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR, name="operand")
    broadcast_sizes: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (
        Pure(),
        SameOperandsAndResultElementType(),
    )
    assembly_format = (
        "$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:` functional-type(operands, results)"
    )


@STABLEHLO.op("broadcast_in_dim")
class BroadcastInDimOp(Operation):
    """A tensor repeated along the dimensions that it does not have, or has of extent 1."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR_PER_AXIS, name="operand")
    broadcast_dimensions: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    result: d.Result = d.result(STATIC_OR_BOUNDED_TENSOR)
    traits = (
        NoMemoryEffect(),
        CompatibleElementTypes(),
    )
    assembly_format = (
        "$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("concatenate")
class ConcatenateOp(Operation):
    """Tensors, one behind the other along a dimension."""

    __slots__ = ()

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR)
    dimension: d.Attr[IntegerAttr, int] = d.attr(DIMENSION)
    result: d.Result = d.result(TENSOR)
    traits = (
        NoMemoryEffect(),
        SameOperandsAndResultElementType(),
    )
    assembly_format = (
        "custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("dynamic_broadcast_in_dim")
class DynamicBroadcastInDimOp(Operation):
    """A tensor repeated to a shape that is known when the program runs."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR_PER_AXIS, name="operand")
    output_dimensions: d.Operand = d.operand(STATIC_DIMENSION_TENSOR)
    broadcast_dimensions: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    known_expanding_dimensions: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(
        DENSE_I64_ARRAY
    )
    known_nonexpanding_dimensions: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(
        DENSE_I64_ARRAY
    )
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (NoMemoryEffect(),)
    assembly_format = (
        "$operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict "
        "`:` functional-type(operands, results)"
    )


@STABLEHLO.op("dynamic_iota")
class DynamicIotaOp(Operation):
    """Numbers from 0 on along a dimension, in a shape that is known when the program runs."""

    __slots__ = ()

    output_shape: d.Operand = d.operand(STATIC_DIMENSION_TENSOR)
    iota_dimension: d.Attr[IntegerAttr, int] = d.attr(DIMENSION)
    result: d.Result = d.result(TENSOR)
    traits = (NoMemoryEffect(),)
    assembly_format = (
        "$output_shape `,` `dim` `=` $iota_dimension attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("dynamic_pad")
class DynamicPadOp(Operation):
    """A tensor with padding that is known when the program runs."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR, name="operand")
    padding_value: d.Operand = d.operand(SCALAR)
    edge_padding_low: d.Operand = d.operand(STATIC_DIMENSION_TENSOR)
    edge_padding_high: d.Operand = d.operand(STATIC_DIMENSION_TENSOR)
    interior_padding: d.Operand = d.operand(STATIC_DIMENSION_TENSOR)
    result: d.Result = d.result(TENSOR)
    traits = (NoMemoryEffect(),)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("dynamic_reshape")
class DynamicReshapeOp(Operation):
    """The elements in order, in a shape that is known when the program runs."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR_PER_AXIS, name="operand")
    output_shape: d.Operand = d.operand(STATIC_DIMENSION_TENSOR)
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (NoMemoryEffect(),)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("dynamic_slice")
class DynamicSliceOp(Operation):
    """A part of a tensor that starts where indices say."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR, name="operand")
    start_indices: d.VariadicOperand = d.variadic_operand(INT_SCALAR)
    slice_sizes: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    result: d.Result = d.result(TENSOR)
    traits = (Pure(),)
    assembly_format = (
        "$operand `,` custom<VariadicOperandWithAttribute>($start_indices) `sizes` `=` "
        "$slice_sizes attr-dict `:` functional-type(operands, results)"
    )


@STABLEHLO.op("dynamic_update_slice")
class DynamicUpdateSliceOp(Operation):
    """A tensor with another part where indices say."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR, name="operand")
    update: d.Operand = d.operand(TENSOR)
    start_indices: d.VariadicOperand = d.variadic_operand(INT_SCALAR)
    result: d.Result = d.result(TENSOR)
    traits = (Pure(),)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("get_dimension_size")
class GetDimensionSizeOp(Operation):
    """The extent of a dimension."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR_PER_AXIS, name="operand")
    dimension: d.Attr[IntegerAttr, int] = d.attr(DIMENSION)
    result: d.Result = d.result(I32_TENSOR)
    traits = (Pure(),)
    assembly_format = (
        "$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)"
    )


@STABLEHLO.op("iota")
class IotaOp(Operation):
    """Numbers from 0 on along a dimension."""

    __slots__ = ()

    iota_dimension: d.Attr[IntegerAttr, int] = d.attr(DIMENSION)
    output: d.Result = d.result(STATIC_NUMBER_TENSOR)
    traits = (Pure(),)
    assembly_format = "`dim` `=` $iota_dimension attr-dict `:` type($output)"


@STABLEHLO.op("pad")
class PadOp(Operation):
    """A tensor with a constant around and between its elements."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR, name="operand")
    padding_value: d.Operand = d.operand(SCALAR)
    edge_padding_low: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    edge_padding_high: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    interior_padding: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    result: d.Result = d.result(TENSOR)
    traits = (
        NoMemoryEffect(),
        SameOperandsAndResultElementType(),
    )
    assembly_format = (
        "$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` "
        "$edge_padding_high `,` `interior` `=` $interior_padding attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("real_dynamic_slice")
class RealDynamicSliceOp(Operation):
    """A part of a tensor whose limits are known when the program runs."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR, name="operand")
    start_indices: d.Operand = d.operand(DIMENSION_TENSOR)
    limit_indices: d.Operand = d.operand(DIMENSION_TENSOR)
    strides: d.Operand = d.operand(DIMENSION_TENSOR)
    result: d.Result = d.result(TENSOR)
    traits = (NoMemoryEffect(),)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("reshape")
class ReshapeOp(Operation):
    """The elements in order, as a tensor of another shape."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR_PER_AXIS, name="operand")
    result: d.Result = d.result(STATIC_OR_BOUNDED_TENSOR)
    traits = (
        NoMemoryEffect(),
        CompatibleElementTypes(),
    )
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("reverse")
class ReverseOp(Operation):
    """The elements along dimensions, the last one first."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR, name="operand")
    dimensions: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    result: d.Result = d.result(TENSOR)
    traits = (
        NoMemoryEffect(),
        SameOperandsAndResultElementType(),
    )
    assembly_format = (
        "$operand `,` `dims` `=` $dimensions attr-dict `:` "
        "custom<SameType1>(type($operand), type($result))"
    )


@STABLEHLO.op("set_dimension_size")
class SetDimensionSizeOp(Operation):
    """A tensor of which less counts along a dimension."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR, name="operand")
    size: d.Operand = d.operand(I32_TENSOR)
    dimension: d.Attr[IntegerAttr, int] = d.attr(DIMENSION)
    result: d.Result = d.result(TENSOR)
    traits = (NoMemoryEffect(),)
    assembly_format = (
        "$operand `,` $size `,` `dim` `=` $dimension attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("slice")
class SliceOp(Operation):
    """A part of a tensor."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR, name="operand")
    start_indices: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    limit_indices: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    strides: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    result: d.Result = d.result(TENSOR)
    traits = (
        NoMemoryEffect(),
        SameOperandsAndResultElementType(),
    )
    assembly_format = (
        "$operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict "
        "`:` functional-type(operands, results)"
    )


@STABLEHLO.op("torch_index_select")
class TorchIndexSelectOp(Operation):
    """The parts of a tensor at indices along a dimension."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR, name="operand")
    index: d.Operand = d.operand(TENSOR)
    dim: d.Attr[IntegerAttr, int] = d.attr(I64_ATTR)
    batch_dims: d.Attr[IntegerAttr, int] = d.attr(I64_ATTR)
    result: d.Result = d.result(TENSOR)
    traits = (Pure(),)


@STABLEHLO.op("transpose")
class TransposeOp(Operation):
    """A tensor with its dimensions in another order."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR_PER_AXIS, name="operand")
    permutation: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (
        NoMemoryEffect(),
        CompatibleElementTypes(),
    )
    assembly_format = (
        "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)"
    )
