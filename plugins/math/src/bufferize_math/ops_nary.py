"""Functions of several floats in the math dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize.dialects.elementwise import FASTMATH_NONE, FastMathAttr
from bufferize_math.base import MATH

_TRAITS = (d.Pure(), d.SameOperandsAndResultType(), d.ElementwiseMappable())


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
