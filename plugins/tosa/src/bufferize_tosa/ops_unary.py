"""Functions of each element of one tensor."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define.attr_constraints import FLOAT_ATTR, INTEGER_ATTR
from bufferize.define.constraint import Constraint, one_of
from bufferize.define.type_traits import SameOperandsAndResultShape
from bufferize.ir import (
    Attribute,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    Signedness,
    element_type_or_self,
)
from bufferize_tosa.attributes import NAN_MODE, PROPAGATE, NanPropagationModeAttr
from bufferize_tosa.base import TOSA
from bufferize_tosa.constraints import FLOAT_TENSOR, I1_TENSOR, SCALAR_INTEGER_OR_FLOAT, TENSOR
from bufferize_tosa.ops import PURE, UNARY, TosaOp, UnaryOp
from bufferize_tosa.shapes import extents_of, may_be_same
from bufferize_tosa.syntax import EnumOp
from bufferize_tosa.verification import (
    has_one_scale,
    storage_type,
    verify_same_element_types,
    verify_zero_point,
    verify_zero_point_type,
)


class FloatUnaryOp(UnaryOp):
    """Base of the functions of floating-point numbers."""

    __slots__ = ()

    input1: d.Operand = d.operand(FLOAT_TENSOR)
    output: d.Result = d.result(FLOAT_TENSOR)


class InputOp(TosaOp):
    """Base of the activation functions."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR)
    output: d.Result = d.result(TENSOR)
    traits = UNARY


@TOSA.op("abs")
class AbsOp(UnaryOp):
    """The absolute value."""

    __slots__ = ()


@TOSA.op("bitwise_not")
class BitwiseNotOp(UnaryOp):
    """All bits turned over."""

    __slots__ = ()


@TOSA.op("ceil")
class CeilOp(UnaryOp):
    """The number rounded up."""

    __slots__ = ()


@TOSA.op("clz")
class ClzOp(UnaryOp):
    """How many leading bits are zero."""

    __slots__ = ()


@TOSA.op("cos")
class CosOp(FloatUnaryOp):
    """The cosine."""

    __slots__ = ()


@TOSA.op("erf")
class ErfOp(InputOp):
    """The error function."""

    __slots__ = ()


@TOSA.op("exp")
class ExpOp(UnaryOp):
    """E to the power of the number."""

    __slots__ = ()


@TOSA.op("floor")
class FloorOp(UnaryOp):
    """The number rounded down."""

    __slots__ = ()


@TOSA.op("log")
class LogOp(UnaryOp):
    """The natural logarithm."""

    __slots__ = ()


@TOSA.op("logical_not")
class LogicalNotOp(UnaryOp):
    """Whether it is false."""

    __slots__ = ()

    input1: d.Operand = d.operand(I1_TENSOR)
    output: d.Result = d.result(I1_TENSOR)


@TOSA.op("reciprocal")
class ReciprocalOp(UnaryOp):
    """One divided by the number."""

    __slots__ = ()


@TOSA.op("rsqrt")
class RsqrtOp(UnaryOp):
    """One divided by the square root."""

    __slots__ = ()


@TOSA.op("sigmoid")
class SigmoidOp(InputOp):
    """The logistic function."""

    __slots__ = ()


@TOSA.op("sin")
class SinOp(FloatUnaryOp):
    """The sine."""

    __slots__ = ()


@TOSA.op("tanh")
class TanhOp(InputOp):
    """The hyperbolic tangent."""

    __slots__ = ()


@TOSA.op("identity")
class IdentityOp(TosaOp):
    """The tensor as it is."""

    __slots__ = ()

    input1: d.Operand = d.operand(TENSOR)
    output: d.Result = d.result(TENSOR)


@TOSA.op("cast")
class CastOp(TosaOp):
    """Each element as a number of another type."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR)
    output: d.Result = d.result(TENSOR)
    traits = (SameOperandsAndResultShape(), *PURE)


@TOSA.op("negate")
class NegateOp(TosaOp):
    """Each element with the other sign, around zero points."""

    __slots__ = ()

    input1: d.Operand = d.operand(TENSOR)
    input1_zp: d.Operand = d.operand(SCALAR_INTEGER_OR_FLOAT)
    output_zp: d.Operand = d.operand(SCALAR_INTEGER_OR_FLOAT)
    output: d.Result = d.result(TENSOR)

    def verify_op(self) -> None:
        verify_same_element_types(self, self.input1, self.output)
        if not may_be_same(extents_of(self.input1.type), extents_of(self.output.type)):
            raise self.error("requires the same shape for input1 and output")
        verify_zero_point_type(self, "input1", self.input1, self.input1_zp)
        verify_zero_point_type(self, "output", self.output, self.output_zp)
        verify_zero_point(self, "input1", self.input1_zp)
        verify_zero_point(self, "output", self.output_zp)


_NUMBER_ATTR: Constraint[Attribute] = one_of(INTEGER_ATTR, FLOAT_ATTR)


@TOSA.op("clamp")
class ClampOp(EnumOp):
    """Each element, or the nearest number between two limits."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR)
    min_val: d.Attr[Attribute, Attribute] = d.attr(_NUMBER_ATTR)
    max_val: d.Attr[Attribute, Attribute] = d.attr(_NUMBER_ATTR)
    nan_mode: d.Attr[NanPropagationModeAttr, str] = d.default_attr(NAN_MODE, PROPAGATE)
    output: d.Result = d.result(TENSOR)
    traits = UNARY
    enum = ("nan_mode", NanPropagationModeAttr)
    elided = PROPAGATE

    def verify_op(self) -> None:
        element = element_type_or_self(self.input.type)
        if has_one_scale(element):
            element = storage_type(element)
        low, high = self.min_val, self.max_val
        words = f"got min_val={low}, max_val={high}"
        if isinstance(element, IntegerType):
            fits = isinstance(low, IntegerAttr) and isinstance(high, IntegerAttr)
        else:
            fits = isinstance(low, FloatAttr) and isinstance(high, FloatAttr)
        assert isinstance(low, IntegerAttr | FloatAttr)
        assert isinstance(high, IntegerAttr | FloatAttr)
        if not fits or low.type is not element or high.type is not element:
            raise self.error(
                "min/max attributes types are incompatible with input/output element types."
            )
        least, most = low.value, high.value
        if least != least or most != most:
            raise self.error(f"min/max attributes should not be 'NaN', {words}")
        if isinstance(element, IntegerType) and (
            element.signedness is Signedness.UNSIGNED or element.width == 1
        ):
            least, most = (number % (1 << element.width) for number in (least, most))
        if most < least:
            raise self.error(f"expected min_val <= max_val, {words}")
