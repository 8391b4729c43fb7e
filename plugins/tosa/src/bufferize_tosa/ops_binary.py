"""Functions of the elements of two tensors."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import Commutative
from bufferize.define.attr_constraints import BOOL_ATTR
from bufferize.ir import IntegerAttr, IntegerType, RankedTensorType, element_type_or_self
from bufferize_tosa.attributes import NAN_MODE, PROPAGATE, NanPropagationModeAttr
from bufferize_tosa.base import TOSA
from bufferize_tosa.constraints import I1_TENSOR, I32_OR_I64_TENSOR, SCALAR_I8, TENSOR
from bufferize_tosa.ops import BINARY, BinaryOp, TosaOp
from bufferize_tosa.shapes import first_number
from bufferize_tosa.syntax import EnumOp
from bufferize_tosa.traits import broadcast

COMMUTATIVE = (Commutative(), *BINARY)


class LogicalOp(BinaryOp):
    """Base of the functions of truth values."""

    __slots__ = ()

    input1: d.Operand = d.operand(I1_TENSOR)
    input2: d.Operand = d.operand(I1_TENSOR)
    output: d.Result = d.result(I1_TENSOR)
    traits = COMMUTATIVE


class ExtremeOp(EnumOp):
    """Base of the greater and the less."""

    __slots__ = ()

    input1: d.Operand = d.operand(TENSOR)
    input2: d.Operand = d.operand(TENSOR)
    nan_mode: d.Attr[NanPropagationModeAttr, str] = d.default_attr(NAN_MODE, PROPAGATE)
    output: d.Result = d.result(TENSOR)
    traits = COMMUTATIVE
    enum = ("nan_mode", NanPropagationModeAttr)
    elided = PROPAGATE


@TOSA.op("add")
class AddOp(BinaryOp):
    """Sums."""

    __slots__ = ()

    traits = COMMUTATIVE


@TOSA.op("sub")
class SubOp(BinaryOp):
    """Differences."""

    __slots__ = ()


@TOSA.op("pow")
class PowOp(BinaryOp):
    """Powers."""

    __slots__ = ()


@TOSA.op("intdiv")
class IntDivOp(BinaryOp):
    """Quotients of integers, rounded towards zero."""

    __slots__ = ()

    input1: d.Operand = d.operand(I32_OR_I64_TENSOR)
    input2: d.Operand = d.operand(I32_OR_I64_TENSOR)
    output: d.Result = d.result(I32_OR_I64_TENSOR)


@TOSA.op("bitwise_and")
class BitwiseAndOp(BinaryOp):
    """The bits that both have."""

    __slots__ = ()

    traits = COMMUTATIVE


@TOSA.op("bitwise_or")
class BitwiseOrOp(BinaryOp):
    """The bits that one of both has."""

    __slots__ = ()

    traits = COMMUTATIVE


@TOSA.op("bitwise_xor")
class BitwiseXorOp(BinaryOp):
    """The bits in which both differ."""

    __slots__ = ()

    traits = COMMUTATIVE


@TOSA.op("logical_left_shift")
class LogicalLeftShiftOp(BinaryOp):
    """The first shifted left by the second."""

    __slots__ = ()


@TOSA.op("logical_right_shift")
class LogicalRightShiftOp(BinaryOp):
    """The first shifted right by the second, filled with zeros."""

    __slots__ = ()


@TOSA.op("arithmetic_right_shift")
class ArithmeticRightShiftOp(BinaryOp):
    """The first shifted right by the second, filled with its sign."""

    __slots__ = ()

    round: d.Attr[IntegerAttr, bool] = d.attr(BOOL_ATTR)


@TOSA.op("logical_and")
class LogicalAndOp(LogicalOp):
    """Whether both are true."""

    __slots__ = ()


@TOSA.op("logical_or")
class LogicalOrOp(LogicalOp):
    """Whether one of both is true."""

    __slots__ = ()


@TOSA.op("logical_xor")
class LogicalXorOp(LogicalOp):
    """Whether both differ."""

    __slots__ = ()


@TOSA.op("maximum")
class MaximumOp(ExtremeOp):
    """The greater of both."""

    __slots__ = ()


@TOSA.op("minimum")
class MinimumOp(ExtremeOp):
    """The less of both."""

    __slots__ = ()


@TOSA.op("mul")
class MulOp(TosaOp):
    """Products; those of integers are shifted right afterwards."""

    __slots__ = ()

    input1: d.Operand = d.operand(TENSOR)
    input2: d.Operand = d.operand(TENSOR)
    shift: d.Operand = d.operand(SCALAR_I8)
    output: d.Result = d.result(TENSOR)

    def verify_op(self) -> None:
        self._verify_elements()
        self._verify_shapes()

    def _verify_elements(self) -> None:
        values = (self.input1, self.input2, self.output)
        first, second, result = (element_type_or_self(value.type) for value in values)
        if isinstance(result, IntegerType):
            if not isinstance(first, IntegerType) or first is not second:
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
        if isinstance(a, RankedTensorType) and isinstance(b, RankedTensorType):
            if a.rank != b.rank:
                raise self.error(
                    f"a and b operands don't have matching ranks, got {a.rank} and {b.rank}"
                )
            if broadcast(a.shape, b.shape) is None:
                raise self.error(
                    f"a and b operands don't have broadcast-compatible shapes, got '{a}' and '{b}'"
                )
        if not isinstance(result, RankedTensorType):
            return
        for name, type in (("a", a), ("b", b)):
            if isinstance(type, RankedTensorType) and type.rank != result.rank:
                raise self.error(
                    f"result type has different rank than {name}, got {result.rank} vs {type.rank}"
                )
