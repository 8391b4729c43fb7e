"""All ops of the math dialect: functions of one float, of several, and of integers."""

from __future__ import annotations

from bufferize import define as d
from bufferize.dialects.elementwise import FASTMATH_NONE, FastMathAttr, bool_type_like
from bufferize.interfaces import ConditionallySpeculatable, constant_int
from bufferize_math.dialect import MATH as MATH

_TRAITS = (d.Pure(), d.SameOperandsAndResultType(), d.ElementwiseMappable())


class FloatUnaryOp(d.Operation):
    """Base of the functions from a float to a float."""

    input: d.Operand = d.operand(d.FLOAT_LIKE, name="operand")
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(d.FLOAT_LIKE)
    traits = _TRAITS
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


class FloatClassificationOp(d.Operation):
    """Base of the tests of a float."""

    input: d.Operand = d.operand(d.FLOAT_LIKE, name="operand")
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(d.BOOL_LIKE)
    traits = (
        d.Pure(),
        d.TypesMatchWith(
            "input",
            "result",
            bool_type_like,
            "result type has i1 element type and same shape as operands",
        ),
        d.ElementwiseMappable(),
    )
    assembly_format = "$operand attr-dict `:` type($operand)"


@MATH.op("absf")
class AbsFOp(FloatUnaryOp):
    """The absolute value."""


@MATH.op("acos")
class AcosOp(FloatUnaryOp):
    """The arc cosine."""


@MATH.op("acosh")
class AcoshOp(FloatUnaryOp):
    """The inverse hyperbolic cosine."""


@MATH.op("asin")
class AsinOp(FloatUnaryOp):
    """The arc sine."""


@MATH.op("asinh")
class AsinhOp(FloatUnaryOp):
    """The inverse hyperbolic sine."""


@MATH.op("atan")
class AtanOp(FloatUnaryOp):
    """The arc tangent."""


@MATH.op("atanh")
class AtanhOp(FloatUnaryOp):
    """The inverse hyperbolic tangent."""


@MATH.op("cbrt")
class CbrtOp(FloatUnaryOp):
    """The cube root."""


@MATH.op("ceil")
class CeilOp(FloatUnaryOp):
    """The operand rounded up."""


@MATH.op("cos")
class CosOp(FloatUnaryOp):
    """The cosine."""


@MATH.op("cosh")
class CoshOp(FloatUnaryOp):
    """The hyperbolic cosine."""


@MATH.op("erf")
class ErfOp(FloatUnaryOp):
    """The error function."""


@MATH.op("erfc")
class ErfcOp(FloatUnaryOp):
    """One minus the error function."""


@MATH.op("exp")
class ExpOp(FloatUnaryOp):
    """e to the power of the operand."""


@MATH.op("exp2")
class Exp2Op(FloatUnaryOp):
    """2 to the power of the operand."""


@MATH.op("expm1")
class ExpM1Op(FloatUnaryOp):
    """e to the power of the operand, minus 1."""


@MATH.op("floor")
class FloorOp(FloatUnaryOp):
    """The operand rounded down."""


@MATH.op("log")
class LogOp(FloatUnaryOp):
    """The natural logarithm."""


@MATH.op("log10")
class Log10Op(FloatUnaryOp):
    """The logarithm to base 10."""


@MATH.op("log1p")
class Log1pOp(FloatUnaryOp):
    """The natural logarithm of one plus the operand."""


@MATH.op("log2")
class Log2Op(FloatUnaryOp):
    """The logarithm to base 2."""


@MATH.op("round")
class RoundOp(FloatUnaryOp):
    """The operand rounded to the nearest integer, halves away from zero."""


@MATH.op("roundeven")
class RoundEvenOp(FloatUnaryOp):
    """The operand rounded to the nearest integer, halves to the even one."""


@MATH.op("rsqrt")
class RsqrtOp(FloatUnaryOp):
    """One divided by the square root."""


@MATH.op("sin")
class SinOp(FloatUnaryOp):
    """The sine."""


@MATH.op("sinh")
class SinhOp(FloatUnaryOp):
    """The hyperbolic sine."""


@MATH.op("sqrt")
class SqrtOp(FloatUnaryOp):
    """The square root."""


@MATH.op("tan")
class TanOp(FloatUnaryOp):
    """The tangent."""


@MATH.op("tanh")
class TanhOp(FloatUnaryOp):
    """The hyperbolic tangent."""


