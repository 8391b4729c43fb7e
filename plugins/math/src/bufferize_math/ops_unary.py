"""Functions of one float in the math dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    AllTypesMatch,
    ElementwiseMappable,
    Operation,
    Pure,
    SameOperandsAndResultShape,
    SameOperandsAndResultType,
    TypesMatchWith,
)
from bufferize.define.type_constraints import BOOL_LIKE, FLOAT_LIKE
from bufferize.dialects.elementwise import FASTMATH_NONE, FastMathAttr, bool_type_like
from bufferize_math.base import MATH


class FloatUnaryOp(Operation):
    """Base of the functions from a float to a float."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_LIKE, name="operand")
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(FLOAT_LIKE)
    traits = (Pure(), SameOperandsAndResultType(), ElementwiseMappable())
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


class FloatClassificationOp(Operation):
    """Base of the tests of a float."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_LIKE, name="operand")
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(BOOL_LIKE)
    traits = (
        Pure(),
        TypesMatchWith(
            "input",
            "result",
            bool_type_like,
            "result type has i1 element type and same shape as operands",
        ),
        ElementwiseMappable(),
    )
    assembly_format = "$operand attr-dict `:` type($operand)"


@MATH.op("absf")
class AbsFOp(FloatUnaryOp):
    """The absolute value."""

    __slots__ = ()


@MATH.op("acos")
class AcosOp(FloatUnaryOp):
    """The arc cosine."""

    __slots__ = ()


@MATH.op("acosh")
class AcoshOp(FloatUnaryOp):
    """The inverse hyperbolic cosine."""

    __slots__ = ()


@MATH.op("asin")
class AsinOp(FloatUnaryOp):
    """The arc sine."""

    __slots__ = ()


@MATH.op("asinh")
class AsinhOp(FloatUnaryOp):
    """The inverse hyperbolic sine."""

    __slots__ = ()


@MATH.op("atan")
class AtanOp(FloatUnaryOp):
    """The arc tangent."""

    __slots__ = ()


@MATH.op("atanh")
class AtanhOp(FloatUnaryOp):
    """The inverse hyperbolic tangent."""

    __slots__ = ()


@MATH.op("cbrt")
class CbrtOp(FloatUnaryOp):
    """The cube root."""

    __slots__ = ()


@MATH.op("ceil")
class CeilOp(FloatUnaryOp):
    """The operand rounded up."""

    __slots__ = ()


@MATH.op("cos")
class CosOp(FloatUnaryOp):
    """The cosine."""

    __slots__ = ()


@MATH.op("cosh")
class CoshOp(FloatUnaryOp):
    """The hyperbolic cosine."""

    __slots__ = ()


@MATH.op("erf")
class ErfOp(FloatUnaryOp):
    """The error function."""

    __slots__ = ()


@MATH.op("erfc")
class ErfcOp(FloatUnaryOp):
    """One minus the error function."""

    __slots__ = ()


@MATH.op("exp")
class ExpOp(FloatUnaryOp):
    """e to the power of the operand."""

    __slots__ = ()


@MATH.op("exp2")
class Exp2Op(FloatUnaryOp):
    """2 to the power of the operand."""

    __slots__ = ()


@MATH.op("expm1")
class ExpM1Op(FloatUnaryOp):
    """e to the power of the operand, minus 1."""

    __slots__ = ()


@MATH.op("floor")
class FloorOp(FloatUnaryOp):
    """The operand rounded down."""

    __slots__ = ()


@MATH.op("log")
class LogOp(FloatUnaryOp):
    """The natural logarithm."""

    __slots__ = ()


@MATH.op("log10")
class Log10Op(FloatUnaryOp):
    """The logarithm to base 10."""

    __slots__ = ()


@MATH.op("log1p")
class Log1pOp(FloatUnaryOp):
    """The natural logarithm of one plus the operand."""

    __slots__ = ()


@MATH.op("log2")
class Log2Op(FloatUnaryOp):
    """The logarithm to base 2."""

    __slots__ = ()


@MATH.op("round")
class RoundOp(FloatUnaryOp):
    """The operand rounded to the nearest integer, halves away from zero."""

    __slots__ = ()


@MATH.op("roundeven")
class RoundEvenOp(FloatUnaryOp):
    """The operand rounded to the nearest integer, halves to the even one."""

    __slots__ = ()


@MATH.op("rsqrt")
class RsqrtOp(FloatUnaryOp):
    """One divided by the square root."""

    __slots__ = ()


@MATH.op("sin")
class SinOp(FloatUnaryOp):
    """The sine."""

    __slots__ = ()


@MATH.op("sinh")
class SinhOp(FloatUnaryOp):
    """The hyperbolic sine."""

    __slots__ = ()


@MATH.op("sqrt")
class SqrtOp(FloatUnaryOp):
    """The square root."""

    __slots__ = ()


@MATH.op("tan")
class TanOp(FloatUnaryOp):
    """The tangent."""

    __slots__ = ()


@MATH.op("tanh")
class TanhOp(FloatUnaryOp):
    """The hyperbolic tangent."""

    __slots__ = ()


@MATH.op("trunc")
class TruncOp(FloatUnaryOp):
    """The operand rounded towards zero."""

    __slots__ = ()


@MATH.op("isfinite")
class IsFiniteOp(FloatClassificationOp):
    """Whether the operand is neither infinite nor NaN."""

    __slots__ = ()


@MATH.op("isinf")
class IsInfOp(FloatClassificationOp):
    """Whether the operand is infinite."""

    __slots__ = ()


@MATH.op("isnan")
class IsNaNOp(FloatClassificationOp):
    """Whether the operand is NaN."""

    __slots__ = ()


@MATH.op("isnormal")
class IsNormalOp(FloatClassificationOp):
    """Whether the operand is finite, not zero and not subnormal."""

    __slots__ = ()


@MATH.op("sincos")
class SincosOp(Operation):
    """The sine and the cosine."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_LIKE, name="operand")
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    sin: d.Result = d.result(FLOAT_LIKE)
    cos: d.Result = d.result(FLOAT_LIKE)
    traits = (
        Pure(),
        SameOperandsAndResultShape(),
        AllTypesMatch("input", "sin", "cos"),
        ElementwiseMappable(),
    )
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)"
