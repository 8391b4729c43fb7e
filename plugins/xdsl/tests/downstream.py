"""A dialect of a project that uses xDSL: an accelerator that streams tensors through a region."""

from __future__ import annotations

from xdsl.dialects.builtin import AnyTensorTypeConstr, IntegerAttr, MemRefType, StringAttr
from xdsl.ir import Dialect
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    attr_def,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import IsTerminator, NoTerminator, Pure
from xdsl.utils.exceptions import VerifyException


@irdl_op_definition
class StreamOp(IRDLOperation):
    """An op that streams inputs through the body into outputs."""

    name = "accel.stream"
    inputs = var_operand_def()
    outputs = var_operand_def()
    results_ = var_result_def()
    accelerator = opt_prop_def(StringAttr)
    body = region_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)


@irdl_op_definition
class YieldOp(IRDLOperation):
    """The terminator of the body."""

    name = "accel.yield"
    arguments = var_operand_def()
    traits = traits_def(IsTerminator())


@irdl_op_definition
class ScaleOp(IRDLOperation):
    """A pure op with a verifier that requires a positive factor."""

    name = "accel.scale"
    operand = operand_def(AnyTensorTypeConstr | MemRefType.constr())
    result = result_def()
    factor = attr_def(IntegerAttr)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        if self.factor.value.data <= 0:
            raise VerifyException("a factor is positive")


@irdl_op_definition
class ScopeOp(IRDLOperation):
    """An op with a region without a terminator."""

    name = "accel.scope"
    body = region_def()
    traits = traits_def(NoTerminator())


ACCEL = Dialect("accel", [StreamOp, YieldOp, ScaleOp, ScopeOp])
