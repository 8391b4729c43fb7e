"""Functions of complex numbers."""

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
from bufferize.define.type_constraints import FLOAT, I1, SIGNLESS_INTEGER
from bufferize.dialects.elementwise import FASTMATH_NONE, FastMathAttr
from bufferize.ir import ComplexType, Type
from bufferize_complex.base import COMPLEX, COMPLEX_OF_FLOAT


def element_type(type: Type) -> Type:
    """The type of the parts of a complex number."""
    assert isinstance(type, ComplexType)
    return type.element_type


class ComplexUnaryOp(Operation):
    """Base of the functions from a complex number to a complex number."""

    __slots__ = ()

    complex: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(COMPLEX_OF_FLOAT)
    traits = (Pure(), SameOperandsAndResultType(), ElementwiseMappable())
    assembly_format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"


class ComplexToFloatOp(Operation):
    """Base of the functions from a complex number to a float."""

    __slots__ = ()

    complex: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(FLOAT)
    traits = (
        Pure(),
        TypesMatchWith(
            "complex", "result", element_type, "complex element type matches result type"
        ),
        ElementwiseMappable(),
    )
    assembly_format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"


class ComplexBinaryOp(Operation):
    """Base of the functions of two complex numbers."""

    __slots__ = ()

    lhs: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    rhs: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(COMPLEX_OF_FLOAT)
    traits = (Pure(), SameOperandsAndResultType(), ElementwiseMappable())
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


class ComplexComparisonOp(Operation):
    """Base of the comparisons of two complex numbers."""

    __slots__ = ()

    lhs: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    rhs: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    result: d.Result = d.result(I1)
    traits = (Pure(), AllTypesMatch("lhs", "rhs"), ElementwiseMappable())
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs)"


@COMPLEX.op("conj")
class ConjOp(ComplexUnaryOp):
    """The complex conjugate."""

    __slots__ = ()


@COMPLEX.op("cos")
class CosOp(ComplexUnaryOp):
    """The cosine."""

    __slots__ = ()


@COMPLEX.op("exp")
class ExpOp(ComplexUnaryOp):
    """e to the power of the operand."""

    __slots__ = ()


@COMPLEX.op("expm1")
class Expm1Op(ComplexUnaryOp):
    """e to the power of the operand, minus 1."""

    __slots__ = ()


@COMPLEX.op("log")
class LogOp(ComplexUnaryOp):
    """The natural logarithm."""

    __slots__ = ()


@COMPLEX.op("log1p")
class Log1pOp(ComplexUnaryOp):
    """The natural logarithm of one plus the operand."""

    __slots__ = ()


@COMPLEX.op("neg")
class NegOp(ComplexUnaryOp):
    """The operand times -1."""

    __slots__ = ()


@COMPLEX.op("rsqrt")
class RsqrtOp(ComplexUnaryOp):
    """One divided by the square root."""

    __slots__ = ()


@COMPLEX.op("sign")
class SignOp(ComplexUnaryOp):
    """The operand divided by its absolute value, zero for zero."""

    __slots__ = ()


@COMPLEX.op("sin")
class SinOp(ComplexUnaryOp):
    """The sine."""

    __slots__ = ()


@COMPLEX.op("sqrt")
class SqrtOp(ComplexUnaryOp):
    """The square root."""

    __slots__ = ()


@COMPLEX.op("tan")
class TanOp(ComplexUnaryOp):
    """The tangent."""

    __slots__ = ()


@COMPLEX.op("tanh")
class TanhOp(ComplexUnaryOp):
    """The hyperbolic tangent."""

    __slots__ = ()


@COMPLEX.op("abs")
class AbsOp(ComplexToFloatOp):
    """The absolute value."""

    __slots__ = ()


@COMPLEX.op("angle")
class AngleOp(ComplexToFloatOp):
    """The angle in the complex plane."""

    __slots__ = ()


@COMPLEX.op("re")
class ReOp(Operation):
    """The real part."""

    __slots__ = ()

    complex: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    real: d.Result = d.result(FLOAT)
    traits = (
        Pure(),
        TypesMatchWith("complex", "real", element_type, "complex element type matches result type"),
        ElementwiseMappable(),
    )
    assembly_format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"


@COMPLEX.op("im")
class ImOp(Operation):
    """The imaginary part."""

    __slots__ = ()

    complex: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    imaginary: d.Result = d.result(FLOAT)
    traits = (
        Pure(),
        TypesMatchWith(
            "complex", "imaginary", element_type, "complex element type matches result type"
        ),
        ElementwiseMappable(),
    )
    assembly_format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"


@COMPLEX.op("add")
class AddOp(ComplexBinaryOp):
    """The sum."""

    __slots__ = ()


@COMPLEX.op("atan2")
class Atan2Op(ComplexBinaryOp):
    """The arc tangent of the quotient, for the right quadrant."""

    __slots__ = ()


@COMPLEX.op("div")
class DivOp(ComplexBinaryOp):
    """The quotient."""

    __slots__ = ()


@COMPLEX.op("mul")
class MulOp(ComplexBinaryOp):
    """The product."""

    __slots__ = ()


@COMPLEX.op("pow")
class PowOp(ComplexBinaryOp):
    """The left operand to the power of the right one."""

    __slots__ = ()


@COMPLEX.op("sub")
class SubOp(ComplexBinaryOp):
    """The difference."""

    __slots__ = ()


@COMPLEX.op("powi")
class PowiOp(Operation):
    """A complex number to the power of a signed integer."""

    __slots__ = ()

    lhs: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    rhs: d.Operand = d.operand(SIGNLESS_INTEGER)
    fastmath: d.OptionalAttr[FastMathAttr, str] = d.optional_attr(FastMathAttr)
    result: d.Result = d.result(COMPLEX_OF_FLOAT)
    traits = (
        Pure(),
        ElementwiseMappable(),
        SameOperandsAndResultShape(),
        AllTypesMatch("lhs", "result"),
    )
    assembly_format = (
        "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)"
    )


@COMPLEX.op("eq")
class EqualOp(ComplexComparisonOp):
    """Whether both parts are equal."""

    __slots__ = ()


@COMPLEX.op("neq")
class NotEqualOp(ComplexComparisonOp):
    """Whether a part differs."""

    __slots__ = ()
