"""Constraints on shapes, and the witnesses that they hold."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import Commutative, ConstantLike, Operation, Pure
from bufferize.define.attr_constraints import BOOL_ATTR, STR_ATTR
from bufferize.define.type_constraints import I1
from bufferize.ir import IntegerAttr, StringAttr
from bufferize_shape.base import A_WITNESS, SHAPE_DIALECT, SHAPE_OR_EXTENT_TENSOR


@SHAPE_DIALECT.op("const_witness")
class ConstWitnessOp(Operation):
    """A witness of what is known to hold, or known to fail."""

    __slots__ = ()

    passing: d.Attr[IntegerAttr, int] = d.attr(BOOL_ATTR)
    result: d.Result = d.result(A_WITNESS)
    traits = (ConstantLike(), Pure())
    assembly_format = "$passing attr-dict"


@SHAPE_DIALECT.op("cstr_broadcastable")
class CstrBroadcastableOp(Operation):
    """Asserts that values of these shapes can be broadcast to one."""

    __slots__ = ()

    shapes: d.VariadicOperand = d.variadic_operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(A_WITNESS)
    traits = (Commutative(),)
    assembly_format = "$shapes attr-dict `:` type($shapes)"

    def verify_op(self) -> None:
        if len(self.shapes) < 2:
            raise self.error("required at least 2 input shapes")


@SHAPE_DIALECT.op("cstr_eq")
class CstrEqOp(Operation):
    """Asserts that all shapes are equal."""

    __slots__ = ()

    shapes: d.VariadicOperand = d.variadic_operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(A_WITNESS)
    traits = (Commutative(),)
    assembly_format = "$shapes attr-dict `:` type($shapes)"


@SHAPE_DIALECT.op("cstr_require")
class CstrRequireOp(Operation):
    """Asserts that a condition holds, with a message if it does not."""

    __slots__ = ()

    pred: d.Operand = d.operand(I1)
    msg: d.Attr[StringAttr, str] = d.attr(STR_ATTR)
    result: d.Result = d.result(A_WITNESS)
    assembly_format = "$pred `,` $msg attr-dict"


@SHAPE_DIALECT.op("assuming_all")
class AssumingAllOp(Operation):
    """A witness that all constraints hold."""

    __slots__ = ()

    inputs: d.VariadicOperand = d.variadic_operand(A_WITNESS)
    result: d.Result = d.result(A_WITNESS)
    traits = (Commutative(), Pure())
    assembly_format = "$inputs attr-dict"

    def verify_op(self) -> None:
        if not self.inputs:
            raise self.error("no operands specified")
