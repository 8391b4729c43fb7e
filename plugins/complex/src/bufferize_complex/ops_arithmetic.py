"""Functions of complex numbers."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.elementwise import FASTMATH_NONE, FastMathAttr
from bufferize_complex.base import COMPLEX, COMPLEX_OF_FLOAT


def element_type(type: ir.Type) -> ir.Type:
    """The type of the parts of a complex number."""
    assert isinstance(type, ir.ComplexType)
    return type.element_type


class ComplexUnaryOp(d.Operation):
    """Base of the functions from a complex number to a complex number."""

    complex: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(COMPLEX_OF_FLOAT)
    traits = (d.Pure(), d.SameOperandsAndResultType(), d.ElementwiseMappable())
    assembly_format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"


class ComplexToFloatOp(d.Operation):
    """Base of the functions from a complex number to a float."""

    complex: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(d.FLOAT)
    traits = (
        d.Pure(),
        d.TypesMatchWith(
            "complex", "result", element_type, "complex element type matches result type"
        ),
        d.ElementwiseMappable(),
    )
    assembly_format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"


class ComplexBinaryOp(d.Operation):
    """Base of the functions of two complex numbers."""

    lhs: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    rhs: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(COMPLEX_OF_FLOAT)
    traits = (d.Pure(), d.SameOperandsAndResultType(), d.ElementwiseMappable())
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


class ComplexComparisonOp(d.Operation):
    """Base of the comparisons of two complex numbers."""

    lhs: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    rhs: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    result: d.Result = d.result(d.I1)
    traits = (d.Pure(), d.AllTypesMatch("lhs", "rhs"), d.ElementwiseMappable())
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs)"


@COMPLEX.op("conj")
class ConjOp(ComplexUnaryOp):
    """The complex conjugate."""


@COMPLEX.op("cos")
class CosOp(ComplexUnaryOp):
    """The cosine."""


@COMPLEX.op("exp")
class ExpOp(ComplexUnaryOp):
    """e to the power of the operand."""


@COMPLEX.op("expm1")
class Expm1Op(ComplexUnaryOp):
    """e to the power of the operand, minus 1."""


@COMPLEX.op("log")
class LogOp(ComplexUnaryOp):
    """The natural logarithm."""


@COMPLEX.op("log1p")
class Log1pOp(ComplexUnaryOp):
    """The natural logarithm of one plus the operand."""


@COMPLEX.op("neg")
class NegOp(ComplexUnaryOp):
    """The operand times -1."""


@COMPLEX.op("rsqrt")
class RsqrtOp(ComplexUnaryOp):
    """One divided by the square root."""


@COMPLEX.op("sign")
class SignOp(ComplexUnaryOp):
    """The operand divided by its absolute value, zero for zero."""


@COMPLEX.op("sin")
class SinOp(ComplexUnaryOp):
    """The sine."""


@COMPLEX.op("sqrt")
class SqrtOp(ComplexUnaryOp):
    """The square root."""


@COMPLEX.op("tan")
class TanOp(ComplexUnaryOp):
    """The tangent."""


@COMPLEX.op("tanh")
class TanhOp(ComplexUnaryOp):
    """The hyperbolic tangent."""


@COMPLEX.op("abs")
class AbsOp(ComplexToFloatOp):
    """The absolute value."""


@COMPLEX.op("angle")
class AngleOp(ComplexToFloatOp):
    """The angle in the complex plane."""


@COMPLEX.op("re")
class ReOp(d.Operation):
    """The real part."""

    complex: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    real: d.Result = d.result(d.FLOAT)
    traits = (
        d.Pure(),
        d.TypesMatchWith(
            "complex", "real", element_type, "complex element type matches result type"
        ),
        d.ElementwiseMappable(),
    )
    assembly_format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"


@COMPLEX.op("im")
class ImOp(d.Operation):
    """The imaginary part."""

    complex: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    imaginary: d.Result = d.result(d.FLOAT)
    traits = (
        d.Pure(),
        d.TypesMatchWith(
            "complex", "imaginary", element_type, "complex element type matches result type"
        ),
        d.ElementwiseMappable(),
    )
    assembly_format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"


@COMPLEX.op("add")
class AddOp(ComplexBinaryOp):
    """The sum."""


@COMPLEX.op("atan2")
class Atan2Op(ComplexBinaryOp):
    """The arc tangent of the quotient, for the right quadrant."""


@COMPLEX.op("div")
class DivOp(ComplexBinaryOp):
    """The quotient."""


@COMPLEX.op("mul")
class MulOp(ComplexBinaryOp):
    """The product."""


@COMPLEX.op("pow")
class PowOp(ComplexBinaryOp):
    """The left operand to the power of the right one."""


@COMPLEX.op("sub")
class SubOp(ComplexBinaryOp):
    """The difference."""


@COMPLEX.op("powi")
class PowiOp(d.Operation):
    """A complex number to the power of a signed integer."""

    lhs: d.Operand = d.operand(COMPLEX_OF_FLOAT)
    rhs: d.Operand = d.operand(d.SIGNLESS_INTEGER)
    fastmath: d.OptionalAttr[FastMathAttr, str] = d.optional_attr(FastMathAttr)
    result: d.Result = d.result(COMPLEX_OF_FLOAT)
    traits = (
        d.Pure(),
        d.ElementwiseMappable(),
        d.SameOperandsAndResultShape(),
        d.AllTypesMatch("lhs", "result"),
    )
    assembly_format = (
        "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)"
    )


@COMPLEX.op("eq")
class EqualOp(ComplexComparisonOp):
    """Whether both parts are equal."""


@COMPLEX.op("neq")
class NotEqualOp(ComplexComparisonOp):
    """Whether a part differs."""
