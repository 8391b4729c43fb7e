"""Linear algebra: products, equations, transforms, normalization."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import NoMemoryEffect, Operation, Pure
from bufferize.define.attr_constraints import (
    BOOL_ATTR,
    DENSE_BOOL_ARRAY,
    DENSE_I64_ARRAY,
    F32_ATTR,
    I64_ELEMENTS,
    STR_ATTR,
)
from bufferize.ir import (
    FALSE,
    ArrayAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
)
from bufferize_stablehlo.attributes import DotAlgorithmAttr
from bufferize_stablehlo.base import STABLEHLO
from bufferize_stablehlo.constraints import (
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
from bufferize_stablehlo.dimension_numbers import ConvDimensionNumbersAttr, DotDimensionNumbersAttr
from bufferize_stablehlo.enums import FFT_TYPE, TRANSPOSE, FftTypeAttr, TransposeAttr
from bufferize_stablehlo.traits import CompatibleElementTypes


@STABLEHLO.op("batch_norm_grad")
class BatchNormGradOp(Operation):
    """The gradients of a batch normalization."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR, name="operand")
    scale: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    mean: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    variance: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    grad_output: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR)
    epsilon: d.Attr[FloatAttr, float] = d.attr(F32_ATTR)
    feature_index: d.Attr[IntegerAttr, int] = d.attr(DIMENSION)
    grad_operand: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR)
    grad_scale: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR_1D)
    grad_offset: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR_1D)
    traits = (
        NoMemoryEffect(),
        CompatibleElementTypes(),
    )


@STABLEHLO.op("batch_norm_inference")
class BatchNormInferenceOp(Operation):
    """A batch normalized by a mean and a variance that are given."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR, name="operand")
    scale: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    offset: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    mean: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    variance: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    epsilon: d.Attr[FloatAttr, float] = d.attr(F32_ATTR)
    feature_index: d.Attr[IntegerAttr, int] = d.attr(DIMENSION)
    result: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR)
    traits = (
        NoMemoryEffect(),
        CompatibleElementTypes(),
    )


@STABLEHLO.op("batch_norm_training")
class BatchNormTrainingOp(Operation):
    """A batch normalized by its own mean and variance."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR, name="operand")
    scale: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    offset: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR_1D)
    epsilon: d.Attr[FloatAttr, float] = d.attr(F32_ATTR)
    feature_index: d.Attr[IntegerAttr, int] = d.attr(DIMENSION)
    output: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR)
    batch_mean: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR_1D)
    batch_var: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR_1D)
    traits = (
        NoMemoryEffect(),
        CompatibleElementTypes(),
    )


@STABLEHLO.op("cholesky")
class CholeskyOp(Operation):
    """The triangular matrix whose product with its adjoint is the operand."""

    __slots__ = ()

    a: d.Operand = d.operand(FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)
    lower: d.Attr[IntegerAttr, bool] = d.default_attr(BOOL_ATTR, FALSE, optional=True)
    result: d.Result = d.result(FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)
    traits = (
        NoMemoryEffect(),
        CompatibleElementTypes(),
    )
    assembly_format = (
        "$a (`,` `lower` `=` $lower^)? attr-dict `:` custom<SameType1>(type($a), type($result))"
    )


@STABLEHLO.op("convolution")
class ConvolutionOp(Operation):
    """The sum of products in a window that moves over a tensor."""

    __slots__ = ()

    lhs: d.Operand = d.operand(TENSOR)
    rhs: d.Operand = d.operand(TENSOR_PER_AXIS)
    window_strides: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(DENSE_I64_ARRAY)
    padding: d.OptionalAttr[DenseElementsAttr, DenseElementsAttr] = d.optional_attr(I64_ELEMENTS)
    lhs_dilation: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(DENSE_I64_ARRAY)
    rhs_dilation: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(DENSE_I64_ARRAY)
    window_reversal: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(DENSE_BOOL_ARRAY)
    dimension_numbers: d.Attr[ConvDimensionNumbersAttr, ConvDimensionNumbersAttr] = d.attr(
        ConvDimensionNumbersAttr
    )
    feature_group_count: d.Attr[IntegerAttr, int] = d.attr(COUNT)
    batch_group_count: d.Attr[IntegerAttr, int] = d.attr(COUNT)
    precision_config: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(PRECISION_CONFIG)
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (NoMemoryEffect(),)
    assembly_format = (
        "`(`operands`)` `dim_numbers` `=` "
        "custom<ConvolutionDimensions>($dimension_numbers) `,` `window` `=` `{` "
        "custom<WindowAttributes>($window_strides, $padding, $lhs_dilation, "
        "$rhs_dilation, $window_reversal) `}` attr-dict `:` functional-type(operands, "
        "results)"
    )


