"""Tensors of consecutive or random numbers, reshaped tensors, and slices."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_stablehlo.attributes import (
    RNG_ALGORITHM,
    RNG_DISTRIBUTION,
    RngAlgorithmAttr,
    RngDistributionAttr,
)
from bufferize_stablehlo.dialect import STABLEHLO, CompatibleElementTypes
from bufferize_stablehlo.types import (
    DIMENSION,
    DIMENSION_TENSOR,
    I32_TENSOR,
    INT_OR_FLOAT_TENSOR,
    INT_SCALAR,
    PRED_INT_OR_FLOAT_SCALAR,
    PRED_INT_OR_FLOAT_TENSOR,
    SCALAR,
    STATIC_DIMENSION_TENSOR,
    STATIC_INT_OR_FLOAT_TENSOR,
    STATIC_NUMBER_TENSOR,
    STATIC_OR_BOUNDED_TENSOR,
    TENSOR,
    TENSOR_PER_AXIS,
)


@STABLEHLO.op("broadcast")
class BroadcastOp(d.Operation):
    """A tensor repeated along new leading dimensions."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    broadcast_sizes: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (
        d.Pure(),
        d.SameOperandsAndResultElementType(),
    )
    assembly_format = (
        "$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:` functional-type(operands, results)"
    )


