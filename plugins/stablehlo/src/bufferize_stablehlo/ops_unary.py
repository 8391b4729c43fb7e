"""Functions of each element of one tensor."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import Elementwise, NoMemoryEffect, Operation, SameOperandsAndResultShape
from bufferize.define.attr_constraints import I32_ATTR, NON_NEGATIVE, POSITIVE
from bufferize.define.constraint import confined
from bufferize.ir import IntegerAttr
from bufferize_stablehlo.attributes import ResultAccuracyAttr
from bufferize_stablehlo.base import STABLEHLO
from bufferize_stablehlo.constraints import (
    DEFAULT_ACCURACY,
    FLOAT_COMPLEX_OR_QUANTIZED_TENSOR,
    FLOAT_OR_ANY_QUANTIZED_TENSOR,
    FLOAT_OR_COMPLEX_TENSOR,
    FLOAT_OR_QUANTIZED_TENSOR,
    FLOAT_TENSOR,
    INT_TENSOR,
    NUMBER_TENSOR,
    PLAIN_TENSOR,
    PRED_OR_INT_TENSOR,
    PRED_TENSOR,
    QUANTIZED_TENSOR,
    RESULT_ACCURACY,
    SIGNED_NUMBER_TENSOR,
    SIGNED_REAL_TENSOR,
    TENSOR_PER_AXIS,
)
from bufferize_stablehlo.traits import CompatibleTypes


class TranscendentalOp(Operation):
    """Base of the functions whose accuracy may be asked for."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_COMPLEX_OR_QUANTIZED_TENSOR, name="operand")
    result_accuracy: d.Attr[ResultAccuracyAttr, ResultAccuracyAttr] = d.default_attr(
        RESULT_ACCURACY, DEFAULT_ACCURACY, optional=True
    )
    result: d.Result = d.result(FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)
    traits = (
        CompatibleTypes(),
        Elementwise(),
        SameOperandsAndResultShape(),
        NoMemoryEffect(),
    )
    assembly_format = "$operand attr-dict `:` custom<SameType1>(type($operand), type($result))"


class RoundingOp(Operation):
    """Base of the ops that round to whole numbers."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR, name="operand")
    result: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR)
    traits = (
        CompatibleTypes(),
        Elementwise(),
        SameOperandsAndResultShape(),
        NoMemoryEffect(),
    )
    assembly_format = "$operand attr-dict `:` custom<SameType1>(type($operand), type($result))"


class BitCountOp(Operation):
    """Base of the ops that count bits."""

    __slots__ = ()

    input: d.Operand = d.operand(INT_TENSOR, name="operand")
    result: d.Result = d.result(INT_TENSOR)
    traits = (
        CompatibleTypes(),
        Elementwise(),
        SameOperandsAndResultShape(),
        NoMemoryEffect(),
    )
    assembly_format = "$operand attr-dict `:` custom<SameType1>(type($operand), type($result))"


class PartOp(Operation):
    """Base of the parts of complex numbers."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_OR_COMPLEX_TENSOR, name="operand")
    result: d.Result = d.result(FLOAT_TENSOR)
    traits = (
        Elementwise(),
        SameOperandsAndResultShape(),
        NoMemoryEffect(),
    )
    assembly_format = "$operand attr-dict `:` custom<SameType1>(type($operand), type($result))"


@STABLEHLO.op("abs")
class AbsOp(Operation):
    """The absolute value; of a complex number, a real one."""

    __slots__ = ()

    input: d.Operand = d.operand(SIGNED_NUMBER_TENSOR, name="operand")
    result: d.Result = d.result(SIGNED_REAL_TENSOR)
    traits = (
        Elementwise(),
        SameOperandsAndResultShape(),
        NoMemoryEffect(),
    )
    assembly_format = "$operand attr-dict `:` custom<SameType1>(type($operand), type($result))"


