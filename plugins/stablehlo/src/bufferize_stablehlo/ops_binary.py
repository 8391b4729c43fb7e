"""Functions of the elements of two or three tensors."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    Commutative,
    Elementwise,
    NoMemoryEffect,
    Operation,
    SameOperandsAndResultShape,
    SameOperandsElementType,
)
from bufferize_stablehlo.base import STABLEHLO
from bufferize_stablehlo.constraints import (
    COMPLEX_TENSOR,
    FLOAT_32_64_TENSOR,
    FLOAT_COMPLEX_OR_QUANTIZED_TENSOR,
    INT_TENSOR,
    NUMBER_TENSOR,
    PRED_OR_INT_TENSOR,
    PRED_TENSOR,
    TENSOR,
    TENSOR_PER_AXIS,
)
from bufferize_stablehlo.enums import (
    COMPARISON_DIRECTION,
    COMPARISON_TYPE,
    ComparisonDirectionAttr,
    ComparisonTypeAttr,
)
from bufferize_stablehlo.traits import (
    CompatibleElementTypes,
    CompatibleOperandElementTypes,
    CompatibleTypes,
    are_elements_compatible,
)


class ArithmeticOp(Operation):
    """Base of the arithmetic that has an order."""

    __slots__ = ()

    lhs: d.Operand = d.operand(NUMBER_TENSOR)
    rhs: d.Operand = d.operand(NUMBER_TENSOR)
    result: d.Result = d.result(NUMBER_TENSOR)
    traits = (
        CompatibleTypes(),
        SameOperandsAndResultShape(),
        Elementwise(),
        NoMemoryEffect(),
    )
    assembly_format = (
        "$lhs `,` $rhs attr-dict `:` custom<SameType2>(type($lhs), type($rhs), type($result))"
    )


class CommutativeOp(Operation):
    """Base of the functions that have none."""

    __slots__ = ()

    lhs: d.Operand = d.operand(TENSOR)
    rhs: d.Operand = d.operand(TENSOR)
    result: d.Result = d.result(TENSOR)
    traits = (
        Commutative(),
        CompatibleTypes(),
        SameOperandsAndResultShape(),
        Elementwise(),
        NoMemoryEffect(),
    )
    assembly_format = (
        "$lhs `,` $rhs attr-dict `:` custom<SameType2>(type($lhs), type($rhs), type($result))"
    )


class LogicalOp(Operation):
    """Base of the functions of truth values and bits."""

    __slots__ = ()

    lhs: d.Operand = d.operand(PRED_OR_INT_TENSOR)
    rhs: d.Operand = d.operand(PRED_OR_INT_TENSOR)
    result: d.Result = d.result(TENSOR)
    traits = (
        Commutative(),
        CompatibleTypes(),
        NoMemoryEffect(),
        SameOperandsAndResultShape(),
        Elementwise(),
    )
    assembly_format = (
        "$lhs `,` $rhs attr-dict `:` custom<SameType2>(type($lhs), type($rhs), type($result))"
    )


class ShiftOp(Operation):
    """Base of the shifts."""

    __slots__ = ()

    lhs: d.Operand = d.operand(INT_TENSOR)
    rhs: d.Operand = d.operand(INT_TENSOR)
    result: d.Result = d.result(INT_TENSOR)
    traits = (
        CompatibleTypes(),
        SameOperandsAndResultShape(),
        Elementwise(),
        NoMemoryEffect(),
    )
    assembly_format = (
        "$lhs `,` $rhs attr-dict `:` custom<SameType2>(type($lhs), type($rhs), type($result))"
    )


@STABLEHLO.op("add")
class AddOp(Operation):
    """Sums; of truth values, whether one of both is true."""

    __slots__ = ()

    lhs: d.Operand = d.operand(TENSOR_PER_AXIS)
    rhs: d.Operand = d.operand(TENSOR_PER_AXIS)
    result: d.Result = d.result(TENSOR_PER_AXIS)
    traits = (
        Commutative(),
        SameOperandsAndResultShape(),
        Elementwise(),
        NoMemoryEffect(),
    )
    assembly_format = (
        "$lhs `,` $rhs attr-dict `:` custom<SameType2>(type($lhs), type($rhs), type($result))"
    )

    def verify_op(self) -> None:
        if not are_elements_compatible((*self.operand_types, *self.result_types)):
            raise self.error("requires the same element type for all operands and results")


@STABLEHLO.op("and")
class AndOp(LogicalOp):
    """Whether both are true, or the bits that both have."""

    __slots__ = ()


@STABLEHLO.op("atan2")
class Atan2Op(Operation):
    """The angle of a point."""

    __slots__ = ()

    lhs: d.Operand = d.operand(FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)
    rhs: d.Operand = d.operand(FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)
    result: d.Result = d.result(FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)
    traits = (
        CompatibleTypes(),
        SameOperandsAndResultShape(),
        Elementwise(),
        NoMemoryEffect(),
    )
    assembly_format = (
        "$lhs `,` $rhs attr-dict `:` custom<SameType2>(type($lhs), type($rhs), type($result))"
    )


@STABLEHLO.op("clamp")
class ClampOp(Operation):
    """Each element, or the nearest number between two limits."""

    __slots__ = ()

    min: d.Operand = d.operand(TENSOR)
    input: d.Operand = d.operand(TENSOR, name="operand")
    max: d.Operand = d.operand(TENSOR)
    result: d.Result = d.result(TENSOR)
    traits = (
        NoMemoryEffect(),
        CompatibleElementTypes(),
    )
    assembly_format = (
        "$min `,` $operand `,` $max attr-dict `:` custom<SameType3>(type($min), "
        "type($operand), type($max), type($result))"
    )


@STABLEHLO.op("compare")
class CompareOp(Operation):
    """Whether the elements of two tensors are as is asked."""

    __slots__ = ()

    lhs: d.Operand = d.operand(TENSOR)
    rhs: d.Operand = d.operand(TENSOR)
    comparison_direction: d.Attr[ComparisonDirectionAttr, str] = d.attr(COMPARISON_DIRECTION)
    compare_type: d.OptionalAttr[ComparisonTypeAttr, str] = d.optional_attr(COMPARISON_TYPE)
    result: d.Result = d.result(PRED_TENSOR)
    traits = (
        NoMemoryEffect(),
        Elementwise(),
        CompatibleOperandElementTypes(),
        SameOperandsAndResultShape(),
    )
    assembly_format = (
        "$comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("complex")
class ComplexOp(Operation):
    """Complex numbers, of their real and imaginary parts."""

    __slots__ = ()

    lhs: d.Operand = d.operand(FLOAT_32_64_TENSOR)
    rhs: d.Operand = d.operand(FLOAT_32_64_TENSOR)
    result: d.Result = d.result(COMPLEX_TENSOR)
    traits = (
        NoMemoryEffect(),
        SameOperandsElementType(),
        SameOperandsAndResultShape(),
        Elementwise(),
    )
    assembly_format = (
        "operands attr-dict `:` custom<ComplexOpType>(type($lhs), type($rhs), type($result))"
    )


@STABLEHLO.op("divide")
class DivOp(ArithmeticOp):
    """Quotients."""

    __slots__ = ()


@STABLEHLO.op("maximum")
class MaxOp(CommutativeOp):
    """The greater of both."""

    __slots__ = ()


@STABLEHLO.op("minimum")
class MinOp(CommutativeOp):
    """The less of both."""

    __slots__ = ()


@STABLEHLO.op("multiply")
class MulOp(CommutativeOp):
    """Products; of truth values, whether both are true."""

    __slots__ = ()


@STABLEHLO.op("or")
class OrOp(LogicalOp):
    """Whether one of both is true, or the bits that one of both has."""

    __slots__ = ()


@STABLEHLO.op("power")
class PowOp(ArithmeticOp):
    """Powers."""

    __slots__ = ()


@STABLEHLO.op("remainder")
class RemOp(ArithmeticOp):
    """What the division leaves, with the sign of the first."""

    __slots__ = ()


@STABLEHLO.op("select")
class SelectOp(Operation):
    """The second where the first is true, else the third."""

    __slots__ = ()

    pred: d.Operand = d.operand(PRED_TENSOR)
    on_true: d.Operand = d.operand(TENSOR)
    on_false: d.Operand = d.operand(TENSOR)
    result: d.Result = d.result(TENSOR)
    traits = (NoMemoryEffect(),)
    assembly_format = (
        "operands attr-dict `:` custom<SelectOpType>(type($pred), type($on_true), "
        "type($on_false), type($result))"
    )


@STABLEHLO.op("shift_left")
class ShiftLeftOp(ShiftOp):
    """The first shifted left by the second."""

    __slots__ = ()


@STABLEHLO.op("shift_right_arithmetic")
class ShiftRightArithmeticOp(ShiftOp):
    """The first shifted right by the second, filled with its sign."""

    __slots__ = ()


@STABLEHLO.op("shift_right_logical")
class ShiftRightLogicalOp(ShiftOp):
    """The first shifted right by the second, filled with zeros."""

    __slots__ = ()


@STABLEHLO.op("subtract")
class SubtractOp(ArithmeticOp):
    """Differences."""

    __slots__ = ()


@STABLEHLO.op("xor")
class XorOp(LogicalOp):
    """Whether both differ, or the bits in which they do."""

    __slots__ = ()