@STABLEHLO.op("dot")
class DotOp(Operation):
    """Products of vectors and matrices."""

    __slots__ = ()

    lhs: d.Operand = d.operand(TENSOR)
    rhs: d.Operand = d.operand(TENSOR_PER_AXIS)
    precision_config: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(PRECISION_CONFIG)
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (Pure(),)
    assembly_format = (
        "$lhs `,` $rhs `` custom<PrecisionConfig>($precision_config) attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("dot_general")
class DotGeneralOp(Operation):
    """Products, summed along some dimensions and paired along others."""

    __slots__ = ()

    lhs: d.Operand = d.operand(TENSOR)
    rhs: d.Operand = d.operand(TENSOR_PER_AXIS)
    dot_dimension_numbers: d.Attr[DotDimensionNumbersAttr, DotDimensionNumbersAttr] = d.attr(
        DotDimensionNumbersAttr
    )
    precision_config: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(PRECISION_CONFIG)
    algorithm: d.OptionalAttr[DotAlgorithmAttr, DotAlgorithmAttr] = d.optional_attr(
        DotAlgorithmAttr
    )
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (NoMemoryEffect(),)
    assembly_format = (
        "$lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers) `` "
        "custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm) attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("dynamic_conv")
class DynamicConvOp(Operation):
    """A convolution with padding that is known when the program runs."""

    __slots__ = ()

    lhs: d.Operand = d.operand(TENSOR)
    rhs: d.Operand = d.operand(TENSOR)
    padding: d.Operand = d.operand(STATIC_INT_TENSOR_2D)
    window_strides: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(DENSE_I64_ARRAY)
    lhs_dilation: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(DENSE_I64_ARRAY)
    rhs_dilation: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(DENSE_I64_ARRAY)
    window_reversal: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(DENSE_BOOL_ARRAY)
    dimension_numbers: d.Attr[ConvDimensionNumbersAttr, ConvDimensionNumbersAttr] = d.attr(
        ConvDimensionNumbersAttr
    )
    feature_group_count: d.Attr[IntegerAttr, int] = d.attr(COUNT)
    batch_group_count: d.Attr[IntegerAttr, int] = d.attr(COUNT)
    precision_config: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(PRECISION_CONFIG)
    result: d.Result = d.result(TENSOR)
    traits = (NoMemoryEffect(),)


@STABLEHLO.op("einsum")
class EinsumOp(Operation):
    """Products, summed as a text in Einstein's notation says."""

    __slots__ = ()

    lhs: d.Operand = d.operand(TENSOR)
    rhs: d.Operand = d.operand(TENSOR)
    einsum_config: d.Attr[StringAttr, str] = d.attr(STR_ATTR)
    result: d.Result = d.result(TENSOR)
    traits = (Pure(),)
    assembly_format = (
        "$lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("fft")
class FftOp(Operation):
    """A Fourier transform."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_OR_COMPLEX_TENSOR, name="operand")
    fft_type: d.Attr[FftTypeAttr, str] = d.attr(FFT_TYPE)
    fft_length: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    result: d.Result = d.result(FLOAT_OR_COMPLEX_TENSOR)
    traits = (NoMemoryEffect(),)
    assembly_format = (
        "$operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("triangular_solve")
class TriangularSolveOp(Operation):
    """The solution of linear equations with a triangular matrix."""

    __slots__ = ()

    a: d.Operand = d.operand(FLOAT_OR_COMPLEX_TENSOR)
    b: d.Operand = d.operand(FLOAT_OR_COMPLEX_TENSOR)
    left_side: d.Attr[IntegerAttr, bool] = d.attr(BOOL_ATTR)
    lower: d.Attr[IntegerAttr, bool] = d.attr(BOOL_ATTR)
    unit_diagonal: d.Attr[IntegerAttr, bool] = d.attr(BOOL_ATTR)
    transpose_a: d.Attr[TransposeAttr, str] = d.attr(TRANSPOSE)
    result: d.Result = d.result(FLOAT_OR_COMPLEX_TENSOR)
    traits = (
        NoMemoryEffect(),
        CompatibleElementTypes(),
    )


@STABLEHLO.op("unary_einsum")
class UnaryEinsumOp(Operation):
    """A tensor summed as a text in Einstein's notation says."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR, name="operand")
    einsum_config: d.Attr[StringAttr, str] = d.attr(STR_ATTR)
    result: d.Result = d.result(TENSOR)
    traits = (Pure(),)
    assembly_format = (
        "$operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)"
    )
