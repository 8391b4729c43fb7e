"""Functions of each element of one, two or three tensors."""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize_stablehlo.attributes import (
    COMPARISON_DIRECTION,
    COMPARISON_TYPE,
    ComparisonDirectionAttr,
    ComparisonTypeAttr,
    ResultAccuracyAttr,
)
from bufferize_stablehlo.dialect import (
    STABLEHLO,
    CompatibleElementTypes,
    CompatibleOperandElementTypes,
    CompatibleTypes,
    are_elements_compatible,
)
from bufferize_stablehlo.types import (
    COMPLEX_TENSOR,
    DEFAULT_ACCURACY,
    FLOAT_32_64_TENSOR,
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
    TENSOR,
    TENSOR_PER_AXIS,
)


class UnaryOp(d.Operation):
    """Base of the functions of the elements of one tensor."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    result: d.Result = d.result(TENSOR)
    traits: ClassVar[tuple[ir.Trait, ...]] = (
        d.Elementwise(),
        d.SameOperandsAndResultShape(),
        d.NoMemoryEffect(),
    )
    assembly_format = "$operand attr-dict `:` custom<SameType1>(type($operand), type($result))"


class TypePreservingOp(UnaryOp):
    """Base of the functions of one tensor that preserve its type."""

    traits = (CompatibleTypes(), *UnaryOp.traits)


class TranscendentalOp(TypePreservingOp):
    """Base of the functions that are approximated, with an accuracy that may be requested."""

    input: d.Operand = d.operand(FLOAT_COMPLEX_OR_QUANTIZED_TENSOR, name="operand")
    result_accuracy: d.Attr[ResultAccuracyAttr, ResultAccuracyAttr] = d.default_attr(
        RESULT_ACCURACY, DEFAULT_ACCURACY, optional=True
    )
    result: d.Result = d.result(FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)


STABLEHLO.similar_ops(
    TranscendentalOp,
    {
        "cbrt": "The cube root.",
        "cosine": "The cosine.",
        "exponential": "The exponential function, e to the power of the element.",
        "exponential_minus_one": "The exponential function minus one, exact also near zero.",
        "log": "The natural logarithm.",
        "log_plus_one": "The natural logarithm of one plus the element, exact also near zero.",
        "logistic": "The logistic function, 1 / (1 + exp(-x)).",
        "rsqrt": "The reciprocal of the square root.",
        "sine": "The sine.",
        "sqrt": "The square root.",
        "tan": "The tangent.",
        "tanh": "The hyperbolic tangent.",
    },
)


class RoundingOp(TypePreservingOp):
    """Base of the ops that round to whole numbers."""

    input: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR, name="operand")
    result: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR)


STABLEHLO.similar_ops(
    RoundingOp,
    {
        "ceil": "The element rounded up.",
        "floor": "The element rounded down.",
        "round_nearest_afz": "The nearest whole number; of two, the one farther from zero.",
        "round_nearest_even": "The nearest whole number; of two, the even one.",
    },
)


class BitCountOp(TypePreservingOp):
    """Base of the ops that count bits."""

    input: d.Operand = d.operand(INT_TENSOR, name="operand")
    result: d.Result = d.result(INT_TENSOR)


STABLEHLO.similar_ops(
    BitCountOp,
    {
        "count_leading_zeros": "The number of leading bits that are zero.",
        "popcnt": "The number of bits that are set.",
    },
)


class ComplexPartOp(UnaryOp):
    """Base of the ops that return parts of complex numbers."""

    input: d.Operand = d.operand(FLOAT_OR_COMPLEX_TENSOR, name="operand")
    result: d.Result = d.result(FLOAT_TENSOR)


STABLEHLO.similar_ops(ComplexPartOp, {"imag": "The imaginary part.", "real": "The real part."})


@STABLEHLO.op("abs")
class AbsOp(UnaryOp):
    """The absolute value; that of a complex number is real."""

    input: d.Operand = d.operand(SIGNED_NUMBER_TENSOR, name="operand")
    result: d.Result = d.result(SIGNED_REAL_TENSOR)


@STABLEHLO.op("bitcast_convert")
class BitcastConvertOp(d.Operation):
    """The same bits as elements of another type."""

    input: d.Operand = d.operand(TENSOR_PER_AXIS, name="operand")
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (d.NoMemoryEffect(),)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("convert")
class ConvertOp(UnaryOp):
    """Each element as a number of another type."""

    input: d.Operand = d.operand(PLAIN_TENSOR, name="operand")
    result: d.Result = d.result(PLAIN_TENSOR)
    traits = (d.SameOperandsAndResultShape(), d.Elementwise(), d.NoMemoryEffect())


@STABLEHLO.op("is_finite")
class IsFiniteOp(d.Operation):
    """A test of whether the element is neither infinite nor a NaN."""

    x: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR)
    y: d.Result = d.result(PRED_TENSOR)
    traits = UnaryOp.traits
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("negate")
class NegateOp(TypePreservingOp):
    """The element with the opposite sign."""

    input: d.Operand = d.operand(NUMBER_TENSOR, name="operand")
    result: d.Result = d.result(NUMBER_TENSOR)


@STABLEHLO.op("not")
class NotOp(TypePreservingOp):
    """The negation of a truth value, or of each bit of an integer."""

    input: d.Operand = d.operand(PRED_OR_INT_TENSOR, name="operand")
    result: d.Result = d.result(PRED_OR_INT_TENSOR)


@STABLEHLO.op("reduce_precision")
class ReducePrecisionOp(d.Operation):
    """The element rounded to a format with fewer bits, in its own type."""

    input: d.Operand = d.operand(FLOAT_OR_QUANTIZED_TENSOR, name="operand")
    exponent_bits: d.Attr[ir.IntegerAttr, int] = d.attr(d.confined(d.I32_ATTR, d.POSITIVE))
    mantissa_bits: d.Attr[ir.IntegerAttr, int] = d.attr(d.confined(d.I32_ATTR, d.NON_NEGATIVE))
    output: d.Result = d.result(FLOAT_OR_QUANTIZED_TENSOR)
    traits = (d.NoMemoryEffect(), d.Elementwise(), CompatibleTypes())
    assembly_format = (
        "$operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, "
        "$mantissa_bits) attr-dict `:` custom<SameType1>(type($operand), type($output))"
    )


@STABLEHLO.op("sign")
class SignOp(TypePreservingOp):
    """The sign: -1, 0 or 1."""

    input: d.Operand = d.operand(SIGNED_NUMBER_TENSOR, name="operand")
    result: d.Result = d.result(SIGNED_NUMBER_TENSOR)


@STABLEHLO.op("uniform_dequantize")
class UniformDequantizeOp(UnaryOp):
    """The numbers that quantized elements represent."""

    input: d.Operand = d.operand(QUANTIZED_TENSOR, name="operand")
    result: d.Result = d.result(FLOAT_TENSOR)


@STABLEHLO.op("uniform_quantize")
class UniformQuantizeOp(UnaryOp):
    """Numbers converted to quantized elements."""

    input: d.Operand = d.operand(FLOAT_OR_ANY_QUANTIZED_TENSOR, name="operand")
    result: d.Result = d.result(QUANTIZED_TENSOR)


class BinaryOp(d.Operation):
    """Base of the functions of the elements of two tensors."""

    lhs: d.Operand = d.operand(TENSOR)
    rhs: d.Operand = d.operand(TENSOR)
    result: d.Result = d.result(TENSOR)
    traits: ClassVar[tuple[ir.Trait, ...]] = (
        CompatibleTypes(),
        d.SameOperandsAndResultShape(),
        d.Elementwise(),
        d.NoMemoryEffect(),
    )
    assembly_format: ClassVar[str | None] = (
        "$lhs `,` $rhs attr-dict `:` custom<SameType2>(type($lhs), type($rhs), type($result))"
    )


class CommutativeOp(BinaryOp):
    """Base of the commutative functions of two tensors."""

    traits = (d.Commutative(), *BinaryOp.traits)


STABLEHLO.similar_ops(
    CommutativeOp,
    {
        "maximum": "The greater element.",
        "minimum": "The smaller element.",
        "multiply": "The product; of truth values, whether both are true.",
    },
)


class ArithmeticOp(BinaryOp):
    """Base of the arithmetic in which the order of the operands matters."""

    lhs: d.Operand = d.operand(NUMBER_TENSOR)
    rhs: d.Operand = d.operand(NUMBER_TENSOR)
    result: d.Result = d.result(NUMBER_TENSOR)


STABLEHLO.similar_ops(
    ArithmeticOp,
    {
        "divide": "The quotient.",
        "power": "The first element to the power of the second.",
        "remainder": "The remainder of the division, with the sign of the dividend.",
        "subtract": "The difference.",
    },
)


class LogicalOp(CommutativeOp):
    """Base of the functions of truth values, or of each bit of two integers."""

    lhs: d.Operand = d.operand(PRED_OR_INT_TENSOR)
    rhs: d.Operand = d.operand(PRED_OR_INT_TENSOR)


STABLEHLO.similar_ops(
    LogicalOp,
    {"and": "The conjunction.", "or": "The disjunction.", "xor": "The exclusive disjunction."},
)


class ShiftOp(BinaryOp):
    """Base of the shifts of the first element by the number of bits in the second."""

    lhs: d.Operand = d.operand(INT_TENSOR)
    rhs: d.Operand = d.operand(INT_TENSOR)
    result: d.Result = d.result(INT_TENSOR)


STABLEHLO.similar_ops(
    ShiftOp,
    {
        "shift_left": "The first element shifted left by the second.",
        "shift_right_arithmetic": "The first element shifted right, filled with its sign bit.",
        "shift_right_logical": "The first element shifted right, filled with zeros.",
    },
)


@STABLEHLO.op("add")
class AddOp(BinaryOp):
    """The sum; for truth values, the logical or."""

    lhs: d.Operand = d.operand(TENSOR_PER_AXIS)
    rhs: d.Operand = d.operand(TENSOR_PER_AXIS)
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (
        d.Commutative(),
        d.SameOperandsAndResultShape(),
        d.Elementwise(),
        d.NoMemoryEffect(),
    )

    def verify_op(self) -> None:
        if not are_elements_compatible((*self.operand_types, *self.result_types)):
            raise self.error("requires the same element type for all operands and results")


@STABLEHLO.op("atan2")
class Atan2Op(BinaryOp):
    """The angle between the point (rhs, lhs) and the x axis."""

    lhs: d.Operand = d.operand(FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)
    rhs: d.Operand = d.operand(FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)
    result: d.Result = d.result(FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)


@STABLEHLO.op("clamp")
class ClampOp(d.Operation):
    """The number between two limits that is nearest to the element."""

    min: d.Operand = d.operand(TENSOR)
    input: d.Operand = d.operand(TENSOR, name="operand")
    max: d.Operand = d.operand(TENSOR)
    result: d.Result = d.result(TENSOR)
    traits = (
        d.NoMemoryEffect(),
        CompatibleElementTypes(),
    )
    assembly_format = (
        "$min `,` $operand `,` $max attr-dict `:` custom<SameType3>(type($min), "
        "type($operand), type($max), type($result))"
    )


@STABLEHLO.op("compare")
class CompareOp(d.Operation):
    """A test of whether a comparison such as `LT` holds between the elements of two tensors."""

    lhs: d.Operand = d.operand(TENSOR)
    rhs: d.Operand = d.operand(TENSOR)
    comparison_direction: d.Attr[ComparisonDirectionAttr, str] = d.attr(COMPARISON_DIRECTION)
    compare_type: d.OptionalAttr[ComparisonTypeAttr, str] = d.optional_attr(COMPARISON_TYPE)
    result: d.Result = d.result(PRED_TENSOR)
    traits = (
        d.NoMemoryEffect(),
        d.Elementwise(),
        CompatibleOperandElementTypes(),
        d.SameOperandsAndResultShape(),
    )
    assembly_format = (
        "$comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("complex")
class ComplexOp(d.Operation):
    """The complex numbers with these real and imaginary parts."""

    lhs: d.Operand = d.operand(FLOAT_32_64_TENSOR)
    rhs: d.Operand = d.operand(FLOAT_32_64_TENSOR)
    result: d.Result = d.result(COMPLEX_TENSOR)
    traits = (
        d.NoMemoryEffect(),
        d.SameOperandsElementType(),
        d.SameOperandsAndResultShape(),
        d.Elementwise(),
    )
    assembly_format = (
        "operands attr-dict `:` custom<ComplexOpType>(type($lhs), type($rhs), type($result))"
    )


@STABLEHLO.op("select")
class SelectOp(d.Operation):
    """The element of the second operand where the first is true, else that of the third."""

    pred: d.Operand = d.operand(PRED_TENSOR)
    on_true: d.Operand = d.operand(TENSOR)
    on_false: d.Operand = d.operand(TENSOR)
    result: d.Result = d.result(TENSOR)
    traits = (d.NoMemoryEffect(),)
    assembly_format = (
        "operands attr-dict `:` custom<SelectOpType>(type($pred), type($on_true), "
        "type($on_false), type($result))"
    )
