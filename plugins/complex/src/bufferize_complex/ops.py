"""All ops of the complex dialect: constructors, then functions and comparisons."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.elementwise import FASTMATH_NONE, FastMathAttr
from bufferize_complex.dialect import COMPLEX as COMPLEX
from bufferize_complex.dialect import COMPLEX_OF_FLOAT, element_type


@COMPLEX.op("constant")
class ConstantOp(d.Operation):
    """A complex number known at compile time, as an array of its two parts."""

    value: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.ARRAY_ATTR)
    complex: d.Result = d.result(d.ANY_COMPLEX)
    traits = (d.ConstantLike(), d.Pure())
    assembly_format = "$value attr-dict `:` type($complex)"
    result_name = "cst"

    def verify_op(self) -> None:
        parts = self.value.elements
        if len(parts) != 2:
            raise self.error(
                "requires 'value' to be a complex constant, represented as array of two values"
            )
        expected = element_type(self.complex.type)
        types = [part.type for part in parts if isinstance(part, ir.FloatAttr | ir.IntegerAttr)]
        if len(types) != 2:
            raise self.error("requires attribute's elements to be float or integer attributes")
        if any(type is not expected for type in types):
            raise self.error(
                f"requires attribute's element types ('{types[0]}', '{types[1]}') to match "
                f"the element type of the op's return type ('{expected}')"
            )

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [self.value]


@COMPLEX.op("create")
class CreateOp(d.Operation):
    """The complex number of two parts."""

    real: d.Operand = d.operand(d.FLOAT)
    imaginary: d.Operand = d.operand(d.FLOAT)
    complex: d.Result = d.result(COMPLEX_OF_FLOAT)
    traits = (
        d.Pure(),
        d.AllTypesMatch("real", "imaginary"),
        d.TypesMatchWith(
            "complex", "real", element_type, "complex element type matches real operand type"
        ),
        d.TypesMatchWith(
            "complex",
            "imaginary",
            element_type,
            "complex element type matches imaginary operand type",
        ),
    )
    assembly_format = "$real `,` $imaginary attr-dict `:` type($complex)"


@COMPLEX.op("bitcast")
class BitcastOp(d.Operation):
    """Reinterprets the bits of a complex number as a float or integer, or the reverse."""

    input: d.Operand = d.operand(d.ANY_TYPE, name="operand")
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (d.Pure(),)
    assembly_format = "$operand attr-dict `:` type($operand) `to` type($result)"

    def verify_op(self) -> None:
        source, target = self.input.type, self.result.type
        if not _is_number(source):
            raise self.error("operand must be int/float/complex")
        if not _is_number(target):
            raise self.error("result must be int/float/complex")
        if isinstance(source, ir.ComplexType) == isinstance(target, ir.ComplexType):
            if source is not target:
                raise self.error("requires that either input or output has a complex type")
        elif ir.bit_width(source) != ir.bit_width(target):
            raise self.error("casting bitwidths do not match")

    def fold(self) -> list[ir.Value] | None:
        return [self.input] if self.input.type is self.result.type else None


def _is_number(type: ir.Type) -> bool:
    return isinstance(type, ir.IntegerType | ir.FloatType | ir.ComplexType)


# Functions and comparisons.


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
    """The arc tangent of the quotient, in the quadrant given by the signs of both operands."""


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
    """A test of whether both parts are equal."""


@COMPLEX.op("neq")
class NotEqualOp(ComplexComparisonOp):
    """A test of whether the real or the imaginary parts differ."""