@MATH.op("trunc")
class TruncOp(FloatUnaryOp):
    """The operand rounded towards zero."""


@MATH.op("isfinite")
class IsFiniteOp(FloatClassificationOp):
    """A test of whether the operand is neither infinite nor NaN."""


@MATH.op("isinf")
class IsInfOp(FloatClassificationOp):
    """A test of whether the operand is infinite."""


@MATH.op("isnan")
class IsNaNOp(FloatClassificationOp):
    """A test of whether the operand is NaN."""


@MATH.op("isnormal")
class IsNormalOp(FloatClassificationOp):
    """A test of whether the operand is finite, not zero and not subnormal."""


@MATH.op("sincos")
class SincosOp(d.Operation):
    """The sine and the cosine."""

    input: d.Operand = d.operand(d.FLOAT_LIKE, name="operand")
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    sin: d.Result = d.result(d.FLOAT_LIKE)
    cos: d.Result = d.result(d.FLOAT_LIKE)
    traits = (
        d.Pure(),
        d.SameOperandsAndResultShape(),
        d.AllTypesMatch("input", "sin", "cos"),
        d.ElementwiseMappable(),
    )
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)"


class FloatBinaryOp(d.Operation):
    """Base of the functions of two floats."""

    lhs: d.Operand = d.operand(d.FLOAT_LIKE)
    rhs: d.Operand = d.operand(d.FLOAT_LIKE)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(d.FLOAT_LIKE)
    traits = _TRAITS
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


@MATH.op("atan2")
class Atan2Op(FloatBinaryOp):
    """The angle of the point with these coordinates, y first."""


@MATH.op("copysign")
class CopySignOp(FloatBinaryOp):
    """The magnitude of the left operand with the sign of the right one."""


@MATH.op("powf")
class PowFOp(FloatBinaryOp):
    """The left operand to the power of the right one."""


@MATH.op("fpowi")
class FPowIOp(d.Operation):
    """A float to the power of a signed integer."""

    lhs: d.Operand = d.operand(d.FLOAT_LIKE)
    rhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(d.FLOAT_LIKE)
    traits = (
        d.Pure(),
        d.SameOperandsAndResultShape(),
        d.AllTypesMatch("lhs", "result"),
        d.ElementwiseMappable(),
    )
    assembly_format = (
        "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)"
    )


@MATH.op("fma")
class FmaOp(d.Operation):
    """The product of the first two operands plus the third, rounded once."""

    a: d.Operand = d.operand(d.FLOAT_LIKE)
    b: d.Operand = d.operand(d.FLOAT_LIKE)
    c: d.Operand = d.operand(d.FLOAT_LIKE)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(d.FLOAT_LIKE)
    traits = _TRAITS
    assembly_format = "$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


@MATH.op("clampf")
class ClampFOp(d.Operation):
    """The operand, but no less than one bound and no more than the other."""

    value: d.Operand = d.operand(d.FLOAT_LIKE)
    min: d.Operand = d.operand(d.FLOAT_LIKE)
    max: d.Operand = d.operand(d.FLOAT_LIKE)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(d.FLOAT_LIKE)
    traits = _TRAITS
    assembly_format = (
        "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? "
        "attr-dict `:` type($result)"
    )


class IntegerUnaryOp(d.Operation):
    """Base of the functions from an integer to an integer."""

    input: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE, name="operand")
    result: d.Result = d.result(d.SIGNLESS_INTEGER_LIKE)
    traits = _TRAITS
    assembly_format = "$operand attr-dict `:` type($result)"


@MATH.op("absi")
class AbsIOp(IntegerUnaryOp):
    """The absolute value."""


@MATH.op("ctlz")
class CountLeadingZerosOp(IntegerUnaryOp):
    """The number of leading zero bits."""


@MATH.op("cttz")
class CountTrailingZerosOp(IntegerUnaryOp):
    """The number of trailing zero bits."""


@MATH.op("ctpop")
class CtPopOp(IntegerUnaryOp):
    """The number of bits that are set."""


@MATH.op("ipowi")
class IPowIOp(d.Operation, ConditionallySpeculatable):
    """The left integer to the power of the right one, signed."""

    lhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    rhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    result: d.Result = d.result(d.SIGNLESS_INTEGER_LIKE)
    traits = _TRAITS
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"

    def is_speculatable(self) -> bool:
        """Return whether no base is zero to a negative power."""
        exponent = constant_int(self.rhs)
        return exponent is not None and exponent >= 0
