"""Constraints on shapes, and the witnesses that they hold."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_shape.base import A_WITNESS, SHAPE_DIALECT, SHAPE_OR_EXTENT_TENSOR


@SHAPE_DIALECT.op("const_witness")
class ConstWitnessOp(d.Operation):
    """A witness of what is known to hold, or known to fail."""

    __slots__ = ()

    passing: d.Attr[ir.IntegerAttr, int] = d.attr(d.BOOL_ATTR)
    result: d.Result = d.result(A_WITNESS)
    traits = (d.ConstantLike(), d.Pure())
    assembly_format = "$passing attr-dict"


@SHAPE_DIALECT.op("cstr_broadcastable")
class CstrBroadcastableOp(d.Operation):
    """Asserts that values of these shapes can be broadcast to one."""

    __slots__ = ()

    shapes: d.VariadicOperand = d.variadic_operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(A_WITNESS)
    traits = (d.Commutative(),)
    assembly_format = "$shapes attr-dict `:` type($shapes)"

    def verify_op(self) -> None:
        if len(self.shapes) < 2:
            raise self.error("required at least 2 input shapes")


@SHAPE_DIALECT.op("cstr_eq")
class CstrEqOp(d.Operation):
    """Asserts that all shapes are equal."""

    __slots__ = ()

    shapes: d.VariadicOperand = d.variadic_operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(A_WITNESS)
    traits = (d.Commutative(),)
    assembly_format = "$shapes attr-dict `:` type($shapes)"


@SHAPE_DIALECT.op("cstr_require")
class CstrRequireOp(d.Operation):
    """Asserts that a condition holds, with a message if it does not."""

    __slots__ = ()

    pred: d.Operand = d.operand(d.I1)
    msg: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    result: d.Result = d.result(A_WITNESS)
    assembly_format = "$pred `,` $msg attr-dict"


@SHAPE_DIALECT.op("assuming_all")
class AssumingAllOp(d.Operation):
    """A witness that all constraints hold."""

    __slots__ = ()

    inputs: d.VariadicOperand = d.variadic_operand(A_WITNESS)
    result: d.Result = d.result(A_WITNESS)
    traits = (d.Commutative(), d.Pure())
    assembly_format = "$inputs attr-dict"

    def verify_op(self) -> None:
        if not self.inputs:
            raise self.error("no operands specified")
