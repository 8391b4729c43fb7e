"""Linear algebra: products, equations, transforms, normalization."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_stablehlo.attributes import (
    FFT_TYPE,
    TRANSPOSE,
    ConvDimensionNumbersAttr,
    DotAlgorithmAttr,
    DotDimensionNumbersAttr,
    FftTypeAttr,
    TransposeAttr,
)
from bufferize_stablehlo.dialect import STABLEHLO, CompatibleElementTypes
from bufferize_stablehlo.types import (
    COUNT,
    DIMENSION,
    FLOAT_COMPLEX_OR_QUANTIZED_TENSOR,
    FLOAT_OR_COMPLEX_TENSOR,
    FLOAT_OR_QUANTIZED_TENSOR,
    FLOAT_OR_QUANTIZED_TENSOR_1D,
    PRECISION_CONFIG,
    STATIC_INT_TENSOR_2D,
    TENSOR,
    TENSOR_PER_AXIS,
)


@STABLEHLO.op("batch_norm_grad")
class BatchNormGradOp(d.Operation):
    """The gradients of a batch normalization."""

    input: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR, name="operand")
    scale: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    mean: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    variance: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    grad_output: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR)
    epsilon: d.Attr[ir.FloatAttr, float] = d.attr(d.F32_ATTR)
    feature_index: d.Attr[ir.IntegerAttr, int] = d.attr(DIMENSION)
    grad_operand: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR)
    grad_scale: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR_1D)
    grad_offset: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR_1D)
    traits = (
        d.NoMemoryEffect(),
        CompatibleElementTypes(),
    )


@STABLEHLO.op("batch_norm_inference")
class BatchNormInferenceOp(d.Operation):
    """A batch normalized by a given mean and variance."""

    input: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR, name="operand")
    scale: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    offset: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    mean: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    variance: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    epsilon: d.Attr[ir.FloatAttr, float] = d.attr(d.F32_ATTR)
    feature_index: d.Attr[ir.IntegerAttr, int] = d.attr(DIMENSION)
    result: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR)
    traits = (
        d.NoMemoryEffect(),
        CompatibleElementTypes(),
    )


@STABLEHLO.op("batch_norm_training")
class BatchNormTrainingOp(d.Operation):
    """A batch normalized by its own mean and variance."""

    input: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR, name="operand")
    scale: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    offset: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    epsilon: d.Attr[ir.FloatAttr, float] = d.attr(d.F32_ATTR)
    feature_index: d.Attr[ir.IntegerAttr, int] = d.attr(DIMENSION)
    output: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR)
    batch_mean: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR_1D)
    batch_var: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR_1D)
    traits = (
        d.NoMemoryEffect(),
        CompatibleElementTypes(),
    )


@STABLEHLO.op("cholesky")
class CholeskyOp(d.Operation):
    """The triangular matrix whose product with its adjoint is the operand."""

    a: d.Operand = d.operand(FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)
    lower: d.Attr[ir.IntegerAttr, bool] = d.default_attr(d.BOOL_ATTR, ir.FALSE, optional=True)
    result: d.Result = d.result(FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)
    traits = (
        d.NoMemoryEffect(),
        CompatibleElementTypes(),
    )
    assembly_format = (
        "$a (`,` `lower` `=` $lower^)? attr-dict `:` custom<SameType1>(type($a), type($result))"
    )


@STABLEHLO.op("convolution")
class ConvolutionOp(d.Operation):
    """The sum of products in a window that moves over a tensor."""

    lhs: d.Operand = d.operand(TENSOR)
    rhs: d.Operand = d.operand(TENSOR_PER_AXIS)
    window_strides: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I64_ARRAY)
    padding: d.OptionalAttr[ir.DenseElementsAttr, ir.DenseElementsAttr] = d.optional_attr(
        d.I64_ELEMENTS
    )
    lhs_dilation: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I64_ARRAY)
    rhs_dilation: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I64_ARRAY)
    window_reversal: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_BOOL_ARRAY)
    dimension_numbers: d.Attr[ConvDimensionNumbersAttr, ConvDimensionNumbersAttr] = d.attr(
        ConvDimensionNumbersAttr
    )
    feature_group_count: d.Attr[ir.IntegerAttr, int] = d.attr(COUNT)
    batch_group_count: d.Attr[ir.IntegerAttr, int] = d.attr(COUNT)
    precision_config: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(PRECISION_CONFIG)
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (d.NoMemoryEffect(),)
    assembly_format = (
        "`(`operands`)` `dim_numbers` `=` "
        "custom<ConvolutionDimensions>($dimension_numbers) `,` `window` `=` `{` "
        "custom<WindowAttributes>($window_strides, $padding, $lhs_dilation, "
        "$rhs_dilation, $window_reversal) `}` attr-dict `:` functional-type(operands, "
        "results)"
    )


@STABLEHLO.op("dot")
class DotOp(d.Operation):
    """Products of vectors and matrices."""

    lhs: d.Operand = d.operand(TENSOR)
    rhs: d.Operand = d.operand(TENSOR_PER_AXIS)
    precision_config: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(PRECISION_CONFIG)
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (d.Pure(),)
    assembly_format = (
        "$lhs `,` $rhs `` custom<PrecisionConfig>($precision_config) attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("dot_general")
class DotGeneralOp(d.Operation):
    """Products, summed along some dimensions, for each index of others."""

    lhs: d.Operand = d.operand(TENSOR)
    rhs: d.Operand = d.operand(TENSOR_PER_AXIS)
    dot_dimension_numbers: d.Attr[DotDimensionNumbersAttr, DotDimensionNumbersAttr] = d.attr(
        DotDimensionNumbersAttr
    )
    precision_config: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(PRECISION_CONFIG)
    algorithm: d.OptionalAttr[DotAlgorithmAttr, DotAlgorithmAttr] = d.optional_attr(
        DotAlgorithmAttr
    )
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (d.NoMemoryEffect(),)
    assembly_format = (
        "$lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers) `` "
        "custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm) attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("dynamic_conv")
class DynamicConvOp(d.Operation):
    """A convolution with padding that is computed at run time."""

    lhs: d.Operand = d.operand(TENSOR)
    rhs: d.Operand = d.operand(TENSOR)
    padding: d.Operand = d.operand(STATIC_INT_TENSOR_2D)
    window_strides: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I64_ARRAY)
    lhs_dilation: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I64_ARRAY)
    rhs_dilation: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I64_ARRAY)
    window_reversal: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_BOOL_ARRAY)
    dimension_numbers: d.Attr[ConvDimensionNumbersAttr, ConvDimensionNumbersAttr] = d.attr(
        ConvDimensionNumbersAttr
    )
    feature_group_count: d.Attr[ir.IntegerAttr, int] = d.attr(COUNT)
    batch_group_count: d.Attr[ir.IntegerAttr, int] = d.attr(COUNT)
    precision_config: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(PRECISION_CONFIG)
    result: d.Result = d.result(TENSOR)
    traits = (d.NoMemoryEffect(),)


@STABLEHLO.op("einsum")
class EinsumOp(d.Operation):
    """Sums of products, specified in Einstein notation."""

    lhs: d.Operand = d.operand(TENSOR)
    rhs: d.Operand = d.operand(TENSOR)
    einsum_config: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    result: d.Result = d.result(TENSOR)
    traits = (d.Pure(),)
    assembly_format = (
        "$lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("fft")
class FftOp(d.Operation):
    """A Fourier transform."""

    input: d.Operand = d.operand(FLOAT_OR_COMPLEX_TENSOR, name="operand")
    fft_type: d.Attr[FftTypeAttr, str] = d.attr(FFT_TYPE)
    fft_length: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(FLOAT_OR_COMPLEX_TENSOR)
    traits = (d.NoMemoryEffect(),)
    assembly_format = (
        "$operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("triangular_solve")
class TriangularSolveOp(d.Operation):
    """The solution of linear equations with a triangular matrix."""

    a: d.Operand = d.operand(FLOAT_OR_COMPLEX_TENSOR)
    b: d.Operand = d.operand(FLOAT_OR_COMPLEX_TENSOR)
    left_side: d.Attr[ir.IntegerAttr, bool] = d.attr(d.BOOL_ATTR)
    lower: d.Attr[ir.IntegerAttr, bool] = d.attr(d.BOOL_ATTR)
    unit_diagonal: d.Attr[ir.IntegerAttr, bool] = d.attr(d.BOOL_ATTR)
    transpose_a: d.Attr[TransposeAttr, str] = d.attr(TRANSPOSE)
    result: d.Result = d.result(FLOAT_OR_COMPLEX_TENSOR)
    traits = (
        d.NoMemoryEffect(),
        CompatibleElementTypes(),
    )


@STABLEHLO.op("unary_einsum")
class UnaryEinsumOp(d.Operation):
    """Sums of the elements of a tensor, specified in Einstein notation."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    einsum_config: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    result: d.Result = d.result(TENSOR)
    traits = (d.Pure(),)
    assembly_format = (
        "$operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)"
    )
