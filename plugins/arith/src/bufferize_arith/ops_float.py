"""Floating-point arithmetic of the arith dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize.dialects.elementwise import FASTMATH_NONE, FastMathAttr
from bufferize_arith.attributes import ARITH

_TRAITS: tuple[d.Trait, ...] = (d.Pure(), d.SameOperandsAndResultType(), d.ElementwiseMappable())
_COMMUTATIVE_TRAITS: tuple[d.Trait, ...] = (d.Commutative(), *_TRAITS)


class FloatBinaryOp(d.Operation):
    """Base of the ops on two floats (or vectors or tensors of them)."""

    lhs: d.Operand = d.operand(d.FLOAT_LIKE)
    rhs: d.Operand = d.operand(d.FLOAT_LIKE)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(d.FLOAT_LIKE)
    traits = _TRAITS
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


@ARITH.op("addf")
class AddFOp(FloatBinaryOp):
    """The sum."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("subf")
class SubFOp(FloatBinaryOp):
    """The difference."""


@ARITH.op("mulf")
class MulFOp(FloatBinaryOp):
    """The product."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("divf")
class DivFOp(FloatBinaryOp):
    """The quotient."""


@ARITH.op("remf")
class RemFOp(FloatBinaryOp):
    """The remainder of the division, with the sign of the left operand."""


@ARITH.op("maximumf")
class MaximumFOp(FloatBinaryOp):
    """The maximum; NaN if an operand is NaN, and -0.0 is less than 0.0."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("minimumf")
class MinimumFOp(FloatBinaryOp):
    """The minimum; NaN if an operand is NaN, and -0.0 is less than 0.0."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("maxnumf")
class MaxNumFOp(FloatBinaryOp):
    """The maximum; if one operand is NaN, the other one."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("minnumf")
class MinNumFOp(FloatBinaryOp):
    """The minimum; if one operand is NaN, the other one."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("negf")
class NegFOp(d.Operation):
    """The operand with its sign changed."""

    input: d.Operand = d.operand(d.FLOAT_LIKE, name="operand")
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(d.FLOAT_LIKE)
    traits = _TRAITS
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
