"""Floating-point arithmetic of the arith dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    Commutative,
    ElementwiseMappable,
    Operation,
    Pure,
    SameOperandsAndResultType,
    Trait,
)
from bufferize.define.type_constraints import FLOAT_LIKE
from bufferize.dialects.elementwise import FASTMATH_NONE, FastMathAttr
from bufferize_arith.attributes import ARITH

_TRAITS: tuple[Trait, ...] = (Pure(), SameOperandsAndResultType(), ElementwiseMappable())
_COMMUTATIVE_TRAITS: tuple[Trait, ...] = (Commutative(), *_TRAITS)


class FloatBinaryOp(Operation):
    """Base of the ops on two floats (or vectors or tensors of them)."""

    __slots__ = ()

    lhs: d.Operand = d.operand(FLOAT_LIKE)
    rhs: d.Operand = d.operand(FLOAT_LIKE)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(FLOAT_LIKE)
    traits = _TRAITS
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


@ARITH.op("addf")
class AddFOp(FloatBinaryOp):
    """The sum."""

    __slots__ = ()
    traits = _COMMUTATIVE_TRAITS


@ARITH.op("subf")
class SubFOp(FloatBinaryOp):
    """The difference."""

    __slots__ = ()


@ARITH.op("mulf")
class MulFOp(FloatBinaryOp):
    """The product."""

    __slots__ = ()
    traits = _COMMUTATIVE_TRAITS


@ARITH.op("divf")
class DivFOp(FloatBinaryOp):
    """The quotient."""

    __slots__ = ()


@ARITH.op("remf")
class RemFOp(FloatBinaryOp):
    """The remainder of the division, with the sign of the left operand."""

    __slots__ = ()


@ARITH.op("maximumf")
class MaximumFOp(FloatBinaryOp):
    """The maximum; NaN if an operand is NaN, and -0.0 is less than 0.0."""

    __slots__ = ()
    traits = _COMMUTATIVE_TRAITS


@ARITH.op("minimumf")
class MinimumFOp(FloatBinaryOp):
    """The minimum; NaN if an operand is NaN, and -0.0 is less than 0.0."""

    __slots__ = ()
    traits = _COMMUTATIVE_TRAITS


@ARITH.op("maxnumf")
class MaxNumFOp(FloatBinaryOp):
    """The maximum; if one operand is NaN, the other one."""

    __slots__ = ()
    traits = _COMMUTATIVE_TRAITS


@ARITH.op("minnumf")
class MinNumFOp(FloatBinaryOp):
    """The minimum; if one operand is NaN, the other one."""

    __slots__ = ()
    traits = _COMMUTATIVE_TRAITS


@ARITH.op("negf")
class NegFOp(Operation):
    """The operand with its sign changed."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_LIKE, name="operand")
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(FLOAT_LIKE)
    traits = _TRAITS
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