@STABLEHLO.op("bitcast_convert")
class BitcastConvertOp(Operation):
    """The same bits as elements of another type."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR_PER_AXIS, name="operand")
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (NoMemoryEffect(),)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("cbrt")
class CbrtOp(TranscendentalOp):
    """The cube root."""

    __slots__ = ()


@STABLEHLO.op("ceil")
class CeilOp(RoundingOp):
    """The number rounded up."""

    __slots__ = ()


@STABLEHLO.op("convert")
class ConvertOp(Operation):
    """Each element as a number of another type."""

    __slots__ = ()

    input: d.Operand = d.operand(PLAIN_TENSOR, name="operand")
    result: d.Result = d.result(PLAIN_TENSOR)
    traits = (
        SameOperandsAndResultShape(),
        Elementwise(),
        NoMemoryEffect(),
    )
    assembly_format = "$operand attr-dict `:` custom<SameType1>(type($operand), type($result))"


@STABLEHLO.op("count_leading_zeros")
class ClzOp(BitCountOp):
    """How many leading bits are zero."""

    __slots__ = ()


@STABLEHLO.op("cosine")
class CosineOp(TranscendentalOp):
    """The cosine."""

    __slots__ = ()


@STABLEHLO.op("exponential")
class ExpOp(TranscendentalOp):
    """E to the power of the number."""

    __slots__ = ()


@STABLEHLO.op("exponential_minus_one")
class Expm1Op(TranscendentalOp):
    """E to the power of the number, minus one."""

    __slots__ = ()


@STABLEHLO.op("floor")
class FloorOp(RoundingOp):
    """The number rounded down."""

    __slots__ = ()


@STABLEHLO.op("imag")
class ImagOp(PartOp):
    """The imaginary part."""

    __slots__ = ()


@STABLEHLO.op("is_finite")
class IsFiniteOp(Operation):
    """Whether the number is neither infinite nor a NaN."""

    __slots__ = ()

    x: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR)
    y: d.Result = d.result(PRED_TENSOR)
    traits = (
        Elementwise(),
        SameOperandsAndResultShape(),
        NoMemoryEffect(),
    )
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("log")
class LogOp(TranscendentalOp):
    """The natural logarithm."""

    __slots__ = ()


@STABLEHLO.op("log_plus_one")
class Log1pOp(TranscendentalOp):
    """The natural logarithm of the number plus one."""

    __slots__ = ()


@STABLEHLO.op("logistic")
class LogisticOp(TranscendentalOp):
    """The logistic function."""

    __slots__ = ()


@STABLEHLO.op("negate")
class NegOp(Operation):
    """The number with the other sign."""

    __slots__ = ()

    input: d.Operand = d.operand(NUMBER_TENSOR, name="operand")
    result: d.Result = d.result(NUMBER_TENSOR)
    traits = (
        CompatibleTypes(),
        Elementwise(),
        SameOperandsAndResultShape(),
        NoMemoryEffect(),
    )
    assembly_format = "$operand attr-dict `:` custom<SameType1>(type($operand), type($result))"


@STABLEHLO.op("not")
class NotOp(Operation):
    """Whether it is false, or all bits turned over."""

    __slots__ = ()

    input: d.Operand = d.operand(PRED_OR_INT_TENSOR, name="operand")
    result: d.Result = d.result(PRED_OR_INT_TENSOR)
    traits = (
        CompatibleTypes(),
        Elementwise(),
        SameOperandsAndResultShape(),
        NoMemoryEffect(),
    )
    assembly_format = "$operand attr-dict `:` custom<SameType1>(type($operand), type($result))"


@STABLEHLO.op("popcnt")
class PopulationCountOp(BitCountOp):
    """How many bits are set."""

    __slots__ = ()


@STABLEHLO.op("real")
class RealOp(PartOp):
    """The real part."""

    __slots__ = ()


@STABLEHLO.op("reduce_precision")
class ReducePrecisionOp(Operation):
    """The number rounded to a smaller format."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR, name="operand")
    exponent_bits: d.Attr[IntegerAttr, int] = d.attr(confined(I32_ATTR, POSITIVE))
    mantissa_bits: d.Attr[IntegerAttr, int] = d.attr(confined(I32_ATTR, NON_NEGATIVE))
    output: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR)
    traits = (
        NoMemoryEffect(),
        Elementwise(),
        CompatibleTypes(),
    )
    assembly_format = (
        "$operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, "
        "$mantissa_bits) attr-dict `:` custom<SameType1>(type($operand), type($output))"
    )


@STABLEHLO.op("round_nearest_afz")
class RoundOp(RoundingOp):
    """The nearest whole number, the one away from zero of two."""

    __slots__ = ()


@STABLEHLO.op("round_nearest_even")
class RoundNearestEvenOp(RoundingOp):
    """The nearest whole number, the even one of two."""

    __slots__ = ()


@STABLEHLO.op("rsqrt")
class RsqrtOp(TranscendentalOp):
    """One divided by the square root."""

    __slots__ = ()


@STABLEHLO.op("sign")
class SignOp(Operation):
    """The sign: -1, 0 or 1."""

    __slots__ = ()

    input: d.Operand = d.operand(SIGNED_NUMBER_TENSOR, name="operand")
    result: d.Result = d.result(SIGNED_NUMBER_TENSOR)
    traits = (
        CompatibleTypes(),
        Elementwise(),
        SameOperandsAndResultShape(),
        NoMemoryEffect(),
    )
    assembly_format = "$operand attr-dict `:` custom<SameType1>(type($operand), type($result))"


@STABLEHLO.op("sine")
class SineOp(TranscendentalOp):
    """The sine."""

    __slots__ = ()


@STABLEHLO.op("sqrt")
class SqrtOp(TranscendentalOp):
    """The square root."""

    __slots__ = ()


@STABLEHLO.op("tan")
class TanOp(TranscendentalOp):
    """The tangent."""

    __slots__ = ()


@STABLEHLO.op("tanh")
class TanhOp(TranscendentalOp):
    """The hyperbolic tangent."""

    __slots__ = ()


@STABLEHLO.op("uniform_dequantize")
class UniformDequantizeOp(Operation):
    """Quantized elements as the numbers that they stand for."""

    __slots__ = ()

    input: d.Operand = d.operand(QUANTIZED_TENSOR, name="operand")
    result: d.Result = d.result(FLOAT_TENSOR)
    traits = (
        Elementwise(),
        SameOperandsAndResultShape(),
        NoMemoryEffect(),
    )
    assembly_format = "$operand attr-dict `:` custom<SameType1>(type($operand), type($result))"


@STABLEHLO.op("uniform_quantize")
class UniformQuantizeOp(Operation):
    """Numbers as quantized elements."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_OR_ANY_QUANTIZED_TENSOR, name="operand")
    result: d.Result = d.result(QUANTIZED_TENSOR)
    traits = (
        Elementwise(),
        SameOperandsAndResultShape(),
        NoMemoryEffect(),
    )
    assembly_format = "$operand attr-dict `:` custom<SameType1>(type($operand), type($result))"
