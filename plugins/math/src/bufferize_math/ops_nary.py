"""Functions of several floats in the math dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    AllTypesMatch,
    ElementwiseMappable,
    Operation,
    Pure,
    SameOperandsAndResultShape,
    SameOperandsAndResultType,
)
from bufferize.define.type_constraints import FLOAT_LIKE, SIGNLESS_INTEGER_LIKE
from bufferize.dialects.elementwise import FASTMATH_NONE, FastMathAttr
from bufferize_math.base import MATH

_TRAITS = (Pure(), SameOperandsAndResultType(), ElementwiseMappable())


class FloatBinaryOp(Operation):
    """Base of the functions of two floats."""

    __slots__ = ()

    lhs: d.Operand = d.operand(FLOAT_LIKE)
    rhs: d.Operand = d.operand(FLOAT_LIKE)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(FLOAT_LIKE)
    traits = _TRAITS
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


@MATH.op("atan2")
class Atan2Op(FloatBinaryOp):
    """The angle of the point with these coordinates, y first."""

    __slots__ = ()


@MATH.op("copysign")
class CopySignOp(FloatBinaryOp):
    """The magnitude of the left operand with the sign of the right one."""

    __slots__ = ()


@MATH.op("powf")
class PowFOp(FloatBinaryOp):
    """The left operand to the power of the right one."""

    __slots__ = ()


@MATH.op("fpowi")
class FPowIOp(Operation):
    """A float to the power of a signed integer."""

    __slots__ = ()

    lhs: d.Operand = d.operand(FLOAT_LIKE)
    rhs: d.Operand = d.operand(SIGNLESS_INTEGER_LIKE)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(FLOAT_LIKE)
    traits = (
        Pure(),
        SameOperandsAndResultShape(),
        AllTypesMatch("lhs", "result"),
        ElementwiseMappable(),
    )
    assembly_format = (
        "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)"
    )


@MATH.op("fma")
class FmaOp(Operation):
    """The product of the first two operands plus the third, rounded once."""

    __slots__ = ()

    a: d.Operand = d.operand(FLOAT_LIKE)
    b: d.Operand = d.operand(FLOAT_LIKE)
    c: d.Operand = d.operand(FLOAT_LIKE)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(FLOAT_LIKE)
    traits = _TRAITS
    assembly_format = "$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


@MATH.op("clampf")
class ClampFOp(Operation):
    """The operand, but no less than one bound and no more than the other."""

    __slots__ = ()

    value: d.Operand = d.operand(FLOAT_LIKE)
    min: d.Operand = d.operand(FLOAT_LIKE)
    max: d.Operand = d.operand(FLOAT_LIKE)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(FLOAT_LIKE)
    traits = _TRAITS
    assembly_format = (
        "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? "
        "attr-dict `:` type($result)"
    )
