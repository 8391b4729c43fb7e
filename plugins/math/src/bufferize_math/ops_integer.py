"""Functions of integers in the math dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import ElementwiseMappable, Operation, Pure, SameOperandsAndResultType
from bufferize.define.type_constraints import SIGNLESS_INTEGER_LIKE
from bufferize_math.base import MATH

_TRAITS = (Pure(), SameOperandsAndResultType(), ElementwiseMappable())


class IntegerUnaryOp(Operation):
    """Base of the functions from an integer to an integer."""

    __slots__ = ()

    input: d.Operand = d.operand(SIGNLESS_INTEGER_LIKE, name="operand")
    result: d.Result = d.result(SIGNLESS_INTEGER_LIKE)
    traits = _TRAITS
    assembly_format = "$operand attr-dict `:` type($result)"


@MATH.op("absi")
class AbsIOp(IntegerUnaryOp):
    """The absolute value."""

    __slots__ = ()


@MATH.op("ctlz")
class CountLeadingZerosOp(IntegerUnaryOp):
    """How many of the highest bits are zero."""

    __slots__ = ()


@MATH.op("cttz")
class CountTrailingZerosOp(IntegerUnaryOp):
    """How many of the lowest bits are zero."""

    __slots__ = ()


@MATH.op("ctpop")
class CtPopOp(IntegerUnaryOp):
    """How many bits are set."""

    __slots__ = ()


@MATH.op("ipowi")
class IPowIOp(Operation):
    """The left integer to the power of the right one, signed."""

    __slots__ = ()

    lhs: d.Operand = d.operand(SIGNLESS_INTEGER_LIKE)
    rhs: d.Operand = d.operand(SIGNLESS_INTEGER_LIKE)
    result: d.Result = d.result(SIGNLESS_INTEGER_LIKE)
    traits = _TRAITS
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"