@STABLEHLO.op("broadcast_in_dim")
class BroadcastInDimOp(d.Operation):
    """A tensor repeated along missing dimensions, or along dimensions of extent 1."""

    input: d.Operand = d.operand(TENSOR_PER_AXIS, name="operand")
    broadcast_dimensions: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(STATIC_OR_BOUNDED_TENSOR)
    traits = (
        d.NoMemoryEffect(),
        CompatibleElementTypes(),
    )
    assembly_format = (
        "$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("concatenate")
class ConcatenateOp(d.Operation):
    """The concatenation of tensors along a dimension."""

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR)
    dimension: d.Attr[ir.IntegerAttr, int] = d.attr(DIMENSION)
    result: d.Result = d.result(TENSOR)
    traits = (
        d.NoMemoryEffect(),
        d.SameOperandsAndResultElementType(),
    )
    assembly_format = (
        "custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("dynamic_broadcast_in_dim")
class DynamicBroadcastInDimOp(d.Operation):
    """A tensor repeated to a shape that is computed at run time."""

    input: d.Operand = d.operand(TENSOR_PER_AXIS, name="operand")
    output_dimensions: d.Operand = d.operand(STATIC_DIMENSION_TENSOR)
    broadcast_dimensions: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    known_expanding_dimensions: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(
        d.DENSE_I64_ARRAY
    )
    known_nonexpanding_dimensions: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(
        d.DENSE_I64_ARRAY
    )
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (d.NoMemoryEffect(),)
    assembly_format = (
        "$operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict "
        "`:` functional-type(operands, results)"
    )


@STABLEHLO.op("dynamic_iota")
class DynamicIotaOp(d.Operation):
    """Consecutive numbers from 0 along a dimension, in a shape that is computed at run time."""

    output_shape: d.Operand = d.operand(STATIC_DIMENSION_TENSOR)
    iota_dimension: d.Attr[ir.IntegerAttr, int] = d.attr(DIMENSION)
    result: d.Result = d.result(TENSOR)
    traits = (d.NoMemoryEffect(),)
    assembly_format = (
        "$output_shape `,` `dim` `=` $iota_dimension attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("dynamic_pad")
class DynamicPadOp(d.Operation):
    """A tensor with padding that is computed at run time."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    padding_value: d.Operand = d.operand(SCALAR)
    edge_padding_low: d.Operand = d.operand(STATIC_DIMENSION_TENSOR)
    edge_padding_high: d.Operand = d.operand(STATIC_DIMENSION_TENSOR)
    interior_padding: d.Operand = d.operand(STATIC_DIMENSION_TENSOR)
    result: d.Result = d.result(TENSOR)
    traits = (d.NoMemoryEffect(),)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("dynamic_reshape")
class DynamicReshapeOp(d.Operation):
    """The elements in row-major order, with a shape that is computed at run time."""

    input: d.Operand = d.operand(TENSOR_PER_AXIS, name="operand")
    output_shape: d.Operand = d.operand(STATIC_DIMENSION_TENSOR)
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (d.NoMemoryEffect(),)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("dynamic_slice")
class DynamicSliceOp(d.Operation):
    """A slice of a tensor that starts at given indices."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    start_indices: d.VariadicOperand = d.variadic_operand(INT_SCALAR)
    slice_sizes: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(TENSOR)
    traits = (d.Pure(),)
    assembly_format = (
        "$operand `,` custom<VariadicOperandWithAttribute>($start_indices) `sizes` `=` "
        "$slice_sizes attr-dict `:` functional-type(operands, results)"
    )


@STABLEHLO.op("dynamic_update_slice")
class DynamicUpdateSliceOp(d.Operation):
    """A tensor with the slice that starts at given indices replaced."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    update: d.Operand = d.operand(TENSOR)
    start_indices: d.VariadicOperand = d.variadic_operand(INT_SCALAR)
    result: d.Result = d.result(TENSOR)
    traits = (d.Pure(),)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("get_dimension_size")
class GetDimensionSizeOp(d.Operation):
    """The extent of a dimension."""

    input: d.Operand = d.operand(TENSOR_PER_AXIS, name="operand")
    dimension: d.Attr[ir.IntegerAttr, int] = d.attr(DIMENSION)
    result: d.Result = d.result(I32_TENSOR)
    traits = (d.Pure(),)
    assembly_format = (
        "$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)"
    )


@STABLEHLO.op("iota")
class IotaOp(d.Operation):
    """Consecutive numbers from 0 along a dimension."""

    iota_dimension: d.Attr[ir.IntegerAttr, int] = d.attr(DIMENSION)
    output: d.Result = d.result(STATIC_NUMBER_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "`dim` `=` $iota_dimension attr-dict `:` type($output)"


@STABLEHLO.op("pad")
class PadOp(d.Operation):
    """A tensor with a constant around and between its elements."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    padding_value: d.Operand = d.operand(SCALAR)
    edge_padding_low: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    edge_padding_high: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    interior_padding: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(TENSOR)
    traits = (
        d.NoMemoryEffect(),
        d.SameOperandsAndResultElementType(),
    )
    assembly_format = (
        "$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` "
        "$edge_padding_high `,` `interior` `=` $interior_padding attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("real_dynamic_slice")
class RealDynamicSliceOp(d.Operation):
    """A slice of a tensor whose limits are computed at run time."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    start_indices: d.Operand = d.operand(DIMENSION_TENSOR)
    limit_indices: d.Operand = d.operand(DIMENSION_TENSOR)
    strides: d.Operand = d.operand(DIMENSION_TENSOR)
    result: d.Result = d.result(TENSOR)
    traits = (d.NoMemoryEffect(),)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("reshape")
class ReshapeOp(d.Operation):
    """The elements in row-major order, as a tensor of another shape."""

    input: d.Operand = d.operand(TENSOR_PER_AXIS, name="operand")
    result: d.Result = d.result(STATIC_OR_BOUNDED_TENSOR)
    traits = (
        d.NoMemoryEffect(),
        CompatibleElementTypes(),
    )
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("reverse")
class ReverseOp(d.Operation):
    """A tensor with the order of elements along some dimensions reversed."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    dimensions: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(TENSOR)
    traits = (
        d.NoMemoryEffect(),
        d.SameOperandsAndResultElementType(),
    )
    assembly_format = (
        "$operand `,` `dims` `=` $dimensions attr-dict `:` "
        "custom<SameType1>(type($operand), type($result))"
    )


@STABLEHLO.op("set_dimension_size")
class SetDimensionSizeOp(d.Operation):
    """A tensor with a dynamic extent: only its first elements are valid."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    size: d.Operand = d.operand(I32_TENSOR)
    dimension: d.Attr[ir.IntegerAttr, int] = d.attr(DIMENSION)
    result: d.Result = d.result(TENSOR)
    traits = (d.NoMemoryEffect(),)
    assembly_format = (
        "$operand `,` $size `,` `dim` `=` $dimension attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("slice")
class SliceOp(d.Operation):
    """A slice of a tensor."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    start_indices: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    limit_indices: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    strides: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(TENSOR)
    traits = (
        d.NoMemoryEffect(),
        d.SameOperandsAndResultElementType(),
    )
    assembly_format = (
        "$operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict "
        "`:` functional-type(operands, results)"
    )


@STABLEHLO.op("torch_index_select")
class TorchIndexSelectOp(d.Operation):
    """The slices of a tensor at indices along a dimension."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    index: d.Operand = d.operand(TENSOR)
    dim: d.Attr[ir.IntegerAttr, int] = d.attr(d.I64_ATTR)
    batch_dims: d.Attr[ir.IntegerAttr, int] = d.attr(d.I64_ATTR)
    result: d.Result = d.result(TENSOR)
    traits = (d.Pure(),)


@STABLEHLO.op("transpose")
class TransposeOp(d.Operation):
    """A tensor with its dimensions in another order."""

    input: d.Operand = d.operand(TENSOR_PER_AXIS, name="operand")
    permutation: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (
        d.NoMemoryEffect(),
        CompatibleElementTypes(),
    )
    assembly_format = (
        "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)"
    )


@STABLEHLO.op("rng")
class RngOp(d.Operation):
    """Random numbers of a given distribution."""

    a: d.Operand = d.operand(PRED_INT_OR_FLOAT_SCALAR)
    b: d.Operand = d.operand(PRED_INT_OR_FLOAT_SCALAR)
    shape: d.Operand = d.operand(STATIC_DIMENSION_TENSOR)
    rng_distribution: d.Attr[RngDistributionAttr, str] = d.attr(RNG_DISTRIBUTION)
    result: d.Result = d.result(PRED_INT_OR_FLOAT_TENSOR)
    assembly_format = (
        "$a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("rng_bit_generator")
class RngBitGeneratorOp(d.Operation):
    """Random bits, and the state for the next ones."""

    rng_algorithm: d.Attr[RngAlgorithmAttr, str] = d.attr(RNG_ALGORITHM)
    initial_state: d.Operand = d.operand(INT_OR_FLOAT_TENSOR)
    output_state: d.Result = d.result(INT_OR_FLOAT_TENSOR)
    output: d.Result = d.result(STATIC_INT_OR_FLOAT_TENSOR)
    traits = (d.NoMemoryEffect(),)
    assembly_format = (
        "$initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` "
        "functional-type(operands, results)"
    )
