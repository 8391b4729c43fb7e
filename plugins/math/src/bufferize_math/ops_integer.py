"""Functions of integers in the math dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize_math.base import MATH

_TRAITS = (d.Pure(), d.SameOperandsAndResultType(), d.ElementwiseMappable())


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
    """How many of the highest bits are zero."""


@MATH.op("cttz")
class CountTrailingZerosOp(IntegerUnaryOp):
    """How many of the lowest bits are zero."""


@MATH.op("ctpop")
class CtPopOp(IntegerUnaryOp):
    """How many bits are set."""


@MATH.op("ipowi")
class IPowIOp(d.Operation):
    """The left integer to the power of the right one, signed."""

    lhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    rhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    result: d.Result = d.result(d.SIGNLESS_INTEGER_LIKE)
    traits = _TRAITS
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"
