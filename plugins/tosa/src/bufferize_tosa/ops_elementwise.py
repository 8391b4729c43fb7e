"""Functions of each element of one, two or three tensors."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize_tosa.attributes import NAN_MODE, PROPAGATE, NanPropagationModeAttr
from bufferize_tosa.constraints import (
    FLOAT_TENSOR,
    I1_TENSOR,
    I32_OR_I64_TENSOR,
    SCALAR_I8,
    SCALAR_INTEGER_OR_FLOAT,
    TENSOR,
    TENSOR_1D,
)
from bufferize_tosa.dialect import (
    PURE,
    TOSA,
    EnumOp,
    PartialOp,
    ResultsBroadcastable,
    SameOperandsAndResultRank,
    TosaOp,
    broadcast,
    extents_of,
    first_number,
    is_static,
    may_be_same,
)
from bufferize_tosa.verification import (
    has_one_scale,
    storage_type,
    verify_same_element_types,
    verify_zero_point,
    verify_zero_point_type,
)

ELEMENTWISE: tuple[ir.Trait, ...] = (ResultsBroadcastable(), SameOperandsAndResultRank(), *PURE)
UNARY: tuple[ir.Trait, ...] = (
    d.SameOperandsAndResultShape(),
    d.SameOperandsAndResultElementType(),
    *ELEMENTWISE,
)
BINARY: tuple[ir.Trait, ...] = (d.SameOperandsAndResultElementType(), *ELEMENTWISE)


class UnaryOp(TosaOp):
    """Base of the functions of each element of one tensor."""

    input1: d.Operand = d.operand(TENSOR)
    output: d.Result = d.result(TENSOR)
    traits = UNARY


TOSA.similar_ops(
    UnaryOp,
    {
        "abs": "The absolute value.",
        "bitwise_not": "The integer with each bit inverted.",
        "ceil": "The element rounded up.",
        "clz": "The number of leading bits that are zero.",
        "exp": "The exponential function, e to the power of the element.",
        "floor": "The element rounded down.",
        "log": "The natural logarithm.",
        "reciprocal": "One divided by the element.",
        "rsqrt": "The reciprocal of the square root.",
    },
)


class FloatUnaryOp(UnaryOp):
    """Base of the functions of one floating-point number."""

    input1: d.Operand = d.operand(FLOAT_TENSOR)
    output: d.Result = d.result(FLOAT_TENSOR)


TOSA.similar_ops(
    FloatUnaryOp,
    {
        "cos": "The cosine.",
        "sin": "The sine.",
    },
)


class InputOp(TosaOp):
    """Base of the functions that are usually applied to the outputs of a layer."""

    input: d.Operand = d.operand(TENSOR)
    output: d.Result = d.result(TENSOR)
    traits = UNARY


TOSA.similar_ops(
    InputOp,
    {
        "erf": "The error function.",
        "sigmoid": "The logistic function, 1 / (1 + exp(-x)).",
        "tanh": "The hyperbolic tangent.",
    },
)


@TOSA.op("logical_not")
class LogicalNotOp(UnaryOp):
    """The negation of a truth value."""

    input1: d.Operand = d.operand(I1_TENSOR)
    output: d.Result = d.result(I1_TENSOR)


@TOSA.op("identity")
class IdentityOp(TosaOp):
    """The operand, unchanged."""

    input1: d.Operand = d.operand(TENSOR)
    output: d.Result = d.result(TENSOR)


@TOSA.op("cast")
class CastOp(TosaOp):
    """Each element as a number of another type."""

    input: d.Operand = d.operand(TENSOR)
    output: d.Result = d.result(TENSOR)
    traits = (d.SameOperandsAndResultShape(), *PURE)


@TOSA.op("negate")
class NegateOp(TosaOp):
    """The element with the opposite sign, relative to zero points."""

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


_NUMBER_ATTR: d.Constraint[ir.Attribute] = d.one_of(d.INTEGER_ATTR, d.FLOAT_ATTR)


@TOSA.op("clamp")
class ClampOp(EnumOp):
    """The number between two limits that is nearest to the element."""

    input: d.Operand = d.operand(TENSOR)
    min_val: d.Attr[ir.Attribute, ir.Attribute] = d.attr(_NUMBER_ATTR)
    max_val: d.Attr[ir.Attribute, ir.Attribute] = d.attr(_NUMBER_ATTR)
    nan_mode: d.Attr[NanPropagationModeAttr, str] = d.default_attr(NAN_MODE, PROPAGATE)
    output: d.Result = d.result(TENSOR)
    traits = UNARY
    enum = ("nan_mode", NanPropagationModeAttr)
    elided = PROPAGATE

    def verify_op(self) -> None:
        element = ir.element_type_or_self(self.input.type)
        if has_one_scale(element):
            element = storage_type(element)
        low, high = self.min_val, self.max_val
        words = f"got min_val={low}, max_val={high}"
        if isinstance(element, ir.IntegerType):
            fits = isinstance(low, ir.IntegerAttr) and isinstance(high, ir.IntegerAttr)
        else:
            fits = isinstance(low, ir.FloatAttr) and isinstance(high, ir.FloatAttr)
        assert isinstance(low, ir.IntegerAttr | ir.FloatAttr)
        assert isinstance(high, ir.IntegerAttr | ir.FloatAttr)
        if not fits or low.type is not element or high.type is not element:
            raise self.error(
                "min/max attributes types are incompatible with input/output element types."
            )
        least, most = low.value, high.value
        if least != least or most != most:
            raise self.error(f"min/max attributes should not be 'NaN', {words}")
        if isinstance(element, ir.IntegerType) and (
            element.signedness is ir.Signedness.UNSIGNED or element.width == 1
        ):
            least, most = (number % (1 << element.width) for number in (least, most))
        if most < least:
            raise self.error(f"expected min_val <= max_val, {words}")


class BinaryOp(TosaOp):
    """Base of the functions of the elements of two tensors, broadcast along extents of 1."""

    input1: d.Operand = d.operand(TENSOR)
    input2: d.Operand = d.operand(TENSOR)
    output: d.Result = d.result(TENSOR)
    traits = BINARY


TOSA.similar_ops(
    BinaryOp,
    {
        "sub": "The difference.",
        "pow": "The first element to the power of the second.",
        "logical_left_shift": "The first element shifted left by the second.",
        "logical_right_shift": "The first element shifted right by the second, filled with zeros.",
    },
)


class CommutativeOp(BinaryOp):
    """Base of the commutative functions of two elements."""

    traits = (d.Commutative(), *BINARY)


TOSA.similar_ops(
    CommutativeOp,
    {
        "add": "The sum.",
        "bitwise_and": "The conjunction of each bit.",
        "bitwise_or": "The disjunction of each bit.",
        "bitwise_xor": "The exclusive disjunction of each bit.",
    },
)


class LogicalOp(CommutativeOp):
    """Base of the functions of two truth values."""

    input1: d.Operand = d.operand(I1_TENSOR)
    input2: d.Operand = d.operand(I1_TENSOR)
    output: d.Result = d.result(I1_TENSOR)


TOSA.similar_ops(
    LogicalOp,
    {
        "logical_and": "The conjunction.",
        "logical_or": "The disjunction.",
        "logical_xor": "The exclusive disjunction.",
    },
)


class ExtremeOp(EnumOp):
    """Base of the maximum and the minimum, which may propagate or ignore NaNs."""

    input1: d.Operand = d.operand(TENSOR)
    input2: d.Operand = d.operand(TENSOR)
    nan_mode: d.Attr[NanPropagationModeAttr, str] = d.default_attr(NAN_MODE, PROPAGATE)
    output: d.Result = d.result(TENSOR)
    traits = CommutativeOp.traits
    enum = ("nan_mode", NanPropagationModeAttr)
    elided = PROPAGATE


TOSA.similar_ops(
    ExtremeOp,
    {
        "maximum": "The greater element.",
        "minimum": "The smaller element.",
    },
)


@TOSA.op("intdiv")
class IntDivOp(BinaryOp, PartialOp):
    """The quotient of two integers, rounded towards zero."""

    input1: d.Operand = d.operand(I32_OR_I64_TENSOR)
    input2: d.Operand = d.operand(I32_OR_I64_TENSOR)
    output: d.Result = d.result(I32_OR_I64_TENSOR)


@TOSA.op("arithmetic_right_shift")
class ArithmeticRightShiftOp(BinaryOp):
    """The first element shifted right by the second, filled with its sign bit."""

    round: d.Attr[ir.IntegerAttr, bool] = d.attr(d.BOOL_ATTR)


@TOSA.op("mul")
class MulOp(TosaOp):
    """The product; that of integers is shifted right afterwards."""

    input1: d.Operand = d.operand(TENSOR)
    input2: d.Operand = d.operand(TENSOR)
    shift: d.Operand = d.operand(SCALAR_I8)
    output: d.Result = d.result(TENSOR)

    def verify_op(self) -> None:
        self._verify_elements()
        self._verify_shapes()

    def _verify_elements(self) -> None:
        values = (self.input1, self.input2, self.output)
        first, second, result = (ir.element_type_or_self(value.type) for value in values)
        if isinstance(result, ir.IntegerType):
            if not isinstance(first, ir.IntegerType) or first is not second:
                raise self.error("requires the same element type for all operands")
            if first.width > result.width:
                raise self.error("invalid data type size for operands or result")
            return
        if first is not result or second is not result:
            raise self.error("requires the same element type for all operands and results")
        if first_number(self.shift) not in (None, 0):
            raise self.error("require shift to be 0 for float type")

    def _verify_shapes(self) -> None:
        a, b, result = self.input1.type, self.input2.type, self.output.type
        if isinstance(a, ir.RankedTensorType) and isinstance(b, ir.RankedTensorType):
            if a.rank != b.rank:
                raise self.error(
                    f"a and b operands don't have matching ranks, got {a.rank} and {b.rank}"
                )
            if broadcast(a.shape, b.shape) is None:
                raise self.error(
                    f"a and b operands don't have broadcast-compatible shapes, got '{a}' and '{b}'"
                )
        if not isinstance(result, ir.RankedTensorType):
            return
        for name, type in (("a", a), ("b", b)):
            if isinstance(type, ir.RankedTensorType) and type.rank != result.rank:
                raise self.error(
                    f"result type has different rank than {name}, got {result.rank} vs {type.rank}"
                )


def _compared(state: d.OperationState) -> list[ir.Type]:
    a, b = (extents_of(value.type) for value in state.operands)
    shape = None if a is None or b is None else broadcast(a, b)
    return [ir.UnrankedTensorType(ir.I1) if shape is None else ir.RankedTensorType(shape, ir.I1)]


def _have_same_shape(inferred: Sequence[ir.Type], actual: Sequence[ir.Type]) -> bool:
    return may_be_same(extents_of(inferred[0]), extents_of(actual[0]))


class ComparisonOp(BinaryOp):
    """Base of the comparisons of two elements."""

    output: d.Result = d.result(I1_TENSOR)
    traits = (d.SameOperandsElementType(), *ELEMENTWISE)


TOSA.similar_ops(
    ComparisonOp,
    {
        "greater": "Whether the first element is greater.",
        "greater_equal": "Whether the first element is greater or equal.",
    },
)


@TOSA.op("equal")
class EqualOp(ComparisonOp):
    """A test of whether two elements are equal."""

    traits = (
        d.InferResultTypes(_compared, _have_same_shape),
        d.Commutative(),
        *ComparisonOp.traits,
    )


@TOSA.op("select")
class SelectOp(TosaOp):
    """The element of the second operand where the first is true, else that of the third."""

    input1: d.Operand = d.operand(I1_TENSOR)
    input2: d.Operand = d.operand(TENSOR)
    input3: d.Operand = d.operand(TENSOR)
    output: d.Result = d.result(TENSOR)
    traits = ELEMENTWISE

    def verify_op(self) -> None:
        verify_same_element_types(self, self.input2, self.output)
        verify_same_element_types(self, self.input3, self.output)


@TOSA.op("table")
class TableOp(TosaOp):
    """The entry of a table at the index given by the element."""

    input1: d.Operand = d.operand(TENSOR)
    table: d.Operand = d.operand(TENSOR_1D)
    output: d.Result = d.result(TENSOR)

    def verify_op(self) -> None:
        given, found = extents_of(self.input1.type), extents_of(self.output.type)
        if given is None or found is None:
            return
        if len(given) != len(found):
            raise self.error("expected input tensor rank to equal result tensor rank")
        for dim, (before, after) in enumerate(zip(given, found, strict=True)):
            if is_static(after) and before != after:
                raise self.error(
                    f"dim(result, {dim}) = {after} doesn't match dim(input, {dim}) = {before}"
                )
